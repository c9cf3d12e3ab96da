package wire

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/walk"
)

// Limits of queries.
const (
	MaxNearest   = 100
	MinCellM     = 10
	MaxCellM     = 10_000
	MaxIsochrone = 4 * 3600 // seconds
)

// table answers a query for the times between places.
func (s *Searcher) table(a *Answer, q *Query) error {
	who, err := s.traveller(q)
	if err == nil {
		err = s.asksForTime("a table")
	}
	query := route.TableQuery{
		From: points(q.Sources), To: points(q.Targets), Mode: who.mode, Wheelchair: who.wheelchair, SnapM: who.snapM,
		NoHierarchy: s.Defaults.Street.NoHierarchy,
	}
	if q.Targets == nil {
		query.To = query.From
	}
	if err == nil {
		query.Depart, err = q.streetDepart(&s.Defaults.Street)
	}
	switch n := len(q.Sources) + len(q.Targets); {
	case err != nil:
	case len(query.From) == 0 || len(query.To) == 0:
		err = errors.New(`expected "sources" as a list of [lon, lat], and "targets" likewise or not at all`)
	case s.MaxPlaces > 0 && n > s.MaxPlaces:
		a.Code = CodeTooBig
		err = fmt.Errorf("a table of %d sources and targets: expected at most %d", n, s.MaxPlaces)
	}
	if err != nil {
		a.refuse(err)
		return nil
	}
	found, err := s.Street.Table(query)
	if err == nil {
		a.ok(&table{found.MS, len(query.To)})
	}
	return err
}

func points(list []Position) []geometry.Point {
	out := make([]geometry.Point, len(list))
	for i, p := range list {
		out[i] = geometry.Point(p)
	}
	return out
}

// asksForTime refuses defaults by which something else than time would count, for what has times alone. What names that.
func (s *Searcher) asksForTime(what string) error {
	if d := &s.Defaults.Street; d.Shortest || d.Costs != nil {
		return fmt.Errorf("%s is of times: it cannot be by length or other costs", what)
	}
	return nil
}

// traveller is who asks about places, and how far the streets may be from them.
type traveller struct {
	mode       facts.Mode
	wheelchair bool
	snapM      float64
}

// traveller returns what a query says of it, and the defaults where it does not.
func (s *Searcher) traveller(q *Query) (traveller, error) {
	who := traveller{mode: s.Defaults.Street.Mode, snapM: s.Defaults.Street.SnapM}
	if mode := cmp.Or(q.Mode, s.Defaults.Mode); mode != "" {
		var ok bool
		if who.mode, ok = ModeOf(mode); !ok {
			return who, fmt.Errorf("mode %q: expected walk, bike or car", Short(mode))
		}
	}
	if q.SnapM != nil {
		who.snapM = *q.SnapM
	}
	if !(who.snapM > 0 && who.snapM <= route.MaxSnapM) {
		return who, fmt.Errorf("snap_m %g: expected more than 0 and at most %d", who.snapM, route.MaxSnapM)
	}
	var err error
	who.wheelchair, err = q.byWheelchair(&s.Defaults.Street, who.mode)
	return who, err
}

// noSnap says that there is no street near a place, and how far the nearest is.
func (t *traveller) noSnap(a *Answer, s *route.Search, at geometry.Point) {
	name := graph.ModeName(t.mode)
	if t.wheelchair {
		name += " by wheelchair"
	}
	a.Status, a.Error = NoSnap, fmt.Sprintf("no street for %s within %g m", name, t.snapM)
	a.Error += s.FarText(route.SnapQuery{Point: at, Mode: t.mode, Wheelchair: t.wheelchair})
}

// near returns the edges of a graph that are nearest to a place, with the modes by which they are found.
func (t *traveller) near(g *graph.Graph, at geometry.Point, number int) *nearest {
	o := graph.SnapOptions{MaxM: t.snapM, Modes: facts.ModesOf(t.mode), Limit: number}
	if t.wheelchair {
		o.Modes = facts.ModesOf(facts.Wheelchair)
		o.Accept = func(e graph.EdgeID) bool {
			f := g.Edge(e).Facts()
			return walk.TakesWheels(&f, facts.Forward)
		}
	}
	return &nearest{g, o.Modes, g.Snap(at, o)}
}

// table is a table of times.
type table struct {
	ms      []uint32
	columns int
}

