package transit_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/transit"
)

// sample builds the sample feed of the repository, without streets.
func sample() *graph.Graph {
	dir, err := os.MkdirTemp("", "sample")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	c := build.Config{Inputs: []build.Input{{Path: "../../testdata/wilmington"}}, Output: filepath.Join(dir, "sample.graph")}
	if _, err := build.Run(context.Background(), c); err != nil {
		log.Fatal(err)
	}
	data, err := os.ReadFile(c.Output)
	if err != nil {
		log.Fatal(err)
	}
	g, err := graph.Load(data)
	if err != nil {
		log.Fatal(err)
	}
	return g
}

// Plan the journey that arrives first.
func Example() {
	g := sample() // or graph.Open("city.graph")
	router := transit.NewRouter(g, route.NewRouter(g))
	search := router.NewSearch() // one for each goroutine

	from, to := g.Stop(0).Point(), g.Stop(3).Point()
	answer, err := search.Plan(transit.Query{
		From: from, To: to,
		Time: time.Date(2026, 6, 3, 8, 0, 0, 0, router.Zone()),
	})
	if err != nil || answer.Status != route.OK {
		log.Fatal(answer.Error, err)
	}
	for _, leg := range answer.Journeys[0].Legs {
		how := "walk"
		if leg.Walk == nil {
			how = leg.Trip.Route().ShortName()
		}
		fmt.Println(leg.Depart.Format("15:04"), leg.Arrive.Format("15:04"), how)
	}
	// Output:
	// 08:02 08:04 walk
	// 08:04 08:12 20
	// 08:12 08:24 walk
}
