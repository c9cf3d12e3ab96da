package graph

import (
	"math"
	"sync"
	"sync/atomic"

	"graphbuild/facts"
)

// Arc is what a search needs of a street edge at a vertex.
type Arc struct {
	Edge     EdgeID
	To       VertexID // the other end
	LengthDM uint32   // decimetres
	Facts    FactsID
}

// ArcOf returns a street edge as an arc, and where it starts. Ends out of range, of a corrupt file or an edge that there is
// not, are NoVertex.
func (g *Graph) ArcOf(e EdgeID) (a Arc, from VertexID) {
	g.mustBeOpen()
	p := PairID(e / 2)
	if int(p) >= g.street.pairs {
		return Arc{Edge: e, To: NoVertex, Facts: math.MaxUint32}, NoVertex
	}
	from = g.street.fromOf(p)
	to, f, lengthDM := g.street.pairAt(p, from)
	if facts.Direction(e%2) == facts.Backward {
		from, to = to, from
	}
	return Arc{Edge: e, To: g.streetOrNone(to), LengthDM: lengthDM, Facts: f}, g.streetOrNone(from)
}

// streetOrNone returns a street vertex, NoVertex for any other number.
func (g *Graph) streetOrNone(v VertexID) VertexID {
	if int(v) >= g.street.vertices {
		return NoVertex
	}
	return v
}

// AppendArcs appends the street edges out of v to buf and returns it, also those that a mode may not use. An edge is
// along its pair when Edge%2 is 0. Corrupt numbers never lead out of the graph: such arcs are left out.
func (g *Graph) AppendArcs(buf []Arc, v VertexID) []Arc {
	return g.appendArcs(buf, v, 0)
}

// AppendArcsIn appends the street edges that run into v: To of these arcs is where they come from.
func (g *Graph) AppendArcsIn(buf []Arc, v VertexID) []Arc {
	return g.appendArcs(buf, v, 1)
}

// appendArcs appends the edges at v; flip is 1 for those that run into v.
func (g *Graph) appendArcs(buf []Arc, v VertexID, flip EdgeID) []Arc {
	g.mustBeOpen()
	s := &g.street
	if int(v) >= s.vertices {
		return buf
	}
	if s.slices != nil {
		return s.slices.appendTo(buf, v, flip)
	}
	if s.packed != nil {
		n := len(buf)
		buf = appendStar(buf, &s.packed.views().star, v)
		for i := range buf[n:] {
			buf[n+i].Edge ^= flip
		}
		return buf
	}
	return s.appendPlain(buf, v, flip)
}

// appendPlain is appendArcs for columns in slices.
func (s *streets) appendPlain(buf []Arc, v VertexID, flip EdgeID) []Arc {
	first, end := s.starting(v)
	for p := first; p < end; p++ {
		to, f, length := s.pairAt(PairID(p), v)
		if int(to) < s.vertices {
			buf = append(buf, Arc{EdgeID(2*p) + flip, to, length, f})
		}
	}
	first, end = s.ending(v)
	for i := first; i < end; i++ {
		p, from := s.refAt(i, v)
		if int(p) < s.pairs && int(from) < s.vertices {
			_, f, length := s.pairAt(p, from)
			buf = append(buf, Arc{EdgeID(2*p) + 1 - flip, from, length, f})
		}
	}
	return buf
}

// factTable is the table of distinct facts, decoded when first asked for: about 30 bytes a row, some hundred rows.
type factTable struct {
	once sync.Once
	rows atomic.Pointer[[]facts.Edge]
}

// all returns all rows.
func (f *factTable) all(g *Graph) []facts.Edge {
	if rows := f.rows.Load(); rows != nil {
		return *rows
	}
	return f.decode(g)
}

func (f *factTable) decode(g *Graph) []facts.Edge {
	f.once.Do(func() {
		rows := g.decodeFacts()
		f.rows.Store(&rows)
	})
	return *f.rows.Load()
}

// noFacts stands for a number out of range: an edge that nothing may use.
var noFacts facts.Edge

// FactsAt returns a row of the facts, as stored: index 0 is along the pair. It must not be changed. A number out of
// range gives facts that no mode may use.
func (g *Graph) FactsAt(f FactsID) *facts.Edge {
	g.mustBeOpen()
	rows := g.facts.all(g)
	if int(f) >= len(rows) {
		return &noFacts
	}
	return &rows[f]
}
