#!/usr/bin/env bash
# compare-routino.sh BINARY [PAIRS]: see compare-routino.py; the map is Delaware, from the module paulmach/osm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/need.sh
need python3 python3
need planetsplitter routino
go mod download github.com/paulmach/osm
delaware=$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf
exec python3 scripts/compare-routino.py "$1" "$delaware" "${2:-300}"
