package route

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// TestSearchEqualsBruteForce compares the searches from one end and from both with one that knows nothing of automata, side states, zones or bounds:
// its states are whole runs of edges, and it looks at every restriction at every turn.
func TestSearchEqualsBruteForce(t *testing.T) {
	routes, none, asked, oneSided := 0, 0, 0, 0
	seeds := uint64(600)
	if testing.Short() {
		seeds = 100
	}
	for seed := range seeds + 1 {
		if seed == seeds {
			seed = 2810 // a start on limited edges that comes to a vertex after two others
		}
		rnd := rand.New(rand.NewPCG(seed, 7))
		tab := randomTables(rnd)
		if seed%3 == 0 {
			moveToRim(tab)
		}
		g, err := graph.NewGraph(tab)
		if err != nil {
			t.Fatal(err)
		}
		r := NewRouter(g)
		s := r.NewSearch()
		for range 8 {
			m := facts.Mode(rnd.IntN(3))
			s.m = r.mode(m)
			s.from, s.to = randomPlaces(s, rnd), randomPlaces(s, rnd)
			if len(s.from) == 0 || len(s.to) == 0 {
				continue
			}
			s.aim()
			if seed%2 == 0 {
				r.Prepare(m)
				s.aim()
			}
			want, wantOK := newBrute(g, m, s).search()
			for name, run := range map[string]func() bool{
				"from both ends": s.search, "from one end": func() bool { return s.unwind(s.run()) },
			} {
				ok := run()
				if ok != wantOK || ok && s.goal.cost != want {
					t.Fatalf("seed %d, %s, %s: got %v %d, brute force %v %d\nfrom %+v\nto %+v\n%s",
						seed, modeNames[m], name, ok, s.goal.cost, wantOK, want, s.from, s.to, describe(g))
				}
				if ok {
					checkWay(t, s, newBrute(g, m, s))
				}
			}
			asked++
			oneSided += s.oneSided
			s.oneSided = 0
			if wantOK {
				routes++
			} else {
				none++
			}
		}
	}
	if routes < int(seeds) || none < int(seeds)/3 {
		t.Errorf("%d routes and %d without: the maps are too easy", routes, none)
	}
	if oneSided == 0 || 20*oneSided > asked {
		t.Errorf("the search from both ends left %d of %d to the other", oneSided, asked)
	}
}

// checkWay follows the way that was found by the rules of brute force.
func checkWay(t *testing.T, s *Search, b *brute) {
	t.Helper()
	if i := b.broken(s.path); i >= 0 {
		t.Fatalf("the way %v breaks a rule at its edge %d", s.path, i)
	}
}

// broken returns the number of the edge of a way that may not follow the one before; -1 where there is none.
func (b *brute) broken(path []graph.EdgeID) int {
	at := b.begin(path[0])
	for i, e := range path[1:] {
		next, ok := b.follow(at, e)
		if !ok {
			return i + 1
		}
		at = next
	}
	return -1
}

// brute is a search by brute force.
type brute struct {
	g        *graph.Graph
	mode     facts.Mode
	from, to []place
	rules    map[graph.EdgeID][]graph.Restriction // by the last edge of From and Via
	edges    []bruteEdge
	rides    map[graph.VertexID]uint64 // ms for passing an elevator
	out      [][]graph.EdgeID          // by tail
}

type bruteEdge struct {
	tail, head graph.VertexID
	open       bool
	limited    bool
	ms         uint64
}

const bruteMemory = 4 // edges: more than the longest From and Via of a random graph

// bruteState is a run of edges up to the last one, and the phase of the trip: 0 on the limited edges of the start, 1
// beyond, 2 on those of the end.
type bruteState struct {
	run   [bruteMemory]graph.EdgeID // latest first, plus one: 0 is none
	phase int
}

func newBrute(g *graph.Graph, m facts.Mode, s *Search) *brute {
	b := &brute{g: g, mode: m, from: s.from, to: s.to, rules: map[graph.EdgeID][]graph.Restriction{}, out: make([][]graph.EdgeID, g.NumStreetVertices())}
	for id := range graph.EdgeID(g.NumStreetEdges()) {
		e := g.Edge(id)
		f := e.Facts()
		x := bruteEdge{tail: e.From().ID(), head: e.To().ID()}
		x.open, x.limited = f.Modes[facts.Forward].Has(m), f.Limited[facts.Forward][m] != facts.Unlimited
		x.ms = paceOf(m, &f, facts.Forward).ms(uint32(e.LengthM()*10 + 0.5))
		if s, ok := e.DurationS(); ok {
			x.ms = uint64(s) * 1000
		}
		b.edges = append(b.edges, x)
		b.out[x.tail] = append(b.out[x.tail], id)
	}
	b.rides = map[graph.VertexID]uint64{}
	for v := range graph.VertexID(g.NumStreetVertices()) {
		if e, ok := g.Vertex(v).Elevator(); ok && m != facts.Car {
			if b.rides[v] = uint64(e.DurationS) * 1000; e.DurationS == 0 {
				b.rides[v] = uint64(20_000 + 5_000*max(1, e.Rise))
			}
		}
	}
	for i := range g.NumRestrictions() {
		r := g.Restriction(graph.RestrictionID(i))
		if r.Modes.Has(m) && r.HoldsWithoutTime() {
			last := append([]graph.EdgeID{r.From}, r.Via...)[len(r.Via)]
			b.rules[last] = append(b.rules[last], r)
		}
	}
	return b
}