func (t *table) appendJSON(out []byte) []byte {
	out = append(out, `,"durations_s":[`...)
	for i, ms := range t.ms {
		switch {
		case i == 0:
			out = append(out, '[')
		case i%t.columns == 0:
			out = append(out, `],[`...)
		default:
			out = append(out, ',')
		}
		if ms == route.NoTime {
			out = append(out, "null"...)
			continue
		}
		out = appendUnits(out, uint64(ms), 3)
	}
	return append(out, `]]`...)
}

// isochrone answers a query for what can be reached within a time.
func (s *Searcher) isochrone(a *Answer, q *Query) error {
	who, err := s.traveller(q)
	if err == nil {
		err = s.asksForTime("an isochrone")
	}
	query := route.IsochroneQuery{Mode: who.mode, Wheelchair: who.wheelchair, SnapM: who.snapM}
	if q.CellM != nil {
		query.CellM = *q.CellM
	}
	switch {
	case err != nil:
	case q.Depart != "" || !s.Defaults.Street.Depart.IsZero():
		err = errors.New("an isochrone is of no time of day: expected no time to depart")
	case q.From == nil:
		err = errors.New(`expected "from" as [lon, lat]`)
	case q.LimitS == nil || !(*q.LimitS > 0 && *q.LimitS <= MaxIsochrone):
		err = fmt.Errorf("expected \"limit_s\", more than 0 and at most %d", MaxIsochrone)
	case q.CellM != nil && !(query.CellM >= MinCellM && query.CellM <= MaxCellM):
		err = fmt.Errorf("cell_m %g: expected %d to %d", query.CellM, MinCellM, MaxCellM)
	}
	if err != nil {
		a.refuse(err)
		return nil
	}
	query.From, query.LimitS = geometry.Point(*q.From), *q.LimitS
	found, err := s.Street.Isochrone(query)
	switch {
	case err != nil:
	case found.Status == route.OK:
		a.ok(isochrone(found.Polygons))
	default:
		who.noSnap(a, s.Street, query.From)
	}
	return err
}

// isochrone is the area within reach: polygons of rings.
type isochrone [][][]geometry.Point

func (p isochrone) appendJSON(out []byte) []byte {
	out = append(out, `,"polygons":[`...)
	for i, rings := range p {
		out = append(append(out, listStart(i, "")...), '[')
		for k, ring := range rings {
			out = AppendLine(append(out, listStart(k, "")...), ring)
		}
		out = append(out, ']')
	}
	return append(out, ']')
}

// nearest answers a query for the edges that are nearest to a place.
func (s *Searcher) nearest(a *Answer, q *Query) {
	who, err := s.traveller(q)
	number := 1
	if q.Number != nil {
		number = *q.Number
	}
	switch {
	case err != nil:
	case q.At == nil:
		err = errors.New(`expected "at" as [lon, lat]`)
	case number < 1 || number > MaxNearest:
		err = fmt.Errorf("number %d: expected 1 to %d", number, MaxNearest)
	}
	if err != nil {
		a.refuse(err)
		return
	}
	found := who.near(s.Graph, geometry.Point(*q.At), number)
	if len(found.list) == 0 {
		who.noSnap(a, s.Street, geometry.Point(*q.At))
		return
	}
	a.ok(found)
}

// nearest are places on edges, the nearest first.
type nearest struct {
	graph *graph.Graph
	modes facts.Modes
	list  []graph.Snap
}

func (n *nearest) appendJSON(out []byte) []byte {
	out = append(out, `,"edges":[`...)
	for i := range n.list {
		x := &n.list[i]
		e := n.edge(x.Pair)
		out = append(append(out, listStart(i, "")...), `{"edge":`...)
		out = strconv.AppendUint(out, uint64(e.ID()), 10)
		wayID, ok := e.OSMWayID()
		out = appendOptionalID(append(out, `,"way_id":`...), wayID, ok)
		out = AppendString(append(out, `,"name":`...), e.Name())
		out = AppendFloat(append(out, `,"distance_m":`...), roundTo(x.DistanceM, 100))
		out = AppendPosition(append(out, `,"position":`...), x.Point)
		out = append(out, '}')
	}
	return append(out, ']')
}

// edge returns the edge of a pair that may be used, along the pair where both may be.
func (n *nearest) edge(p graph.PairID) graph.Edge {
	e := n.graph.Edge(graph.EdgeID(2 * p))
	if e.Modes()&n.modes == 0 {
		return e.Reverse()
	}
	return e
}
