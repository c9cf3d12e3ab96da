package route

import (
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// newChain returns the search on foot of a map of one street of so many pairs in a row.
func newChain(t *testing.T, pairs int, lengthDM uint32, oneWay bool) *Search {
	t.Helper()
	f := facts.Edge{Type: facts.Street, Class: facts.Footway, Modes: [2]facts.Modes{facts.RoutedModes, facts.RoutedModes}}
	if oneWay {
		f.Modes[facts.Backward] = 0
	}
	tab := &graph.Tables{Facts: []facts.Edge{f}}
	for v := range pairs + 1 {
		tab.Vertices.Point = append(tab.Vertices.Point, geometry.Point{Lon: 10_0000000 + int32(v), Lat: 50_0000000})
		tab.Vertices.NodeID.Append(int64(v + 1))
	}
	tab.Ways.ID.Append(1)
	tab.Ways.Name.Append("")
	tab.Pairs.InnerStart = make([]uint32, pairs+1)
	for p := range graph.VertexID(pairs) {
		tab.Pairs.From = append(tab.Pairs.From, p)
		tab.Pairs.To = append(tab.Pairs.To, p+1)
		tab.Pairs.LengthDM = append(tab.Pairs.LengthDM, lengthDM)
		tab.Pairs.Facts = append(tab.Pairs.Facts, 0)
		tab.Pairs.Way.Append(0)
		tab.Pairs.Reversed = append(tab.Pairs.Reversed, false)
	}
	g, err := graph.NewGraph(tab)
	if err != nil {
		t.Fatal(err)
	}
	s := NewRouter(g).NewSearch()
	s.m = s.r.mode(facts.Walk)
	return s
}

// TestIslandsAreOfFewEdges: what hangs together is an island where it is short, and of not very many edges.
func TestIslandsAreOfFewEdges(t *testing.T) {
	for _, c := range []struct {
		name     string
		pairs    int
		lengthDM uint32
		oneWay   bool
		want     bool
	}{
		{"short", 100, 499, false, true},
		{"long", 100, 500, false, false},
		{"many edges", regionEdges / 2, 1, false, true},
		{"one pair more", regionEdges/2 + 1, 1, false, false},
		{"one way", regionEdges, 1, true, true},
		{"one edge more", regionEdges + 1, 1, true, false},
	} {
		s := newChain(t, c.pairs, c.lengthDM, c.oneWay)
		if got := s.newShore(ahead).isIsland(0); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestIslandsAreNotLookedAtForEver: each of the edges of a chain of one-way edges without length leads to one edge more than the
// next.
func TestIslandsAreNotLookedAtForEver(t *testing.T) {
	for _, pairs := range []int{regionEdges / 2, 3 * regionEdges} {
		s := newChain(t, pairs, 0, true)
		for _, d := range []heading{ahead, behind} {
			x := s.newShore(d)
			for i := range graph.PairID(pairs) {
				x.isIsland(fromEnd(i, pairs, d))
			}
			if x.vain == 0 || x.vain > maxVain+2*(regionEdges+1) {
				t.Errorf("%d edges: %d looks in vain, want at most %d", pairs, x.vain, maxVain+2*(regionEdges+1))
			}
			if !x.isIsland(fromEnd(0, pairs, d)) {
				t.Errorf("%d edges: the last one counts as mainland", pairs)
			}
		}
	}
}

// fromEnd returns edge i of a one-way chain, counted from the end that a side of a search runs to.
func fromEnd(i graph.PairID, pairs int, d heading) graph.EdgeID {
	if d == ahead {
		i = graph.PairID(pairs) - 1 - i
	}
	return i.Edge(facts.Forward)
}

// TestEachEndIsLookedAtAnew: that ends before were looked at in vain does not put the next one on the mainland.
func TestEachEndIsLookedAtAnew(t *testing.T) {
	s := newChain(t, 10, 10, false)
	x := s.newShore(ahead)
	p := geometry.Point{Lon: 10_0000000, Lat: 50_0000000}
	x.vain = maxVain + 1
	places := s.snapEnd(nil, p, snapOptions{maxM: 10})
	if len(places) == 0 {
		t.Fatal("no street")
	}
	if x.mainlandOf(places, p, 10); !x.small[places[0].arc.Edge] {
		t.Error("a short street counts as mainland")
	}
}
