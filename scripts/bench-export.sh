#!/usr/bin/env bash
# bench-export.sh: how fast graphs are exported, and property graphs written and read, as Markdown. Exports are of Delaware
# from the shared inputs; followedBy is the part of Grateful Dead with 338 vertices and 7,047 edges, small a graph of the size
# of a short answer. B/op and allocs/op are the memory of one run. Times are wall times unless they say cpu.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# table PACKAGE BENCHMARK turns the lines of a benchmark into rows, with the columns that any of them has.
table() {
	(cd "$1" && go test -run '^$' -bench "$2" -timeout 30m .) | awk '
		/^Benchmark/ {
			name = $1; sub(/^Benchmark[A-Za-z]*\//, "", name); sub(/-[0-9]+$/, "", name)
			rows[++n] = name
			for (i = 3; i < NF; i += 2) {
				value[name, $(i + 1)] = $i
				if (!($(i + 1) in seen)) { seen[$(i + 1)] = 1; columns[++m] = $(i + 1) }
			}
		}
		END {
			head = "| |"; rule = "|---|"
			for (j = 1; j <= m; j++) { head = head " " columns[j] " |"; rule = rule "---:|" }
			print head; print rule
			for (i = 1; i <= n; i++) {
				line = "| " rows[i] " |"
				for (j = 1; j <= m; j++) line = line " " value[rows[i], columns[j]] " |"
				print line
			}
		}'
}

echo "## Export of Delaware"
table export BenchmarkExport
echo
echo "## followedBy, written and read"
table export BenchmarkFollowedBy
echo
echo "## A small and a large graph in the formats of TinkerPop; scan reads into one vertex and one edge"
table tinkerpop BenchmarkGraphs
echo
echo "## Answers of GraphBinary through the Go client of TinkerPop, over loopback"
table internal/gremlintest BenchmarkClient
