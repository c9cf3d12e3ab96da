#!/usr/bin/env bash
# bench-peers.sh [FILE]: graphbuild, `osmium fileinfo -e` (reads and inflates all, makes nothing) and planetsplitter of
# Routino (makes a routing database) in turn on the same file, five times. The file is Delaware unless one is named.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/need.sh
need osmium osmium-tool
need planetsplitter routino
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/bench" ./internal/bench
go mod download github.com/paulmach/osm
file=${1:-$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf}
mkdir "$work/routino"

echo "machine: $(uname -sm), $(getconf _NPROCESSORS_ONLN) cores,$(sed -n 's/^model name[^:]*://p' /proc/cpuinfo 2>/dev/null | head -1), $(go version)"
osmium --version | head -1
dpkg-query -W -f '${Package} ${Version}\n' routino 2>/dev/null || true
commands=(
	"graphbuild|$work/out.graph|./graphbuild build --quiet $file -o $work/out.graph"
	"osmium||osmium fileinfo -e --no-progress $file"
	"planetsplitter|$work/routino|planetsplitter --dir=$work/routino --prefix=x --tagging=/usr/share/routino/tagging.xml $file"
)
printf '%s\n' "${commands[@]}" | sed 's/^[^|]*|[^|]*|/$ /'
"$work/bench" -n 5 "${commands[@]}"
