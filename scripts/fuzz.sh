#!/usr/bin/env bash
# Searches every fuzz target of the module for FUZZTIME (3s). An input that fails lies in testdata/fuzz of its package
# afterwards, where every later `go test` runs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
corpora=$(go env GOCACHE)/fuzz # where go test -fuzz keeps what it finds

# search FOLDER NAME: searches one target with the test that was compiled last. Without a bound, making large inputs smaller takes
# all of the time.
search() {
	(cd "$1" && "$work/test" -test.run '^$' -test.fuzz "^$2\$" -test.fuzztime "${FUZZTIME:-3s}" -test.fuzzminimizetime 100x \
		-test.fuzzcachedir "$corpora/$(go list .)" -test.timeout 0 </dev/null >"$work/log" 2>&1) && return 0
	# The end of the time sometimes interrupts a worker, which counts as a failure (golang.org/issue/48591).
	grep -q 'context deadline exceeded' "$work/log" && ! grep -q 'Failing input written' "$work/log" && return 0
	cat "$work/log"
	return 1
}

last=
grep -roE --include='*_test.go' '^func Fuzz[A-Za-z0-9_]+' . | sed 's,/[^/]*:func , ,' | sort | while read -r folder name; do
	echo "fuzz $folder $name"
	if [ "$folder" != "$last" ]; then # all targets of a package are in one test
		go test -c -fuzz . -o "$work/test" "$folder" </dev/null
		last=$folder
	fi
	search "$folder" "$name"
done
