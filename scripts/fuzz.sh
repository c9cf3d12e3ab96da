#!/usr/bin/env bash
# Searches every fuzz target of the module for FUZZTIME (5s). An input that fails lies in testdata/fuzz of its package
# afterwards, where every later `go test` runs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' . | sed 's/:func / /' | sort | while read -r file name; do
	folder=$(dirname "$file")
	echo "fuzz $folder $name"
	if go test -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZTIME:-5s}" "$folder" >"$log" 2>&1; then
		continue
	fi
	# The end of the time sometimes interrupts a worker, which go test takes for a failure (golang.org/issue/48591).
	if grep -q 'context deadline exceeded' "$log" && ! grep -q 'Failing input written' "$log"; then
		continue
	fi
	cat "$log"
	exit 1
done
