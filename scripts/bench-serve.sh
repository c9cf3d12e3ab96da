#!/usr/bin/env bash
# Measures the service on Delaware from the module paulmach/osm, and its start on the graph files that are given: see
# internal/servebench. Fails where the first answer comes later than 20 ms after exec, the memory is more than 60 MB over the
# file, HTTP adds more than 0.1 ms to a route for a client that is awake, 1,000 look-ups in one batch are less than 20 times
# faster than apart, or less than nine tenths of the cost of transport are gone for 1,000 routes in one batch. ONLY=http,memory
# measures these parts alone.
# With STRESS=20m it does not measure, but asks for so long with 50 clients while the file is swapped every 20 seconds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

go build -o "$work/servebench" ./internal/servebench
go mod download github.com/paulmach/osm
delaware=$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf
./graphbuild build --quiet "$delaware" testdata/wilmington -o "$work/delaware.graph"
if [ -n "${STRESS:-}" ]; then
	./graphbuild build --quiet "$delaware" -o "$work/other.graph"
	exec "$work/servebench" -stress "$STRESS" "$work/delaware.graph" "$work/other.graph"
fi
echo "machine: $(uname -sm), $(getconf _NPROCESSORS_ONLN) cores,$(sed -n 's/^model name[^:]*://p' /proc/cpuinfo 2>/dev/null | head -1), $(go version)"
echo "load:    $(uptime | sed 's/.*load average/load average/')"
"$work/servebench" -only "${ONLY:-}" -max 20,60,0.1,20,0.9 "$work/delaware.graph" "$@"
