#!/usr/bin/env python3
"""compare-routino.py GRAPHBUILD FILE.osm.pbf [PAIRS]: shortest routes by car against those of Routino, another program.

It builds FILE with both, asks both for the shortest route between random vertices (the same ones in each run), and prints
how far the lengths are apart. Routino counts whole metres a segment, so that its routes come out up to 1.5 % shorter. It ends
with status 1 where fewer than nine routes in ten are within 2 %.
"""

import csv
import io
import json
import random
import subprocess
import sys
import tempfile

HIGHWAYS = "motorway trunk primary secondary tertiary unclassified residential service ferry".split()
PROPERTIES = "paved multilane bridge tunnel footroute bicycleroute".split()
# No street is liked more than another: 100 is the best for a highway, and 50 neither liked nor disliked for a property.
NO_TASTE = [f"--highway-{h}=100" for h in HIGHWAYS] + [f"--property-{p}=50" for p in PROPERTIES]


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def random_queries(graphbuild, graph, pairs):
    table = run(graphbuild, "export", graph, "--quiet", "--format", "csv", "--layer", "vertices")
    places = [[float(row["lon"]), float(row["lat"])] for row in csv.DictReader(io.StringIO(table))]
    pick = random.Random(1)
    return [{"from": pick.choice(places), "to": pick.choice(places), "mode": "car", "snap_m": 5} for _ in range(pairs)]


def our_lengths(graphbuild, graph, queries):
    lines = "\n".join(map(json.dumps, queries))
    answers = run(graphbuild, "route", graph, "--shortest", "--json", "--batch", "-", text=lines)
    return [json.loads(line).get("distance_m") for line in answers.splitlines()]


def their_length(database, query):
    (lon1, lat1), (lon2, lat2) = query["from"], query["to"]
    answer = subprocess.run(
        ["routino-router", f"--dir={database}", "--prefix=x", "--profiles=/usr/share/routino/profiles.xml",
         "--translations=/usr/share/routino/translations.xml", "--quiet", "--shortest", "--transport=motorcar",
         "--output-text", "--output-stdout", *NO_TASTE, f"--lon1={lon1}", f"--lat1={lat1}", f"--lon2={lon2}", f"--lat2={lat2}"],
        capture_output=True, text=True, check=False)  # it fails where it finds no route
    rows = [line.split("\t") for line in answer.stdout.splitlines() if not line.startswith("#")]
    stretches = [float(row[2].split()[0]) for row in rows if len(row) > 3 and "km" in row[2]]
    return 1000 * sum(stretches) if stretches else None


def main():
    graphbuild, osm = sys.argv[1:3]
    pairs = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    with tempfile.TemporaryDirectory() as folder:
        graph = folder + "/x.graph"
        run(graphbuild, "build", "--quiet", osm, "-o", graph)
        run("planetsplitter", f"--dir={folder}", "--prefix=x", "--tagging=/usr/share/routino/tagging.xml", osm)
        queries = random_queries(graphbuild, graph, pairs)
        ours = our_lengths(graphbuild, graph, queries)
        theirs = [their_length(folder, q) if length else None for q, length in zip(queries, ours)]
    off = sorted(abs(a - b) / max(a, b) for a, b in zip(ours, theirs) if a and b)
    if not off:
        sys.exit("no route by both")
    within = sum(x < 0.02 for x in off) / len(off)
    print(f"{pairs} pairs: {sum(x is not None for x in ours)} with a route by us, {len(off)} of them with one by Routino too")
    print(f"lengths apart: half at most {100 * off[len(off) // 2]:.2f} %, nine in ten at most {100 * off[len(off) * 9 // 10]:.2f} %, "
          f"all at most {100 * off[-1]:.2f} %; {100 * within:.1f} % within 2 %")
    sys.exit(within < 0.9)


if __name__ == "__main__":
    main()