// search corrects labels until nothing changes.
func (b *brute) search() (uint64, bool) {
	best, found := uint64(1<<64-1), false
	goal := func(cost uint64) { best, found = min(best, cost), true }
	dist := map[bruteState]uint64{}
	var todo []bruteState
	set := func(st bruteState, cost uint64) {
		if old, ok := dist[st]; !ok || cost < old {
			dist[st] = cost
			todo = append(todo, st)
		}
	}
	for _, f := range b.from {
		for _, t := range b.to {
			if t.arc.Edge == f.arc.Edge && t.portion >= f.portion {
				goal(part(f.ms, t.portion-f.portion))
			}
		}
		set(b.begin(f.arc.Edge), part(f.ms, 1-f.portion))
	}
	for ; len(todo) > 0; todo = todo[1:] {
		at, cost := todo[0], dist[todo[0]]
		cost += b.rides[b.edges[at.run[0]-1].head]
		for e := range b.edges {
			next, ok := b.follow(at, graph.EdgeID(e))
			if !ok {
				continue
			}
			for _, t := range b.to {
				if t.arc.Edge == graph.EdgeID(e) {
					goal(cost + part(t.ms, t.portion))
				}
			}
			set(next, cost+b.edges[e].ms)
		}
	}
	return best, found
}

func (b *brute) begin(e graph.EdgeID) bruteState {
	st := bruteState{run: [bruteMemory]graph.EdgeID{e + 1}}
	if !b.edges[e].limited {
		st.phase = 1
	}
	return st
}

// follow returns the state after one more edge, false when a rule forbids it.
func (b *brute) follow(at bruteState, e graph.EdgeID) (bruteState, bool) {
	last := at.run[0] - 1
	v := b.edges[last].head
	if !b.edges[e].open || b.edges[e].tail != v || !b.turnAllowed(at, v, e) {
		return at, false
	}
	next := bruteState{phase: at.phase}
	next.run[0] = e + 1
	copy(next.run[1:], at.run[:bruteMemory-1])
	switch {
	case b.edges[e].limited && at.phase == 1:
		next.phase = 2
	case !b.edges[e].limited && at.phase == 0:
		next.phase = 1
	case !b.edges[e].limited && at.phase == 2:
		return at, false
	}
	return next, true
}

func (b *brute) turnAllowed(at bruteState, v graph.VertexID, e graph.EdgeID) bool {
	last := at.run[0] - 1
	deadEnd := true
	for _, o := range b.out[v] {
		if o != last^1 && b.edges[o].open {
			deadEnd = false
		}
	}
	barrier := !b.g.PassAt(v).Has(b.mode)
	if e == last^1 && !deadEnd && !barrier || e != last^1 && barrier {
		return false
	}
	named := map[string]bool{} // by From and Via of an Only: whether it names e
	for _, r := range b.rules[last] {
		if !b.ends(at, r) {
			continue
		}
		if r.Kind == facts.No && r.To == e {
			return false
		}
		if r.Kind == facts.Only {
			key := fmt.Sprint(r.From, r.Via)
			named[key] = named[key] || r.To == e
		}
	}
	for _, ok := range named {
		if !ok {
			return false
		}
	}
	return true
}

// ends reports whether the run ends with From and Via.
func (b *brute) ends(at bruteState, r graph.Restriction) bool {
	chain := append([]graph.EdgeID{r.From}, r.Via...)
	slices.Reverse(chain)
	for i, e := range chain {
		if at.run[i] != e+1 {
			return false
		}
	}
	return true
}

