package route

import (
	"sync"

	"graphbuild/facts"
	"graphbuild/graph"
)

// Router has what searches of one graph share. It is immutable for its users and may be used by many goroutines.
type Router struct {
	g      *graph.Graph
	cos    *cosines
	sines  *sines
	modes  [3]modeData
	timed  [3]timedRules
	wheels lazyData

	enclosed [numTravellers]enclosed

	shortest [3]lazyCosts
	without  [3][allAvoided + 1]lazyCosts
}

// lazyCosts are made when they are first asked for.
type lazyCosts struct {
	once  sync.Once
	costs *Costs
}

// lazyData are made when they are first asked for.
type lazyData struct {
	once sync.Once
	data *modeData
}

// modeData is what a search needs of a mode, derived when the mode is first asked for: 8 bytes for each row of facts,
// and about 100 bytes for each turn restriction.
type modeData struct {
	once      sync.Once
	mode      facts.Mode
	wheels    bool // only where wheels get along; see wheels.go
	pace      []pace
	turns     *turns
	rides     map[graph.VertexID]uint64 // ms for passing an elevator
	bound     bound
	landmarks *landmarks // nil: not prepared
	fast      struct {
		once sync.Once
		*fast
	}
	// changed are the edges whose pace is another at the time of the query; nil without a time.
	changed map[graph.EdgeID]pace
}

// NewRouter returns a router for a graph, which must stay open.
func NewRouter(g *graph.Graph) *Router {
	return &Router{g: g, cos: newCosines(), sines: newSines()}
}

// mode returns the data of Walk, Bike or Car.
func (r *Router) mode(m facts.Mode) *modeData {
	d := &r.modes[m]
	d.once.Do(func() {
		d.mode, d.pace, d.turns = m, paces(r.g, m), newTurns(r.g, m, nil)
		d.rides = ridesOf(r.g, m)
		d.bound = newBound(r.g, m, d.pace, r.cos)
	})
	return d
}

// with returns the data of the mode with other paces for some edges.
func (d *modeData) with(changed map[graph.EdgeID]pace) *modeData {
	return &modeData{mode: d.mode, wheels: d.wheels, pace: d.pace, turns: d.turns, rides: d.rides, bound: d.bound, landmarks: d.landmarks, changed: changed}
}

// paceOf returns the pace along an arc.
func (d *modeData) paceOf(a graph.Arc) pace {
	if d.changed != nil {
		if p, ok := d.changed[a.Edge]; ok {
			return p
		}
	}
	if i := 2*int(a.Facts) + int(a.Edge&1); i < len(d.pace) {
		return d.pace[i]
	}
	return 0
}

// ms returns the time along an arc with this pace.
func (d *modeData) ms(g *graph.Graph, a graph.Arc, p pace) uint64 {
	if p&timed == 0 {
		return p.ms(a.LengthDM)
	}
	e := g.Edge(a.Edge)
	if s, ok := e.DurationS(); ok {
		return 1000 * uint64(s)
	}
	if e.Type() == facts.Elevator {
		return p.ms(a.LengthDM) + elevatorMS
	}
	return p.ms(a.LengthDM)
}

// Warm reads what searches of a mode share, for which the first one would wait: some milliseconds in a graph with 30,000
// turn restrictions. It may be called at any time.
func (r *Router) Warm(m facts.Mode) { r.fastOf(m) }

// WarmAll is Warm, and reads also what queries without a way wait for: as long as some searches take that go through all of the graph.
func (r *Router) WarmAll(m facts.Mode) {
	r.Warm(m)
	r.enclosedOf(r.mode(m))
}

// NewSearch returns a search of the router, for one goroutine at a time. It keeps its memory from query to query: 36 bytes for
// each street vertex that single routes come by, and from the first table, isochrone or route that takes a search from one
// end 16 bytes for each directed edge and 24 for each vertex.
func (r *Router) NewSearch() *Search {
	return &Search{r: r, g: r.g, reader: r.g.NewArcReader(), lines: r.g.NewLineReader()}
}

// fastOf returns the hierarchy of a mode, set up when it is first asked for; nil where the file has none.
func (r *Router) fastOf(m facts.Mode) *fast {
	d := r.mode(m)
	d.fast.once.Do(func() { d.fast.fast = newFast(r.g, d, r.g.Hierarchy(m)) })
	return d.fast.fast
}
