#!/usr/bin/env bash
# Builds a graph of Delaware, from the test data of the module paulmach/osm, with the feed in testdata/wilmington; shows
# what is in it, and a way through Wilmington. Map data © OpenStreetMap contributors, ODbL.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
go mod download github.com/paulmach/osm
delaware=$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf

run() {
	echo
	echo "\$ $*"
	"$@"
}
run ./graphbuild build "$delaware" --gtfs wilmington=testdata/wilmington -o sample.graph
run ./graphbuild inspect sample.graph
run ./graphbuild route sample.graph --from 39.7447,-75.5484 --to 39.7368,-75.5513 --mode walk
