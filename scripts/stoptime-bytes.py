#!/usr/bin/env python3
"""Tells how many bytes of a graph file a stop time takes: patterns, running times, trips, services, frequencies, blocks and
their ids, by `graphbuild inspect --json`.

    stoptime-bytes.py GRAPHBUILD GRAPH[=MOST]...

It exits with 1 where a file takes more than MOST bytes a stop time.
"""
import json
import subprocess
import sys

TABLES = {"patterns", "profiles", "trips", "services", "frequencies", "continuations", "calls", "call_texts"}


def main():
    failed = False
    for arg in sys.argv[2:]:
        path, _, most = arg.partition("=")
        x = json.loads(subprocess.run([sys.argv[1], "inspect", path, "--json"], check=True, capture_output=True).stdout)
        size = sum(s["bytes"] for s in x["sections"] if s["name"].split(".")[0] in TABLES)
        n = x["transit"]["stop_times"]
        note = ""
        if most and size / n > float(most):
            failed, note = True, f", more than {most}"
        print(f"{path.split('/')[-1]}: {size:,} bytes for {n:,} stop times: {size / n:.3f} a stop time{note}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