// randomPlaces returns a place on some pair, at times at one of its ends and then on all pairs there.
func randomPlaces(s *Search, rnd *rand.Rand) []place {
	p := graph.PairID(rnd.IntN(s.g.NumPairs()))
	line := s.g.AppendPairGeometry(nil, p)
	x := graph.Snap{Pair: p, Portion: rnd.Float64()}
	if rnd.IntN(3) > 0 {
		x.Point, _ = geometry.PointAlong(line, x.Portion*geometry.Length(line))
		return s.placesOn(nil, x, snapOptions{})
	}
	var list []place
	v := s.g.Edge(graph.EdgeID(2 * p)).From()
	for q := range graph.PairID(s.g.NumPairs()) {
		e := s.g.Edge(graph.EdgeID(2 * q))
		if e.From().ID() == v.ID() {
			list = s.placesOn(list, graph.Snap{Pair: q, Point: v.Point()}, snapOptions{})
		} else if e.To().ID() == v.ID() {
			list = s.placesOn(list, graph.Snap{Pair: q, Point: v.Point(), Portion: 1}, snapOptions{})
		}
	}
	return list
}

// randomGraph returns a small map with one-way streets, closed and limited ones, ferries, barriers and restrictions.
func randomGraph(t *testing.T, rnd *rand.Rand) *graph.Graph {
	t.Helper()
	g, err := graph.NewGraph(randomTables(rnd))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// randomTables returns the tables of a randomGraph.
func randomTables(rnd *rand.Rand) *graph.Tables {
	tab := &graph.Tables{}
	n := 4 + rnd.IntN(6)
	for range n {
		p := geometry.Point{Lon: 10_0000000 + int32(rnd.IntN(60))*2000, Lat: 50_0000000 + int32(rnd.IntN(60))*2000}
		tab.Vertices.Point = append(tab.Vertices.Point, p)
		tab.Vertices.NodeID.Append(int64(len(tab.Vertices.Point)))
	}
	for range 6 {
		tab.Facts = append(tab.Facts, randomFacts(rnd))
	}
	randomPairs(tab, rnd)
	for v := range n {
		if rnd.IntN(6) == 0 {
			tab.Access.Vertex.Append(graph.VertexID(v))
			tab.Access.Pass.Append(facts.Modes(rnd.IntN(8)))
			tab.Access.Type.Append(facts.BarrierVertex)
		}
	}
	randomRestrictions(tab, rnd)
	addElevators(tab, rand.New(rand.NewPCG(uint64(tab.Vertices.Point[0].Lon), uint64(tab.Vertices.Point[0].Lat))))
	return tab
}

// moveToRim has the 180th meridian run through a map.
func moveToRim(tab *graph.Tables) {
	for _, list := range [][]geometry.Point{tab.Vertices.Point, tab.Pairs.Inner} {
		for i := range list {
			if list[i].Lon += 170e7 - 60_000; list[i].Lon > 180e7 {
				list[i].Lon = int32(int64(list[i].Lon) - 360e7)
			}
		}
	}
}

// addElevators makes elevators of some vertices of one map in three.
func addElevators(tab *graph.Tables, rnd *rand.Rand) {
	if rnd.IntN(3) > 0 {
		return
	}
	for v := range tab.Vertices.Point {
		if rnd.IntN(3) == 0 {
			tab.Elevators.Vertex.Append(graph.VertexID(v))
			tab.Elevators.DurationS.Append(uint32(rnd.IntN(2) * rnd.IntN(60)))
			tab.Elevators.Levels.Append("")
			tab.Elevators.Rise.Append(uint8(rnd.IntN(4)))
		}
	}
}

func randomFacts(rnd *rand.Rand) facts.Edge {
	f := facts.Edge{Type: facts.Street, Class: facts.Residential, Speed: [2]facts.Speed{3000, 5000}}
	f.Modes = [2]facts.Modes{facts.RoutedModes, facts.RoutedModes}
	if rnd.IntN(3) == 0 {
		f.Modes[rnd.IntN(2)] = facts.Modes(rnd.IntN(8))
	}
	if rnd.IntN(2) == 0 {
		f.Limited[0] = [3]facts.Limited{facts.Private, facts.Destination, facts.Private}
		f.Limited[1] = f.Limited[0]
	}
	if rnd.IntN(6) == 0 {
		f.Limited[0][rnd.IntN(3)] = facts.Destination
	}
	if rnd.IntN(8) == 0 {
		f.Type = facts.Ferry
	}
	return f
}

func randomPairs(tab *graph.Tables, rnd *rand.Rand) {
	n := len(tab.Vertices.Point)
	var ends [][2]int
	for range n + rnd.IntN(n) {
		a, b := rnd.IntN(n), rnd.IntN(n)
		ends = append(ends, [2]int{min(a, b), max(a, b)})
	}
	slices.SortFunc(ends, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	tab.Pairs.InnerStart = []uint32{0}
	for i, e := range ends {
		line := []geometry.Point{tab.Vertices.Point[e[0]]}
		if e[0] == e[1] || rnd.IntN(4) == 0 {
			p := line[0]
			tab.Pairs.Inner = append(tab.Pairs.Inner, geometry.Point{Lon: p.Lon + 3000, Lat: p.Lat + int32(rnd.IntN(5000))})
			line = append(line, tab.Pairs.Inner[len(tab.Pairs.Inner)-1])
		}
		line = append(line, tab.Vertices.Point[e[1]])
		tab.Pairs.InnerStart = append(tab.Pairs.InnerStart, uint32(len(tab.Pairs.Inner)))
		tab.Pairs.From = append(tab.Pairs.From, graph.VertexID(e[0]))
		tab.Pairs.To = append(tab.Pairs.To, graph.VertexID(e[1]))
		tab.Pairs.LengthDM = append(tab.Pairs.LengthDM, uint32(geometry.Length(line)*10+0.5))
		f := graph.FactsID(rnd.IntN(len(tab.Facts)))
		tab.Pairs.Facts = append(tab.Pairs.Facts, f)
		tab.Pairs.Way.Append(graph.WayID(i))
		tab.Pairs.Reversed = append(tab.Pairs.Reversed, false)
		tab.Ways.ID.Append(int64(100 + i))
		tab.Ways.Name.Append("")
		if tab.Facts[f].Type == facts.Ferry && rnd.IntN(2) == 0 {
			tab.Pairs.DurationPair.Append(graph.PairID(i))
			tab.Pairs.DurationS.Append(uint32(1 + rnd.IntN(600)))
		}
	}
}

// randomRestrictions adds some that run along real chains of edges.
func randomRestrictions(tab *graph.Tables, rnd *rand.Rand) {
	edges := graph.EdgeID(2 * len(tab.Pairs.From))
	var list []graph.Restriction
	for range rnd.IntN(2 * int(edges)) {
		chain := []graph.EdgeID{graph.EdgeID(rnd.IntN(int(edges)))}
		if len(list) > 0 && rnd.IntN(2) == 0 { // one that overlaps another
			r := list[rnd.IntN(len(list))]
			chain = append([]graph.EdgeID{r.From}, r.Via...)
			chain = chain[rnd.IntN(len(chain)):]
		}
		for want := max(len(chain)+1, 2+rnd.IntN(bruteMemory-1)); len(chain) < want; {
			var on []graph.EdgeID
			for e := range edges {
				if tailIn(tab, e) == tailIn(tab, chain[len(chain)-1]^1) {
					on = append(on, e)
				}
			}
			chain = append(chain, on[rnd.IntN(len(on))])
		}
		r := graph.Restriction{From: chain[0], Via: chain[1 : len(chain)-1], To: chain[len(chain)-1]}
		r.Modes = []facts.Modes{facts.RoutedModes, facts.ModesOf(facts.Car)}[rnd.IntN(2)]
		if rnd.IntN(4) == 0 {
			r.Kind = facts.Only
		}
		if rnd.IntN(8) == 0 {
			r.Condition = []string{"Mo-Fr", "24/7; Mo-Fr off"}[rnd.IntN(2)]
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b graph.Restriction) int {
		return slices.Compare(append([]graph.EdgeID{a.From}, a.Via...), append([]graph.EdgeID{b.From}, b.Via...))
	})
	for i, r := range list {
		x := &tab.Restrictions
		x.Relation.Append(int64(900 + i))
		x.Kind.Append(r.Kind)
		x.Modes.Append(r.Modes)
		x.From.Append(r.From)
		x.Via.Append(r.Via...)
		x.To.Append(r.To)
		x.Condition.Append(r.Condition)
	}
}

func tailIn(tab *graph.Tables, e graph.EdgeID) graph.VertexID {
	if e%2 == 0 {
		return tab.Pairs.From[e/2]
	}
	return tab.Pairs.To[e/2]
}

// describe prints a graph for a failure.
func describe(g *graph.Graph) string {
	out := ""
	for e := range graph.EdgeID(g.NumStreetEdges()) {
		x := g.Edge(e)
		f := x.Facts()
		out += fmt.Sprintf("edge %d: %d to %d, %.1f m, modes %03b, limited %v\n",
			e, x.From().ID(), x.To().ID(), x.LengthM(), x.Modes(), f.Limited[0])
	}
	for v := range graph.VertexID(g.NumStreetVertices()) {
		if g.PassAt(v)&facts.RoutedModes != facts.RoutedModes {
			out += fmt.Sprintf("vertex %d: pass %03b\n", v, g.PassAt(v))
		}
	}
	for i := range g.NumElevators() {
		e, _ := g.ElevatorAt(i).Elevator()
		out += fmt.Sprintf("vertex %d: elevator %+v\n", g.ElevatorAt(i).ID(), e)
	}
	for i := range g.NumRestrictions() {
		out += fmt.Sprintf("%+v\n", g.Restriction(graph.RestrictionID(i)))
	}
	return out
}
