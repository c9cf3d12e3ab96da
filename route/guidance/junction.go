package guidance

import (
	"cmp"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
)

// Road is one of those at a junction that the mode may use in one direction at least, seen from there.
type Road struct {
	Bearing float64 // degrees clockwise from north, in which it leaves
	Open    bool    // one may go on along it

	edge  graph.EdgeID // away from the junction
	facts *facts.Edge  // as stored; Open tells of the direction
	turn  float64      // degrees from the direction of arrival, to the right above 0
	back  bool         // where one comes from
}

// bearingM is how far along a road its bearing is measured, in metres: the first points of a way are often drawn askew.
const bearingM = 10

// junctions finds the roads around the vertices that a route passes.
type junctions struct {
	g        *graph.Graph
	r        *route.Router
	bearings *Bearings
	mode     facts.Mode
	arcs     []graph.Arc
	line     []geometry.Point
}

// known is an edge away from a junction whose bearing is known from the line of the route.
type known struct {
	edge    graph.EdgeID
	bearing float64
}

// between appends to roads those where a route comes back along one edge and leaves by another, sorted by bearing, and returns
// the indexes of these.
func (j *junctions) between(roads []Road, back, away known) (list []Road, from, to int) {
	in, out := back.edge^1, away.edge
	list = roads
	n := len(list)
	j.arcs = j.g.AppendArcs(j.arcs[:0], j.g.Edge(in).To().ID())
	for _, a := range j.arcs {
		f := j.g.FactsAt(a.Facts)
		if !(f.Modes[0] | f.Modes[1]).Has(j.mode) {
			continue
		}
		list = append(list, Road{
			edge: a.Edge, facts: f, Bearing: j.bearing(a.Edge, back, away), back: a.Edge == in^1,
			Open: a.Edge == out || a.Edge != in^1 && j.r.MayTurn(j.mode, in, a.Edge),
		})
	}
	added := list[n:]
	slices.SortFunc(added, func(a, b Road) int { return cmp.Or(cmp.Compare(a.Bearing, b.Bearing), cmp.Compare(a.edge, b.edge)) })
	from = max(0, slices.IndexFunc(added, func(r Road) bool { return r.edge == in^1 }))
	to = max(0, slices.IndexFunc(added, func(r Road) bool { return r.edge == out }))
	if len(added) > 0 {
		arrival := added[from].Bearing + 180
		for i := range added {
			added[i].turn = turnBetween(arrival, added[i].Bearing)
		}
	}
	return list, from, to
}

// bearing returns the bearing in which an edge leaves its start.
func (j *junctions) bearing(e graph.EdgeID, back, away known) float64 {
	switch e {
	case away.edge:
		return away.bearing
	case back.edge:
		return back.bearing
	}
	return j.bearings.of(e, &j.line)
}

// bearingAtStart returns the bearing in which a line starts.
func bearingAtStart(line []geometry.Point) float64 {
	if len(line) == 0 {
		return 0
	}
	to, _ := geometry.PointAlong(line, bearingM)
	return geometry.Bearing(line[0], to)
}
