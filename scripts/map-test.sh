#!/usr/bin/env bash
# Drives the map of `graphbuild serve` in a headless Chromium: packs the page, builds the program with it, serves the sample
# graph on a free port of this machine, and runs web/test/map.mjs. Screenshots go to a folder that is named at the end, or to
# $SCREENSHOTS. Where Chromium or Node.js is missing it says so and tests nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/need.sh

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$chromium" ] || ! need_packages web; then
	echo "map-test: not run: it needs chromium, node, npm and their packages (on Debian: apt-get install chromium nodejs npm)"
	exit 0
fi
folder=${SCREENSHOTS:-$(mktemp -d /tmp/map-test.XXXXXX)}
work=$(mktemp -d)
pid=
trap 'if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; fi; rm -rf "$work"' EXIT

node web/build.mjs >/dev/null
CGO_ENABLED=0 go build -o "$work/graphbuild" ./cmd/graphbuild
go mod download github.com/paulmach/osm
delaware=$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf
"$work/graphbuild" build --quiet "$delaware" --gtfs wilmington=testdata/wilmington -o "$work/sample.graph" >/dev/null
"$work/graphbuild" extract --quiet "$work/sample.graph" --bbox=-75.56,39.73,-75.53,39.76 -o "$work/town.graph" >/dev/null

"$work/graphbuild" serve "$work/sample.graph" "$work/town.graph" --listen 127.0.0.1:0 --log off >"$work/address" &
pid=$!
for _ in $(seq 600); do
	[ -s "$work/address" ] && break
	kill -0 "$pid" # fails where the service has ended
	sleep 0.1
done
node web/test/map.mjs "$(head -n 1 "$work/address")" "$chromium" "$folder"
