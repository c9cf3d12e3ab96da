package guidance

import (
	"math"
	"sync/atomic"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// Bearings remembers in which direction edges leave their start, since to read the line of an edge takes longer than all else
// about a junction. It takes 4 bytes an edge, in pages of those that were asked for. Any number of goroutines may ask.
type Bearings struct {
	g     *graph.Graph
	pages []atomic.Pointer[bearingPage]
}

// bearingPage has the bearings of edges that follow each other, in 1/128 degree and one more than that; 0 is not known yet.
type bearingPage [pageEdges]atomic.Uint32

const (
	pageEdges     = 1 << 12
	bearingPoints = 128 // of a degree
)

// NewBearings returns the bearings of a graph, of which none is known yet.
func NewBearings(g *graph.Graph) *Bearings {
	return &Bearings{g: g, pages: make([]atomic.Pointer[bearingPage], g.NumStreetEdges()/pageEdges+1)}
}

// of returns the bearing in degrees clockwise from north, rounded to 1/128; line is memory to read the points of the edge into.
func (x *Bearings) of(e graph.EdgeID, line *[]geometry.Point) float64 {
	slot := &x.page(int(e) / pageEdges)[e%pageEdges]
	v := slot.Load()
	if v == 0 {
		*line = x.g.Edge(e).AppendGeometry((*line)[:0])
		v = 1 + uint32(math.Round(bearingAtStart(*line)*bearingPoints))
		slot.Store(v) // another goroutine finds the same
	}
	return float64(v-1) / bearingPoints
}

func (x *Bearings) page(i int) *bearingPage {
	p := x.pages[i].Load()
	if p == nil {
		x.pages[i].CompareAndSwap(nil, new(bearingPage))
		p = x.pages[i].Load()
	}
	return p
}
