#!/usr/bin/env bash
# Prints encodings of edges side by side as Markdown: of Delaware, from the module paulmach/osm, and synthetic ones.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

go mod download github.com/paulmach/osm
delaware=$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf
./graphbuild build --quiet "$delaware" -o "$work/delaware.graph"
cd internal/codecbench
go run . "$work/delaware.graph"
