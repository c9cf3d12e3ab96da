package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// Coordinate is a position in degrees, an object of its own as in the source experiment.
type Coordinate struct{ X, Y float64 }

// Vertex is an end of edges.
type Vertex struct {
	ID int64
	At Coordinate
}

// Edge is a stretch of street. From and To are places among the vertices of its Set.
type Edge struct {
	From, To int32
	Way      int64
	Name     string
	Class    uint8
	Flags    uint16
	Speed    uint16 // 1/100 km/h
	LengthDM uint32
	Geometry []Coordinate // between the ends
}

// Set is what each codec writes and reads.
type Set struct {
	Vertices []Vertex
	Edges    []Edge
}

func coordinateOf(p geometry.Point) Coordinate {
	return Coordinate{float64(p.Lon) / 1e7, float64(p.Lat) / 1e7}
}

// e7 returns the coordinate in units of 1e-7 degrees: what was made from such is the same again.
func (c Coordinate) e7() (x, y int32) {
	return int32(math.Round(c.X * 1e7)), int32(math.Round(c.Y * 1e7))
}

func fromE7(x, y int32) Coordinate { return Coordinate{float64(x) / 1e7, float64(y) / 1e7} }

// allOf returns all edge pairs of a graph.
func allOf(g *graph.Graph) Set {
	pairs := make([]graph.PairID, g.NumPairs())
	for p := range pairs {
		pairs[p] = graph.PairID(p)
	}
	return setOf(g, pairs)
}

// largestOf returns the n edge pairs with most points.
func largestOf(g *graph.Graph, n int) Set {
	points := make([]int, g.NumPairs())
	pairs := make([]graph.PairID, g.NumPairs())
	for p := range pairs {
		pairs[p] = graph.PairID(p)
		points[p] = len(g.AppendPairGeometry(nil, graph.PairID(p)))
	}
	slices.SortStableFunc(pairs, func(a, b graph.PairID) int { return cmp.Compare(points[b], points[a]) })
	return setOf(g, pairs[:min(n, len(pairs))])
}

// setOf returns some edge pairs and their ends.
func setOf(g *graph.Graph, pairs []graph.PairID) Set {
	var s Set
	place := make(map[graph.VertexID]int32)
	end := func(v graph.Vertex) int32 {
		k, ok := place[v.ID()]
		if !ok {
			k = int32(len(s.Vertices))
			place[v.ID()] = k
			s.Vertices = append(s.Vertices, Vertex{v.OSMNodeID(), coordinateOf(v.Point())})
		}
		return k
	}
	var line []geometry.Point
	for _, p := range pairs {
		e := g.Edge(graph.EdgeID(2 * p))
		f := e.Facts()
		way, _ := e.OSMWayID()
		x := Edge{From: end(e.From()), To: end(e.To()), Way: way, Name: e.Name(), Class: uint8(f.Class), Flags: uint16(f.Flags),
			Speed: uint16(f.Speed[0]), LengthDM: uint32(e.LengthM()*10 + 0.5)}
		line = e.AppendGeometry(line[:0])
		for _, q := range line[1 : len(line)-1] {
			x.Geometry = append(x.Geometry, coordinateOf(q))
		}
		s.Edges = append(s.Edges, x)
	}
	return s
}

// synthetic returns n edges of so many points each, which wander about.
func synthetic(n, points int) Set {
	r := rand.New(rand.NewPCG(1, 1))
	var s Set
	for k := range n {
		x, y := int32(-755000000+r.IntN(1000000)), int32(390000000+r.IntN(1000000))
		e := Edge{From: int32(2 * k), To: int32(2*k + 1), Way: int64(1000000 + 37*k), Name: "Road " + string(rune('A'+k)), Class: 12, Speed: 4000}
		s.Vertices = append(s.Vertices, Vertex{int64(100000000 + 2*k), fromE7(x, y)})
		for range points {
			x, y = x+int32(r.IntN(2001)-900), y+int32(r.IntN(2001)-900)
			e.Geometry = append(e.Geometry, fromE7(x, y))
			e.LengthDM += 100
		}
		s.Vertices = append(s.Vertices, Vertex{int64(100000001 + 2*k), fromE7(x+500, y+500)})
		s.Edges = append(s.Edges, e)
	}
	return s
}
