#!/bin/sh
# Linking of stops and walks between them on Porto Alegre and on 10 and 40 of it side by side: processor time and memory of
# the stages, and what there is of each. Linear means that the last columns do not grow.
# Measured: 16, 17 and 19 us a stop to link, 76, 76 and 75 us a stop for the walks; 46, 143 and 487 MB for the whole build.
# GRAPHBUILD_SHARED is the folder with data/ and tools/; WORK a folder for the tiles.
set -eu
cd "$(dirname "$0")/.."
shared=$(cd "${GRAPHBUILD_SHARED:-../shared}" && pwd)
work=${WORK:-$(mktemp -d)}
mkdir -p "$work"
osm=$shared/data/osm/porto-alegre-poa.osm.pbf
gtfs=$shared/data/gtfs/porto-alegre-eptc.zip
go build -o "$work/graphbuild" ./cmd/graphbuild
for n in 1 10 40; do
	[ -f "$work/$n.zip" ] || {
		python3 "$shared/tools/tile-extract" "$osm" $n "$work/$n.osm.pbf" --bbox=-51.3,-30.3,-51,-29.8 --grid-json "$work/$n.json" >/dev/null
		python3 "$shared/tools/tile-gtfs" "$gtfs" $n "$work/part.zip" --grid "$work/$n.json" >/dev/null
		mv "$work/part.zip" "$work/$n.zip"
	}
	"$work/graphbuild" build "$work/$n.osm.pbf" "$work/$n.zip" -o "$work/$n.graph" --json >"$work/$n.build.json" 2>/dev/null
	"$work/graphbuild" inspect "$work/$n.graph" --json >"$work/$n.inspect.json"
	python3 - "$n" "$work/$n.build.json" "$work/$n.inspect.json" <<'P'
import json, sys
n = sys.argv[1]
with open(sys.argv[2]) as f: stages = {s["name"]: s for s in json.load(f)["stages"]}
with open(sys.argv[3]) as f: x = json.load(f)
stops = x["transit"]["stops"]
walks = next(s["rows"] for s in x["sections"] if s["name"] == "walk_transfers.from_stop")
link, walk = stages["link"], stages["transfers"]
print(f'{n:>3} x  stops {stops}  walks {walks}  link {link["cpu_s"]:.2f} s CPU, {1e6*link["cpu_s"]/stops:.1f} us a stop  '
      f'transfers {walk["cpu_s"]:.2f} s CPU, {1e6*walk["cpu_s"]/stops:.1f} us a stop  '
      f'peak {walk["peak_rss_bytes"]/1e6:.0f} MB, {walk["peak_rss_bytes"]/stops:.0f} bytes a stop')
P
done
