#!/usr/bin/env bash
# race.sh PACKAGE...: the tests of packages with goroutines under the race detector, which needs a C compiler.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/need.sh
if ! need gcc gcc; then
	echo "race: skipped: no C compiler"
	exit 0
fi
# Comparisons with oracles on one goroutine find no race, and take minutes here: `go test` has them.
CGO_ENABLED=1 go test -race -short -timeout 30m -skip '^(TestOraclePBF|TestOracleXML|TestBombs|TestFeeds)$' "$@"
