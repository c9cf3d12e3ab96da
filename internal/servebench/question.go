package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// question is a query: the address for one request, and the line for batches and WebSockets.
type question struct {
	path string
	line string
}

// questions are the same for every run on a file.
type questions struct {
	vertices []question
	short    []question // routes of some hundred metres
	long     []question // routes between any two places
	nearest  []question
	tables   []question // 10 by 10
}

// readQuestions makes n questions of each kind on the largest component of a file for cars.
func readQuestions(path string, n int) (*questions, error) {
	g, err := graph.Open(path)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	p := &picker{g: g, random: rand.New(rand.NewPCG(1, 2))}
	if _, ok := p.vertex(); !ok {
		return nil, fmt.Errorf("%s: no streets for cars", path)
	}
	q := &questions{}
	for range n {
		v, _ := p.vertex()
		q.vertices = append(q.vertices, question{fmt.Sprintf("/vertex/v1/%d", v), fmt.Sprintf(`{"kind":"vertex","vertex":%d}`, v)})
		a, b := g.PointOf(v), g.PointOf(p.near(v))
		q.short = append(q.short, routeOf(a, b))
		w, _ := p.vertex()
		q.long = append(q.long, routeOf(a, g.PointOf(w)))
		q.nearest = append(q.nearest, question{"/nearest/v1/car/" + text(a), line(map[string]any{"kind": "nearest", "mode": "car", "at": lonLat(a)})})
		q.tables = append(q.tables, p.table(10))
	}
	return q, nil
}

// picker picks vertices at random.
type picker struct {
	g      *graph.Graph
	random *rand.Rand
}

// vertex returns a vertex of the largest component; false where it finds none.
func (p *picker) vertex() (graph.VertexID, bool) {
	for range 1_000_000 {
		if v := graph.VertexID(p.random.IntN(max(p.g.NumStreetVertices(), 1))); p.g.Component(v, facts.Car) == 0 {
			return v, true
		}
	}
	return 0, false
}

// near returns a vertex of the component that is near by its number, which follows a curve.
func (p *picker) near(v graph.VertexID) graph.VertexID {
	for i := graph.VertexID(20); i < 2000; i++ {
		if w := v + i; int(w) < p.g.NumStreetVertices() && p.g.Component(w, facts.Car) == 0 {
			return w
		}
	}
	return v
}

// table returns a question for a table of n places around a vertex.
func (p *picker) table(n int) question {
	v, _ := p.vertex()
	path, sep, places := "/table/v1/car/", "", [][2]float64(nil)
	for range n {
		a := p.g.PointOf(v)
		path, sep = path+sep+text(a), ";"
		places = append(places, lonLat(a))
		v = p.near(v)
	}
	return question{path, line(map[string]any{"kind": "table", "mode": "car", "sources": places})}
}

func routeOf(a, b geometry.Point) question {
	return question{
		"/route/v1/car/" + text(a) + ";" + text(b) + "?overview=full",
		line(map[string]any{"from": lonLat(a), "to": lonLat(b), "mode": "car"}),
	}
}

func lonLat(p geometry.Point) [2]float64 { lon, lat := p.Degrees(); return [2]float64{lon, lat} }

func text(p geometry.Point) string {
	x := lonLat(p)
	return fmt.Sprintf("%.7f,%.7f", x[0], x[1])
}

func line(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers alone
	}
	return string(b)
}
