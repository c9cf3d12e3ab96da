package walk

import (
	"math"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// place is where a position lies on a pair.
type place struct {
	pair     graph.PairID
	end      [2]graph.VertexID
	offsetDM uint32
	lengthDM uint32
	asideDM  uint32 // from the position in a straight line; 0 where no street is nearer
	facts    graph.FactsID
	point    geometry.Point
}

// Island says that the streets nearest to a position lead to few others.
type Island struct {
	StreetsM float64 // of street that hang together there
	// Where there are more streets within reach, the search set out from these as well: Aside is the nearest place on
	// them, so many metres from the position in a straight line. False where there are none.
	HasAside bool
	Aside    geometry.Point
	AsideM   float64
}

// Island returns the island on which the position of the last search lies; false where it lies on none.
func (s *Search) Island() (Island, bool) { return s.island, s.island.StreetsM > 0 }

// equallyM is how much farther than the nearest street another one may be to count as equally near, in metres.
const equallyM = 0.02

// MainlandM is the length of street, in metres, from which on what hangs together is no island that riders would be trapped on: for
// walks, for stops, which the builder ties to the mainland too, and for routes.
const MainlandM = 5000

// snap finds the places of a position: on the nearest streets, and where these are part of an island, on the nearest one of
// the mainland.
func (s *Search) snap(p geometry.Point) {
	near := graph.SnapOptions{MaxM: s.o.SnapM, Modes: facts.ModesOf(s.mode)}
	nearest := s.snapNear(p, near, false)
	if nearest == nil {
		return
	}
	v := s.n.g.Edge(nearest.Pair.Edge(facts.Forward)).From().ID()
	if s.n.g.Component(v, facts.Walk) == 0 {
		return
	}
	streetsM := s.streetsAt(v)
	if streetsM >= MainlandM {
		return
	}
	s.island = Island{StreetsM: math.Max(streetsM, 0.1)}
	if near.MaxM = s.asideLimitM(); near.MaxM > 0 {
		s.snapMainland(p, near, streetsM)
	}
}

// snapNear adds the nearest places, and returns one of them; nil where there is none.
func (s *Search) snapNear(p geometry.Point, near graph.SnapOptions, aside bool) *graph.Snap {
	near.Limit, near.EquallyM = 64, equallyM
	snaps := s.n.g.Snap(p, near)
	for _, x := range snaps {
		e := s.n.g.Edge(x.Pair.Edge(facts.Forward))
		f, _ := e.FactsID()
		at := place{pair: x.Pair, end: [2]graph.VertexID{e.From().ID(), e.To().ID()}, facts: f, point: x.Point}
		at.lengthDM = uint32(10*e.LengthM() + 0.5)
		at.offsetDM = min(uint32(10*x.OffsetM+0.5), at.lengthDM)
		if aside {
			at.asideDM = uint32(10*x.DistanceM + 0.5)
		}
		s.places = append(s.places, at)
	}
	if len(snaps) == 0 {
		return nil
	}
	return &snaps[0]
}

// asideLimitM returns how far away the mainland may be: no farther than a street, nor than the search goes.
func (s *Search) asideLimitM() float64 {
	m := s.o.SnapM
	if m == 0 {
		m = graph.DefaultSnapM
	}
	return min(m, float64(s.limit)/1000*KMH/3.6)
}

// snapMainland adds the nearest places on a component that is no island, or else on the one with the most streets where these
// are more than a number of metres.
func (s *Search) snapMainland(p geometry.Point, near graph.SnapOptions, aboveM float64) {
	known := map[uint32]float64{}
	best := uint32(graph.NoComponent)
	component := func(e graph.EdgeID) uint32 {
		v := s.n.g.Edge(e &^ 1).From().ID()
		c := s.n.g.Component(v, facts.Walk)
		if _, ok := known[c]; !ok {
			known[c] = s.streetsAt(v)
		}
		if known[c] > aboveM {
			best, aboveM = c, known[c]
		}
		return c
	}
	near.Accept = func(e graph.EdgeID) bool { return known[component(e)] >= MainlandM }
	x := s.snapNear(p, near, true)
	if x == nil && best != graph.NoComponent {
		near.Accept = func(e graph.EdgeID) bool { return component(e) == best }
		x = s.snapNear(p, near, true)
	}
	if x != nil {
		s.island.HasAside, s.island.Aside, s.island.AsideM = true, x.Point, x.DistanceM
	}
}

// streetsAt returns the metres of street of the component of a vertex, or MainlandM where it has as many.
func (s *Search) streetsAt(v graph.VertexID) float64 {
	c := s.n.g.Component(v, facts.Walk)
	if m, ok := s.n.islands.Load(c); ok {
		return m.(float64)
	}
	m := s.measure(v, c)
	s.n.islands.Store(c, m)
	return m
}

// measure looks at the streets of the component of a vertex, up to MainlandM.
func (s *Search) measure(v graph.VertexID, c uint32) float64 {
	dm := uint64(0)
	s.index.reset()
	s.index.at(uint32(v))
	todo := []graph.VertexID{v}
	for len(todo) > 0 && dm < 10*MainlandM {
		v = todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s.arcs = s.n.g.AppendArcs(s.arcs[:0], v)
		for _, a := range s.arcs {
			dir := uint32(a.Edge & 1)
			if s.n.pace[0][2*uint32(a.Facts)+dir].ms == 0 || s.n.g.Component(a.To, facts.Walk) != c {
				continue
			}
			if dir == 0 || s.n.pace[0][2*uint32(a.Facts)].ms == 0 { // else it counts from its other end
				dm += uint64(a.LengthDM)
			}
			if _, taken := s.index.at(uint32(a.To)); !taken {
				todo = append(todo, a.To)
			}
		}
	}
	s.index.reset()
	return min(float64(dm)/10, MainlandM)
}
