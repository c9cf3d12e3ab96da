#!/usr/bin/env bash
# readers.sh BINARY: exports Wilmington in every format and has programs of other people read it: packages from npm, whose
# versions internal/readers/package-lock.json pins, osmium, and, where the shared inputs are there, their reader of
# GraphSON and GraphBinary.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/need.sh
binary=$(realpath "$1")
if ! need_packages internal/readers; then
	echo "readers: not run: nobody else read the exports"
	exit 0
fi
(cd geoparquet && go build -trimpath -o ../bin/graphbuild-geoparquet .)
export PATH=$PWD/bin:$PATH

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
go mod download github.com/paulmach/osm
delaware=$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf
graph=$folder/wilmington.graph
"$binary" build --quiet "$delaware" --gtfs wilmington=testdata/wilmington --bbox -75.60,39.70,-75.50,39.78 -o "$graph"
"$binary" inspect "$graph" --json >"$folder/inspect.json"
export_to() {
	"$binary" export --quiet "$graph" -o "$folder/$1" "${@:2}"
}
export_to edges.geojson --format geojson --layer edges
export_to edges.geojsonl --format geojsonl --layer edges
export_to edges.csv --format csv --layer edges
export_to edges.parquet --format geoparquet --layer edges
export_to graph.graphml --format graphml
export_to graph.osm --format osm
export_to graph.graphson --format graphson
export_to graph.gbin --format graphbinary
export_to vertices.csv --format neptune --layer vertices
export_to neptune-edges.csv --format neptune --layer edges
node internal/readers/check.mjs "$folder"

if need osmium osmium-tool; then
	echo "graph.osm: $(osmium fileinfo --no-progress -e -g data.count.ways "$folder/graph.osm") ways by osmium"
fi
check=${GRAPHBUILD_SHARED:-../shared}/cases/tinkerpop/check.cjs
if [ -f "$check" ]; then
	GREMLIN_JS=internal/readers node "$check" "$folder/graph.graphson" "$folder/graph.gbin"
fi
