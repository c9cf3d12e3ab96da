#!/usr/bin/env bash
# Measures what CHANGELOG and README claim: CPU (user and system) and peak memory of building, size of the file, time to
# open it. Fails where a figure is over its bound. Inputs: Delaware from the module paulmach/osm; where the shared inputs
# are there, also 16 copies of it side by side, and Newport as XML, alone and 13 times.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
shared=${GRAPHBUILD_SHARED:-../shared}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

go build -o "$work/bench" ./internal/bench
go mod download github.com/paulmach/osm
delaware=$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf

echo "machine: $(uname -sm), $(getconf _NPROCESSORS_ONLN) cores,$(sed -n 's/^model name[^:]*://p' /proc/cpuinfo 2>/dev/null | head -1), $(go version)"
echo "commit:  $(git describe --always --dirty 2>/dev/null || echo unknown)"

megabytes() { awk -v n="$(wc -c <"$1")" -v f="$2" 'BEGIN { printf "%.4f", n / 1e6 * f }'; }

# measure TITLE RUNS LIMITS INPUT...: LIMITS are CPU_S,PEAK_MB,OUTPUT_MB. The figures are also told per MB of the first input.
measure() {
	local title=$1 runs=$2 limits=$3 output="$work/$1.graph"
	shift 3
	echo
	echo "$title: graphbuild build $* (at most $limits: s of CPU, MB of memory, MB of file; least of $runs)"
	"$work/bench" -n "$runs" -max "$limits" -per "$1" "$title|$output|./graphbuild build --quiet $* -o $output" || failed=1
}

measure delaware 5 1.2,300,2.45 "$delaware"
"$work/bench" -open "$work/delaware.graph" || failed=1
"$work/bench" -write "$work/delaware.graph" || failed=1
echo
"$work/bench" -sizes "$work/delaware.graph" || failed=1
# Without the ids of OSM, at most 2.1 MB.
measure lean 2 1.2,300,2.1 "$delaware" --lean

# Bytes of a stop time in the file, and the CPU and memory of 5.2 million of them.
if [ -d "$shared/data/gtfs" ] && command -v python3 >/dev/null; then
	echo
	go build -o "$work/graphbuild" ./cmd/graphbuild
	graphs=()
	for feed in otp-addPerpendicularRoutes=0.15 porto-alegre-eptc=0.5 kuopio-finland=0.5; do
		"$work/graphbuild" build --quiet "$shared/data/gtfs/${feed%=*}.zip" -o "$work/${feed%=*}.graph"
		graphs+=("$work/${feed%=*}.graph=${feed#*=}")
	done
	python3 scripts/stoptime-bytes.py "$work/graphbuild" "${graphs[@]}" || failed=1
	"$shared/tools/tile-gtfs" "$shared/data/gtfs/porto-alegre-eptc.zip" 40 "$work/tile40.zip" >/dev/null
	measure tile40 2 5,500, "$work/tile40.zip"
	rm -f "$work"/tile40.*
fi

if [ ! -d "$shared/tools" ] || ! command -v osmium >/dev/null || ! command -v python3 >/dev/null; then
	echo "large inputs: skipped: no shared inputs, osmium or python3"
	exit $failed
fi

"$shared/tools/tile-extract" "$delaware" 16 "$work/tiles.osm.pbf" --renumber >/dev/null
cpu=$("$work/bench" -n 5 -cpu "delaware||./graphbuild build --quiet $delaware -o $work/d.graph")
limit=$(awk -v cpu="$cpu" -v a="$(wc -c <"$delaware")" -v b="$(wc -c <"$work/tiles.osm.pbf")" 'BEGIN { printf "%.3f", cpu * b / a * 1.3 }')
measure tiles 2 "$limit,1500," "$work/tiles.osm.pbf"
rm -f "$work"/tiles.*

# OpenTripPlanner takes 13.6 s for 60 MB and 66.6 s for 708 MB of XML, and writes 0.32 and 0.23 MB a MB of XML.
newport=$shared/data/osm/newport-wales-2023-06-13.osm.pbf
feed=$shared/data/gtfs/newport-wales-20230613.zip
osmium cat --no-progress "$newport" -o "$work/newport.osm"
"$shared/tools/tile-extract" "$newport" 13 "$work/newport13.osm.pbf" --renumber >/dev/null
osmium cat --no-progress "$work/newport13.osm.pbf" -o "$work/newport13.osm"
for name in newport newport13; do
	xml=$work/$name.osm
	echo
	echo "OpenTripPlanner, on its own inputs: 0.23 s and 0.32 MB a MB of XML (60 MB), 0.094 s and 0.23 MB (708 MB)"
	echo "here the bound is 0.05 s and 0.03 MB a MB; $name.osm has $(megabytes "$xml" 1) MB"
	measure "$name" 2 "$(megabytes "$xml" 0.05),,$(megabytes "$xml" 0.03)" "$xml" "$feed"
done
exit $failed
