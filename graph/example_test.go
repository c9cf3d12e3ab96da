package graph_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// Example is a whole service: it opens a graph, finds the street nearest to a place, and counts what can be reached from
// there on foot within 500 m.
func Example() {
	path := smallTown()
	defer os.RemoveAll(filepath.Dir(path))

	g, err := graph.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	near := g.Snap(geometry.Point{Lon: 8_6002000, Lat: 46_1001000}, graph.SnapOptions{Modes: facts.ModesOf(facts.Walk)})
	if len(near) == 0 {
		log.Fatal("no street within 200 m")
	}
	edge := g.Edge(near[0].Pair.Edge(facts.Forward))
	fmt.Printf("%.0f m from %s, %d points\n", near[0].DistanceM, edge.Name(), len(edge.AppendGeometry(nil)))

	reached := map[graph.VertexID]uint32{edge.To().ID(): 0}
	for queue := []graph.VertexID{edge.To().ID()}; len(queue) > 0; queue = queue[1:] {
		for _, a := range g.AppendArcs(nil, queue[0]) {
			far := reached[queue[0]] + a.LengthDM
			known, ok := reached[a.To]
			walk := g.Edge(a.Edge).Modes().Has(facts.Walk)
			if walk && far <= 5000 && (!ok || far < known) {
				reached[a.To] = far
				queue = append(queue, a.To)
			}
		}
	}
	fmt.Println(len(reached), "of", g.NumStreetVertices(), "vertices within 500 m")
	// Output:
	// 11 m from Main Street, 3 points
	// 3 of 4 vertices within 500 m
}

// ExamplePairID_Edge finds the vertex nearest to a place along its street.
func ExamplePairID_Edge() {
	path := smallTown()
	defer os.RemoveAll(filepath.Dir(path))
	g, err := graph.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	for _, s := range g.Snap(geometry.Point{Lon: 8_6015000, Lat: 46_1001000}, graph.SnapOptions{Limit: 1}) {
		edge := g.Edge(s.Pair.Edge(facts.Forward))
		nearest := edge.From()
		if s.OffsetM > edge.LengthM()/2 {
			nearest = edge.To()
		}
		back := g.Edge(s.Pair.Edge(facts.Backward))
		fmt.Println("node", nearest.OSMNodeID(), "of the edge to node", edge.To().OSMNodeID(), "and back to node", back.To().OSMNodeID())
	}
	// Output:
	// node 102 of the edge to node 102 and back to node 101
}

// ExampleVertex_Out walks from a node of OSM over the edges that leave it.
func ExampleVertex_Out() {
	path := smallTown()
	defer os.RemoveAll(filepath.Dir(path))
	g, err := graph.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	v, ok := g.VertexOfNode(102)
	if !ok {
		log.Fatal("no such node")
	}
	for e := range v.Out() {
		way, _ := e.OSMWayID()
		fmt.Printf("way %d %s to node %d, %.1f m, by car: %v\n", way, e.Name(), e.To().OSMNodeID(), e.LengthM(), e.Modes().Has(facts.Car))
	}
	// Output:
	// way 11 Church Street to node 103, 300.0 m, by car: false
	// way 10 Main Street to node 101, 154.6 m, by car: true
}

// smallTown writes a graph of three streets in a row, as package build would from OSM, and returns its path.
func smallTown() string {
	t := new(graph.Tables)
	for i := range int32(4) {
		t.Vertices.Point = append(t.Vertices.Point, geometry.Point{Lon: 8_6000000 + 20000*i, Lat: 46_1000000})
		t.Vertices.NodeID.Append(101 + int64(i))
	}
	both, walk := facts.AllModes, facts.ModesOf(facts.Walk)
	t.Facts = []facts.Edge{
		{Type: facts.Street, Class: facts.Residential, Modes: [2]facts.Modes{both, both}},
		{Type: facts.Street, Class: facts.Footway, Modes: [2]facts.Modes{walk, walk}},
	}
	p := &t.Pairs
	p.From, p.To, p.LengthDM = []graph.VertexID{0, 1, 2}, []graph.VertexID{1, 2, 3}, []uint32{1546, 3000, 4000}
	p.Facts, p.Way, p.Reversed = []graph.FactsID{0, 1, 1}, encode.ColOf([]graph.WayID{0, 1, 1}), make([]bool, 3)
	p.InnerStart, p.Inner = []uint32{0, 1, 1, 1}, []geometry.Point{{Lon: 8_6010000, Lat: 46_1000000}}
	t.Ways.ID, t.Ways.Name = encode.ColOf([]int64{10, 11}), encode.StringsOf([]string{"Main Street", "Church Street"})

	var file bytes.Buffer
	if _, err := graph.Write(&file, t, graph.WriteOptions{}); err != nil {
		log.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "town")
	if err != nil {
		log.Fatal(err)
	}
	path := filepath.Join(dir, "town.graph")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		log.Fatal(err)
	}
	return path
}
