#!/usr/bin/env python3
"""Prints the streets and trips of a graph file: counts, vertices, pairs with name and geometry, and times of trips.

    graphdump.py FILE               all of these
    graphdump.py FILE --list        the tables of the file, with the numbers of their rows and their columns
    graphdump.py FILE --table NAME  one of these, or the rows of any other table

Positions are longitude and latitude in degrees, each with its name or in this order behind "lon,lat".

The vertices are those of streets: `inspect` counts the stops too, which follow them. A vertex that is no node of OpenStreetMap,
or of a file without ids, is node "-".

Like graphfile.py beside it, it is written from FORMAT.md alone and takes nothing but the standard library. It says what the
tables of a graph mean; graphfile.py reads the tables. It is slow, and checks little.
"""

import argparse
import json
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


def degrees(v):
    """A number of units of 1e-7 degrees."""
    return "%s%d.%07d" % ("-" if v < 0 else "", abs(v) // 10**7, abs(v) % 10**7)


def vertices(tables):
    points = column(tables, "vertices", "point")
    nodes = column(tables, "vertices", "node_id", len(points), NO_NODE)
    for v, (lat, lon) in enumerate(points):
        print("vertex %d: node %s at lon %s lat %s" % (v, "-" if nodes[v] == NO_NODE else nodes[v], degrees(lon), degrees(lat)))


def pairs(tables):
    points = column(tables, "vertices", "point")
    records = column(tables, "pairs", "record")
    way = column(tables, "pairs", "way")
    way_name = column(tables, "ways", "name")
    way_id = column(tables, "ways", "way_id", len(way_name), 0)
    blocks = Blocks(len(records), Bytes(tables["pairs"]["geometry"].data)) if records else None
    for v, degree in enumerate(column(tables, "vertices", "degree")):
        for p in range(degree[0], degree[0] + degree[1]):
            gap, _, length = records[p]
            if p % blocks.block_rows == 0:
                blocks.seek(p // blocks.block_rows)
            ends = points[v], points[v + gap]
            line = [ends[0]] + between(blocks, *ends) + [ends[1]]
            print("pair %d: %d to %d, %d dm, way %d %s: lon,lat%s" % (
                p, v, v + gap, length, way_id[way[p]], way_name[way[p]],
                "".join(" %s,%s" % (degrees(lon), degrees(lat)) for lat, lon in line)))


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


def rows(tables, name):
    """The rows of any table, each value behind the name of its column."""
    columns = {}
    most = max(c.rows for c in tables[name].values())
    for title, c in tables[name].items():
        if c.type_name() == "blocks" or c.rows != most:
            print("column %s: %s, %d rows of its own" % (title, c.type_name(), c.rows))
        else:
            columns[title] = c
    values = [(title, shown(title, c), c.values()) for title, c in columns.items()]
    for i in range(most):
        print("%s %d:%s" % (name, i, "".join(" %s=%s" % (title, show(v[i])) for title, show, v in values)))


def shown(title, column):
    """How values of a column are written: those in degrees as such."""
    if column.type_name() == "points":
        return lambda v: "lon:%s,lat:%s" % (degrees(v[1]), degrees(v[0]))
    if title in ("lon", "lat"):
        return lambda v: "[%s]" % ", ".join(map(degrees, v)) if isinstance(v, list) else degrees(v)
    return lambda v: json.dumps(v, ensure_ascii=False)


KNOWN = {"vertices": vertices, "pairs": pairs, "trips": trips}


def everything(tables):
    for name in ("vertices", "pairs"):
        print(name, max((c.rows for c in tables.get(name, {}).values()), default=0))
    for show in KNOWN.values():
        show(tables)


def main(arguments):
    parser = argparse.ArgumentParser(prog="graphdump.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", help="graph file")
    parser.add_argument("--list", action="store_true", help="list the tables")
    parser.add_argument("--table", metavar="NAME", help="print one table alone")
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(encoding="utf-8")
    tables = graphfile.read(options.file)
    if options.list:
        for name, columns in tables.items():
            print("%s: %d rows of %s" % (name, max(c.rows for c in columns.values()), ", ".join(columns)))
    elif options.table is None:
        everything(tables)
    elif options.table not in tables:
        sys.exit("graphdump.py: the file has no table %s; --list tells which it has" % options.table)
    else:
        KNOWN.get(options.table, lambda t: rows(t, options.table))(tables)


if __name__ == "__main__":
    graphfile.run(main)
