package route_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"graphbuild/build"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
)

// A service opens a graph once, makes a router for it, and a search for each goroutine.
func Example() {
	path, remove := exampleGraph()
	defer remove()
	g, err := graph.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	search := route.NewRouter(g).NewSearch()
	from, _ := geometry.FromDegrees(8.001, 50)
	to, _ := geometry.FromDegrees(8, 50.009)
	answer, err := search.Route(route.Query{From: from, To: to, Mode: facts.Bike})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s, %.0f m\n", answer.Status, answer.DistanceM)
	for _, step := range answer.Legs[0].Steps {
		fmt.Printf("way/%d %s, %.0f m\n", step.OSMWayID, step.Name, step.DistanceM)
	}
	// Output:
	// ok, 1072 m
	// way/100 South Street, 71 m
	// way/103 West Street, 1001 m
}

// exampleGraph builds the graph of an invented town.
func exampleGraph() (path string, remove func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	path = filepath.Join(dir, "town.graph")
	town := build.Input{Path: filepath.Join("..", "cmd", "graphbuild", "testdata", "inputs", "town.osm")}
	if _, err := build.Run(context.Background(), build.Config{Inputs: []build.Input{town}, Output: path}); err != nil {
		log.Fatal(err)
	}
	return path, func() { os.RemoveAll(dir) }
}
