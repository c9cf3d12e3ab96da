#!/usr/bin/env python3
"""Prints the streets and trips of a graph file: counts, vertices, pairs with name and geometry, and times of trips.

    graphdump.py FILE

The vertices are those of streets: `inspect` counts the stops too, which follow them. A vertex that is no node of OpenStreetMap,
or of a file without ids, is node "-".

Like graphfile.py beside it, it is written from FORMAT.md alone and takes nothing but the standard library. It says what the
tables of a graph mean; graphfile.py reads the tables. It is slow, and checks little.
"""

import sys

import graphfile
from graphfile import Blocks, Bytes, unzigzag

NO_NODE = -2**63


def wrap(v):
    """An integer of 32 bits, signed."""
    return (v + 2**31) % 2**32 - 2**31


def halved(v, n):
    """A quotient, rounded towards zero."""
    return -(-v // n) if v < 0 else v // n


def coarse(v):
    """Units of 1e-6 degrees, rounded half away from zero."""
    return halved(v - 5 if v < 0 else v + 5, 10)


def between(b, from_, to):
    """The points of a line between its ends."""
    n = b.get(0)
    grid = n > 0 and b.bits(1) == 1
    at, before, line = from_, None, []
    for left in range(n, 0, -1):
        step = [halved(wrap(to[k] - at[k]), left + 1) for k in (0, 1)]
        if before is None:
            want = [wrap(at[k] + step[k]) for k in (0, 1)]
        else:
            want = [wrap(at[k] + halved(wrap(step[k] + at[k] - before[k]), 2)) for k in (0, 1)]
        size = max(abs(step[0]), abs(step[1])).bit_length()
        z = b.get((27 + clamp(size - 3, 11)) if grid else (1 + clamp(size - 6, 11)))
        w = b.get((39 + clamp(z.bit_length(), 13)) if grid else (13 + clamp(z.bit_length() - 3, 13)))
        miss = unzigzag(z), unzigzag(w)
        if grid:
            point = [wrap(10 * (coarse(want[k]) + miss[k])) for k in (0, 1)]
        else:
            point = [wrap(want[k] + miss[k]) for k in (0, 1)]
        line.append(point)
        before, at = at, point
    return line


def clamp(v, most):
    return max(0, min(v, most))


def column(tables, table, name, rows=0, default=None):
    """The rows of a column; where the file has none, so many defaults."""
    c = tables.get(table, {}).get(name)
    return c.values() if c else [default] * rows


def streets(tables):
    points = column(tables, "vertices", "point")
    nodes = column(tables, "vertices", "node_id", len(points), NO_NODE)
    degrees = column(tables, "vertices", "degree")
    records = column(tables, "pairs", "record")
    way = column(tables, "pairs", "way")
    way_name = column(tables, "ways", "name")
    way_id = column(tables, "ways", "way_id", len(way_name), 0)
    print("vertices", len(points))
    print("pairs", len(records))
    for v, (lat, lon) in enumerate(points):
        print("vertex %d: node %s at %d %d" % (v, "-" if nodes[v] == NO_NODE else nodes[v], lat, lon))
    blocks = Blocks(len(records), Bytes(tables["pairs"]["geometry"].data)) if records else None
    for v, degree in enumerate(degrees):
        for p in range(degree[0], degree[0] + degree[1]):
            gap, _, length = records[p]
            if p % blocks.block_rows == 0:
                blocks.seek(p // blocks.block_rows)
            ends = points[v], points[v + gap]
            line = [ends[0]] + between(blocks, *ends) + [ends[1]]
            print("pair %d: %d to %d, %d dm, way %d %s:%s" % (p, v, v + gap, length, way_id[way[p]], way_name[way[p]],
                                                             "".join(" %d,%d" % (lat, lon) for lat, lon in line)))


def trips(tables):
    stop_id = column(tables, "stops", "stop_id")
    stops = column(tables, "patterns", "stop")
    holder = column(tables, "patterns", "as") or range(len(stops))
    run, dwell = column(tables, "profiles", "run"), column(tables, "profiles", "dwell")
    start, profile = column(tables, "trips", "start"), column(tables, "trips", "profile")
    pattern, trip_id = column(tables, "trips", "pattern"), column(tables, "trips", "trip_id")
    for t, name in enumerate(trip_id):
        time, calls = start[t], []
        for k, s in enumerate(stops[holder[pattern[t]]]):
            arrival = time + run[profile[t]][k]
            time = arrival + (dwell[profile[t]][k] if dwell[profile[t]] else 0)
            calls.append(" %s %d-%d" % (stop_id[s], arrival, time))
        print("trip %s:%s" % (name, "".join(calls)))


def main(arguments):
    if len(arguments) != 1 or arguments[0].startswith("-"):
        sys.exit("usage: graphdump.py FILE.graph")
    sys.stdout.reconfigure(encoding="utf-8")
    tables = graphfile.read(arguments[0])
    streets(tables)
    trips(tables)


if __name__ == "__main__":
    graphfile.run(main)
