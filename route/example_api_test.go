package route_test

import (
	"fmt"
	"log"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
)

// withExample calls do with a router of an invented town, and two places in it.
func withExample(do func(r *route.Router, from, to geometry.Point)) {
	path, remove := exampleGraph()
	defer remove()
	g, err := graph.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	defer g.Close()
	from, _ := geometry.FromDegrees(8.001, 50)
	to, _ := geometry.FromDegrees(8, 50.009)
	do(route.NewRouter(g), from, to)
}

// The shortest route in place of the fastest.
func ExampleQuery_shortest() {
	withExample(func(r *route.Router, from, to geometry.Point) {
		a, err := r.NewSearch().Route(route.Query{From: from, To: to, Mode: facts.Car, Shortest: true})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s, %.0f m\n", a.Status, a.DistanceM)
	})
	// Output:
	// ok, 1072 m
}

// Costs of one's own: a second a metre on streets for cars, and half of that where bicycles are alone.
func ExampleRouter_NewCosts() {
	withExample(func(r *route.Router, from, to geometry.Point) {
		calm := r.NewCosts(facts.Bike, func(f *facts.Edge, d facts.Direction) float64 {
			if f.Modes[d].Has(facts.Car) {
				return 1
			}
			return 0.5
		})
		calm.Contract() // for answers in microseconds
		a, err := r.NewSearch().Route(route.Query{From: from, To: to, Mode: facts.Bike, Costs: calm})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s, %.0f m\n", a.Status, a.DistanceM)
	})
	// Output:
	// ok, 1072 m
}

// The times from one place to many, or from many to many.
func ExampleSearch_Table() {
	withExample(func(r *route.Router, from, to geometry.Point) {
		t, err := r.NewSearch().Table(route.TableQuery{
			From: []geometry.Point{from}, To: []geometry.Point{from, to}, Mode: facts.Walk,
		})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(t.MS[0], "ms,", t.MS[1]/60_000, "minutes")
	})
	// Output:
	// 0 ms, 12 minutes
}

// Other routes that are not much longer.
func ExampleSearch_Alternatives() {
	withExample(func(r *route.Router, from, to geometry.Point) {
		list, err := r.NewSearch().Alternatives(route.Query{From: from, To: to, Mode: facts.Walk}, 2)
		if err != nil {
			log.Fatal(err)
		}
		for _, a := range list {
			fmt.Printf("%.0f m by %s\n", a.DistanceM, a.Legs[0].Steps[1].Name)
		}
	})
	// Output:
	// 1072 m by West Street
}

// What can be reached in five minutes on foot, as polygons.
func ExampleSearch_Isochrone() {
	withExample(func(r *route.Router, from, _ geometry.Point) {
		iso, err := r.NewSearch().Isochrone(route.IsochroneQuery{From: from, Mode: facts.Walk, LimitS: 300})
		if err != nil {
			log.Fatal(err)
		}
		outer := iso.Polygons[0][0]
		fmt.Println(len(iso.Polygons), "polygon, closed:", outer[0] == outer[len(outer)-1])
	})
	// Output:
	// 1 polygon, closed: true
}
