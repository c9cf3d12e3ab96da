#!/usr/bin/env python3
"""Compares the rows of GTFS feeds with what a graph of each feed holds and what its issues say was dropped.

    feed-sums.py GRAPHBUILD FEED...

For each feed it counts the rows of agency, stops, routes, trips, stop_times and the service days with Python's csv module
alone, builds a graph, and checks that rows = kept + dropped. A feed that is refused is told with its error. It exits with
1 where any sum is wrong. What of a file is a row is stated by rows() and its callers, and is written from the format, not
from the program.
"""
import collections
import csv
import datetime
import io
import json
import os
import posixpath
import subprocess
import sys
import tempfile
import zipfile

csv.field_size_limit(1 << 24)

# Issues that stand for one dropped row of the file in which they are.
ROW_DROPPED = "row dropped"


def read_files(path):
    """Tables by lower-case name, from the shallowest folder that has a stops.txt."""
    if os.path.isdir(path):
        names = {os.path.relpath(os.path.join(d, f), path): os.path.join(d, f) for d, _, fs in os.walk(path) for f in fs}
        load = {n: (lambda p=p: open(p, "rb").read()) for n, p in names.items()}
    else:
        z = zipfile.ZipFile(path)
        clean = lambda n: posixpath.normpath("/" + n.replace("\\", "/")).lstrip("/")
        load = {clean(n): (lambda n=n: z.read(n)) for n in z.namelist() if not n.endswith("/")}
    load = {n: f for n, f in load.items() if not any(p.startswith(".") or p == "__MACOSX" for p in n.split("/"))}
    best = None
    for wanted in ("stops.txt", "stop_times.txt"):
        folders = [os.path.dirname(n) for n in load if os.path.basename(n).lower() == wanted]
        if folders:
            best = min(folders, key=lambda d: d.count("/") + (d != ""))
            break
    return {os.path.basename(n).lower(): f() for n, f in load.items() if os.path.dirname(n) == (best or "")}


def text_of(data):
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    if len(data) > 3 and data[1] == 0 and data[3] == 0:
        return data.decode("utf-16-le")
    if len(data) > 3 and data[0] == 0 and data[2] == 0:
        return data.decode("utf-16-be")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def rows(files, name):
    """Rows below the header that are not blank, as dicts of stripped values."""
    if name not in files:
        return []
    text = text_of(files[name]).replace("\0", "")
    head = text.split("\n", 1)[0]
    sep = "," if "," in head else ";" if ";" in head else "\t" if "\t" in head else ","
    out, header = [], None
    read = lambda quoting: csv.reader(io.StringIO(text, newline=""), delimiter=sep, skipinitialspace=True, quoting=quoting)
    # A quote that is never closed would make one field of the rest of the file.
    unclosed = any(v.count("\n") > 5 for row in read(csv.QUOTE_MINIMAL) for v in row)
    for row in read(csv.QUOTE_NONE if unclosed else csv.QUOTE_MINIMAL):
        if not any(v.strip() for v in row):
            continue
        if header is None:
            header = [v.strip().strip('"').lower() for v in row]
            continue
        out.append({k: v.strip() for k, v in reversed(list(zip(header, row)))})
    return out


def service_days(files):
    """The days of each service, by a walk over calendar.txt and its exceptions."""
    days, seen = collections.defaultdict(set), set()
    def date(text):
        """A day of the years that the program takes, else None."""
        day = datetime.datetime.strptime(text, "%Y%m%d").date() if len(text) == 8 else None
        return day if day and 1970 <= day.year <= 2199 else None

    week = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    for r in rows(files, "calendar.txt"):
        try:
            day, end, service = date(r.get("start_date", "")), date(r.get("end_date", "")), r.get("service_id", "")
        except ValueError:
            continue
        if not service or service in seen or day is None or end is None or end < day:
            continue
        seen.add(service)
        days[service]
        while day <= end:
            if r.get(week[day.weekday()]) == "1":
                days[service].add(day)
            day += datetime.timedelta(1)
    added, removed = collections.defaultdict(set), collections.defaultdict(set)
    for r in rows(files, "calendar_dates.txt"):
        try:
            day = date(r.get("date", ""))
        except ValueError:
            continue
        kind, service = r.get("exception_type"), r.get("service_id", "")
        if day is None or not service or kind not in ("1", "2"):
            continue
        days[service]
        (added if kind == "1" else removed)[service].add(day)
    for service in days:
        days[service] = (days[service] - removed[service]) | added[service]
    return days


def run(program, *args):
    return subprocess.run([program, *args], capture_output=True, text=True)


def graph_days(program, graph, services):
    """The days of services, asked in one call; None where one is not in the graph."""
    args = [a for s in services for a in ("--service", s)]
    out = run(program, "inspect", graph, "--json", *args)
    if out.returncode != 0:
        raise SystemExit(out.stderr)
    return {x["service_id"]: x["days"] for x in map(json.loads, out.stdout.splitlines())}


def drops(path):
    """Dropped rows by file, and what was dropped with trips."""
    by_file, trips, stop_times = collections.Counter(), 0, 0
    with open(path) as f:
        for line in f:
            x = json.loads(line)
            action = x.get("action", "")
            file = x.get("file", "").split("/")[-1]
            if action.startswith(ROW_DROPPED):
                by_file[file] += 1
            elif action.startswith("trip dropped with its "):
                trips += 1
                stop_times += int(action.split()[4])
    return by_file, trips, stop_times


def check(program, path, folder):
    graph, report = os.path.join(folder, "g.graph"), os.path.join(folder, "r.jsonl")
    built = run(program, "build", "--quiet", "--json", "--gtfs", "f=" + path, "-o", graph, "--report", report)
    if built.returncode != 0:
        print(f"{os.path.basename(path)}: refused: {built.stderr.strip()}")
        return True
    t = json.loads(built.stdout)["transit"]
    files = read_files(path)
    by_file, trips, stop_times = drops(report)
    flex = t.get("flex", {})
    sums = {
        "agencies": (len(rows(files, "agency.txt")), t["agencies"], by_file["agency.txt"]),
        "stops": (len(rows(files, "stops.txt")), t["stops"], by_file["stops.txt"]),
        "routes": (len(rows(files, "routes.txt")), t["routes"], by_file["routes.txt"]),
        "trips": (len(rows(files, "trips.txt")), t["trips"] + flex.get("trips_without_times", 0), by_file["trips.txt"] + trips),
        "stop_times": (len(rows(files, "stop_times.txt")), t["stop_times"] + flex.get("stop_times", 0), by_file["stop_times.txt"] + stop_times),
    }
    good = True
    for name, (total, kept, dropped) in sums.items():
        if total != kept + dropped:
            good = False
            print(f"{os.path.basename(path)}: {name}: {total} rows, but {kept} in the graph and {dropped} dropped")
    days = service_days(files)
    if days:
        got = graph_days(program, graph, ["f:" + s for s in sorted(days)])
        for service, want in days.items():
            if got.get("f:" + service) != [d.isoformat() for d in sorted(want)]:
                good = False
                print(f"{os.path.basename(path)}: service {service}: {len(want)} days, {len(got.get('f:' + service, []))} in the graph")
    print(f"{os.path.basename(path)}: " + ", ".join(f"{n} {x[0]}" for n, x in sums.items()) + f", service days {sum(map(len, days.values()))}: {'ok' if good else 'WRONG'}")
    return good


def main():
    program, feeds = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        results = [check(program, path, folder) for path in feeds]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
