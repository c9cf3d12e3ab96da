#!/usr/bin/env bash
# Sets Dijkstra and A* over the packed file beside the same over plain slices, on Delaware from the module paulmach/osm, and on
# the graph files that are given. Fails where the packed file takes more than 1.3 times the time or 30 ns more a settled vertex,
# or where expanding Delaware makes less than 2 GB/s of result a core.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

go build -o "$work/searchbench" ./internal/searchbench
go mod download github.com/paulmach/osm
delaware=$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf
./graphbuild build --quiet "$delaware" -o "$work/delaware.graph"
"$work/searchbench" -pairs 200 -max 1.3,30,2 "$work/delaware.graph" || failed=1
for file in "$@"; do
	"$work/searchbench" -pairs 8 -rounds 3 -max 1.3,30,0 "$file" || failed=1
done
exit $failed
