package main

import (
	"fmt"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// part is a share of a file, and how many units of something it holds.
type part struct {
	what, unit string
	bytes      int64
	units      int
	others     string // bytes a unit of Delaware in other layouts
}

// printSizes prints, as Markdown, what a graph file takes for each vertex, directed edge, inner point and name.
func printSizes(path string) error {
	g, err := graph.Open(path)
	if err != nil {
		return err
	}
	defer g.Close()
	bytes := make(map[string]int64)
	ways := 0
	for _, s := range g.Sections() {
		bytes[s.Table+"."+s.Column] += s.Bytes
		if s.Table == "ways" {
			ways = max(ways, s.Rows)
		}
	}
	sum := func(columns ...string) (n int64) {
		for _, c := range columns {
			n += bytes[c]
		}
		return n
	}
	vertices, edges, names := g.NumStreetVertices(), streetEdges(g), distinctNames(g)
	fmt.Println("Bytes a unit beside those of Delaware in other layouts. adaptive: an arithmetic coder that learns as it reads, and gives no")
	fmt.Println("row without all before it; c3: the prototype of this layout, without restrictions, index and components; others: programs.")
	fmt.Println("\n| what | unit | bytes | units | bytes a unit | other layouts |\n|---|---|---|---|---|---|")
	for _, p := range []part{
		{"whole file", "vertex", g.FileBytes(), vertices, "c3 27.2; adaptive with ids 20.2"},
		{"whole file", "directed edge", g.FileBytes(), edges, "adaptive 7.9 without lengths; osr 75, OSRM 305"},
		{"topology, facts, lengths", "directed edge", sum("vertices.degree", "pairs.record", "pairs.ref", "facts.modes", "facts.speed"), edges, "c3 2.72"},
		{"coordinates", "vertex", sum("vertices.point"), vertices, "c3 4.60; adaptive 3.71"},
		{"node ids", "vertex", sum("vertices.node_id"), vertices, "c3 2.58; adaptive 2.54"},
		{"geometry", "inner point", sum("pairs.geometry"), innerPoints(g), "c3 3.10; adaptive 2.92 without counts"},
		{"way ids", "way", sum("ways.way_id"), ways, "c3 2.50; adaptive 2.50"},
		{"names of ways", "distinct name", sum("ways.name"), names, "c3 5.83; zstd 7.57"},
	} {
		fmt.Printf("| %s | %s | %d | %d | %.2f | %s |\n", p.what, p.unit, p.bytes, p.units, float64(p.bytes)/float64(max(p.units, 1)), p.others)
	}
	return nil
}

// streetEdges counts the directed edges of streets that some mode may use.
func streetEdges(g *graph.Graph) (n int) {
	for e := range g.Edges() {
		if e.IsStreet() {
			n++
		}
	}
	return n
}

func innerPoints(g *graph.Graph) (n int) {
	var line []geometry.Point
	for p := range graph.PairID(g.NumPairs()) {
		line = g.AppendPairGeometry(line[:0], p)
		n += len(line) - 2
	}
	return n
}

// distinctNames counts the names of ways.
func distinctNames(g *graph.Graph) int {
	seen := make(map[string]bool)
	for e := range g.Edges() {
		seen[e.Name()] = true
	}
	delete(seen, "")
	return len(seen)
}
