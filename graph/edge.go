package graph

import (
	"iter"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// Edge is a handle of a directed edge. It is a small value; the zero one is detached.
type Edge struct {
	g  *Graph
	id EdgeID
}

// Graph returns the graph of the edge, nil when it is detached.
func (e Edge) Graph() *Graph { return e.g }

// Err returns ErrDetached when the edge belongs to no graph, else nil.
func (e Edge) Err() error { return attachedErr(e.g) }

// ID returns the number of the edge, NoEdge when it is detached.
func (e Edge) ID() EdgeID {
	if e.g == nil {
		return NoEdge
	}
	return e.id
}

// IsStreet reports whether the edge is of the street tables: not a link, pathway or transfer.
func (e Edge) IsStreet() bool { return e.g != nil && int(e.id) < e.g.NumStreetEdges() }

// Pair returns the pair of a street edge, else NoPair.
func (e Edge) Pair() PairID {
	if !e.IsStreet() {
		return NoPair
	}
	return PairID(e.id / 2)
}

// Direction returns Forward when a street edge runs from the From to the To vertex of its pair.
func (e Edge) Direction() facts.Direction { return facts.Direction(e.id % 2) }

// Reverse returns the edge the other way along the same pair, link or pathway; a detached one for a transfer.
// It may be one that no mode may use.
func (e Edge) Reverse() Edge {
	if e.g == nil || e.id >= e.g.firstTransfer() {
		return Edge{}
	}
	return Edge{e.g, e.id ^ 1}
}

// From returns the vertex that the edge starts at.
func (e Edge) From() Vertex {
	from, _ := e.ends()
	return from
}

// To returns the vertex that the edge ends at.
func (e Edge) To() Vertex {
	_, to := e.ends()
	return to
}

// ends returns both ends.
func (e Edge) ends() (from, to Vertex) {
	if e.g == nil {
		return Vertex{}, Vertex{}
	}
	if !e.IsStreet() {
		x := e.g.extraEdge(e.id)
		return e.g.Vertex(x.from), e.g.Vertex(x.to)
	}
	a, b := e.g.pairEnds(e.Pair())
	if e.Direction() == facts.Backward {
		a, b = b, a
	}
	return e.g.Vertex(a), e.g.Vertex(b)
}

// pairEnds returns the From and To vertex of a pair.
func (g *Graph) pairEnds(p PairID) (from, to VertexID) {
	g.mustBeOpen()
	from = g.street.fromOf(p)
	to, _, _ = g.street.pairAt(p, from)
	return from, to
}

// LengthM returns the length in metres, to the decimetre: of a link the way along the street and to the stop, zero
// where a pathway or transfer does not say.
func (e Edge) LengthM() float64 {
	if e.g == nil {
		return 0
	}
	if !e.IsStreet() {
		return float64(e.g.extraEdge(e.id).lengthDM) / 10
	}
	e.g.mustBeOpen()
	_, _, length := e.g.street.pairAt(e.Pair(), e.g.street.fromOf(e.Pair()))
	return float64(length) / 10
}

// FactsID returns the row of facts of a street edge, as stored for its pair; false for others.
func (e Edge) FactsID() (FactsID, bool) {
	if !e.IsStreet() {
		return 0, false
	}
	e.g.mustBeOpen()
	_, f, _ := e.g.street.pairAt(e.Pair(), e.g.street.fromOf(e.Pair()))
	return f, true
}

// Facts returns what is known of the edge, turned so that index Forward is along it.
func (e Edge) Facts() facts.Edge {
	if e.g == nil {
		return facts.Edge{}
	}
	f, ok := e.FactsID()
	if !ok {
		return e.g.extraEdge(e.id).facts()
	}
	if e.Direction() == facts.Backward {
		return e.g.FactsAt(f).Reverse()
	}
	return *e.g.FactsAt(f)
}

// Type returns the type of the edge.
func (e Edge) Type() facts.EdgeType { return e.Facts().Type }

// Modes returns the modes that may use the edge in its direction.
func (e Edge) Modes() facts.Modes {
	if e.g == nil {
		return 0
	}
	f, ok := e.FactsID()
	if !ok {
		return e.g.extraEdge(e.id).modes
	}
	return e.g.FactsAt(f).Modes[e.Direction()]
}

// Way returns the row of the OSM way of a street edge, else NoWay.
func (e Edge) Way() WayID {
	if !e.IsStreet() {
		return NoWay
	}
	return e.g.wayColumn().At(int(e.Pair()))
}

// OSMWayID returns the OSM id of the way of a street edge; false where there is none or the file has no OSM ids.
func (e Edge) OSMWayID() (int64, bool) {
	w := e.Way()
	if w == NoWay || int(w) >= e.g.tables.Ways.ID.Len() {
		return NoOSMID, false
	}
	id := e.g.tables.Ways.ID.At(int(w))
	return id, id != NoOSMID
}

// Name returns the name of the way, else its ref; empty where it has none.
func (e Edge) Name() string {
	w := e.Way()
	if w == NoWay || int(w) >= e.g.tables.Ways.Name.Len() {
		return ""
	}
	return e.g.tables.Ways.Name.At(int(w))
}

// AlongWay reports whether a street edge runs in the drawing direction of its way.
func (e Edge) AlongWay() bool {
	return e.IsStreet() && e.g.reversed(e.Pair()) == (e.Direction() == facts.Backward)
}

// DurationS returns the time in seconds that a ferry, a car train, a pathway or a transfer takes whoever goes there: as the data
// gives it, or by the speed of the profile. False where there is none.
func (e Edge) DurationS() (uint32, bool) {
	if e.g == nil {
		return 0, false
	}
	if !e.IsStreet() {
		x := e.g.extraEdge(e.id)
		return x.durationS, x.durationS != 0
	}
	pair, seconds := e.g.durations()
	i, ok := search(pair.Len(), func(i int) PairID { return pair.At(i) }, e.Pair())
	if !ok || i >= seconds.Len() {
		return 0, false
	}
	return seconds.At(i), true
}

// Conditional lists the access rules of a street edge that hold at some times only, as they hold along it.
func (e Edge) Conditional() []Condition {
	w := e.Way()
	if w == NoWay {
		return nil
	}
	c := &e.g.tables.Conditions
	var list []Condition
	i, _ := search(c.Way.Len(), func(i int) WayID { return c.Way.At(i) }, w)
	for ; i < c.Way.Len() && c.Way.At(i) == w; i++ {
		dir := c.Direction.At(i)
		if dir > facts.Backward || (dir == facts.Forward) == e.AlongWay() {
			list = append(list, Condition{c.Mode.At(i), c.Text.At(i)})
		}
	}
	return list
}

// Condition is access that holds at some times only.
type Condition struct {
	Mode facts.Mode
	Text string // as in OSM: "no @ (Mo-Fr 07:00-09:00)"
}

// AppendGeometry appends the points of the edge to buf, both ends included, in the direction of travel, and returns it.
func (e Edge) AppendGeometry(buf []geometry.Point) []geometry.Point {
	if e.g == nil {
		return buf
	}
	if !e.IsStreet() {
		return e.g.extraGeometry(buf, e.id)
	}
	n := len(buf)
	buf = e.g.AppendPairGeometry(buf, e.Pair())
	if e.Direction() == facts.Backward {
		reversePoints(buf[n:])
	}
	return buf
}

func reversePoints(p []geometry.Point) {
	for i, j := 0, len(p)-1; i < j; i, j = i+1, j-1 {
		p[i], p[j] = p[j], p[i]
	}
}

// Durations yields the pairs with a crossing time of their own (ferries), by pair, with the time in seconds.
func (g *Graph) Durations() iter.Seq2[PairID, uint32] {
	return func(yield func(PairID, uint32) bool) {
		pair, seconds := g.durations()
		for i := range min(pair.Len(), seconds.Len()) {
			if p := pair.At(i); int(p) < g.street.pairs && !yield(p, seconds.At(i)) {
				return
			}
		}
	}
}

// durations returns the columns of pairs with a given time.
func (g *Graph) durations() (pair *encode.Col[PairID], seconds *encode.Col[uint32]) {
	g.mustBeOpen()
	if s := g.street.stored; s != nil {
		return &s.pairs.DurationPair, &s.pairs.DurationS
	}
	return &g.tables.Pairs.DurationPair, &g.tables.Pairs.DurationS
}
