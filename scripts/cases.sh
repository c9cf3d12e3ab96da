#!/usr/bin/env bash
# cases.sh BINARY: the shared acceptance cases: those on which any router agrees, and those from bug reports. All must pass;
# MIN_PASS=80 lets a share in per cent do for the first, for work in progress.
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
python3 "$cases/run_cases.py" --bin "$binary" --universal-only --min-pass "${MIN_PASS:-100}" --limit 10
need osmium osmium-tool || true # without it, cases with PBF files stay open
python3 "$cases/check_bugs.py" --bin "$binary" --cases "$cases/bugs" --bearings --allow-unchecked --timeout 300 -j 2
