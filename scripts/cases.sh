#!/usr/bin/env bash
# cases.sh BINARY: the shared acceptance cases. Those on which any router agrees must pass at 80 %; of the cases from bug
# reports the count is told.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/need.sh
binary=$1
cases=${GRAPHBUILD_SHARED:-../shared}/cases
if [ ! -d "$cases" ]; then
	echo "cases: skipped: no shared inputs in $cases"
	exit 0
fi
need python3 python3
python3 "$cases/run_cases.py" --bin "$binary" --universal-only --min-pass 80 --limit 10
need osmium osmium-tool || true # without it, cases with PBF files stay open
status=0
python3 "$cases/check_bugs.py" --bin "$binary" --cases "$cases/bugs" --bearings -j 2 || status=$?
if [ "$status" -gt 1 ]; then
	echo "check_bugs.py: exit status $status"
	exit 1
fi
