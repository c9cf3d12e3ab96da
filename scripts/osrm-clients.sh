#!/usr/bin/env bash
# Runs clients of OSRM by other people, a map plugin among them, against `graphbuild serve` with the sample graph: see
# internal/osrmclients. They are installed from npm. Where Node.js is missing it says so and tests nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/need.sh
clients=internal/osrmclients
if ! need_packages $clients; then
	echo "osrm-clients: not run: it needs node, npm and their packages (on Debian: apt-get install nodejs npm)"
	exit 0
fi
work=$(mktemp -d)
pid=
trap 'if [ -n "$pid" ]; then kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; fi; rm -rf "$work"' EXIT

CGO_ENABLED=0 go build -o "$work/graphbuild" ./cmd/graphbuild
go mod download github.com/paulmach/osm
delaware=$(go list -m -f '{{.Dir}}' github.com/paulmach/osm)/testdata/delaware-latest.osm.pbf
"$work/graphbuild" build --quiet "$delaware" --ch car,bike -o "$work/sample.graph" >/dev/null

"$work/graphbuild" serve "$work/sample.graph" --listen 127.0.0.1:0 --log off >"$work/address" &
pid=$!
for _ in $(seq 600); do
	[ -s "$work/address" ] && break
	kill -0 "$pid" # fails where the service has ended
	sleep 0.1
done
node $clients/check.mjs "$(head -n 1 "$work/address")"
