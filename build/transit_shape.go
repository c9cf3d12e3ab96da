package build

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/report"
)

// Limits of cutting a shape at the stops of a pattern.
const (
	maxStopToShapeM = 150 // a stop belongs to all parts of the shape this near; where there are none, to the nearest
	maxShapeGapM    = 1000
	maxBackM        = 500 // stops in the wrong order, a common fault, run back no further
	maxPlaces       = 100 // of a stop, the nearest: real lines pass a stop a few times
	shapeBlock      = 16  // segments to a box
)

// shapeAdder keeps each distinct line of a feed once: feeds are known that give every trip a shape of its own.
type shapeAdder struct {
	*feedAdder
	byHash map[uint64][]graph.ShapeID
	refs   []graph.ShapeID
}

// addShapes stores the shapes in order of their ids; of equal ones, the first.
func (f *feedAdder) addShapes() {
	t := &f.t.Shapes
	if len(t.Start) == 0 {
		t.Start = append(t.Start, 0)
	}
	a := shapeAdder{feedAdder: f, byHash: map[uint64][]graph.ShapeID{}, refs: make([]graph.ShapeID, len(f.Shapes.ID))}
	for _, i := range byID(f.Shapes.ID, func(id *string) string { return *id }) {
		a.refs[i] = a.add(i)
	}
	f.shapes = a.refs
}

func (a *shapeAdder) add(i int) graph.ShapeID {
	t := &a.t.Shapes
	from := len(t.Point)
	var dist []float32
	for n := a.Shapes.Start[i]; n < a.Shapes.Start[i+1]; n++ {
		p := a.Shapes.Point[n]
		if len(t.Point) > from && t.Point[len(t.Point)-1] == p {
			continue
		}
		t.Point = append(t.Point, p)
		if a.Shapes.Dist != nil {
			dist = append(dist, a.Shapes.Dist[n])
		}
	}
	line := t.Point[from:]
	if len(line) < 2 {
		t.Point = t.Point[:from]
		a.issue(report.Issue{Code: "gtfs_shape_too_short", Severity: report.Warning, Object: a.Object("shape", a.Shapes.ID[i]), Action: "shape dropped",
			Message: fmt.Sprintf("shape_id %q has fewer than 2 different points", a.Shapes.ID[i])}, "shapes.txt", int(a.Shapes.Line[i]))
		return graph.NoShape
	}
	key := lineHash(line)
	for _, other := range a.byHash[key] {
		if slices.Equal(t.Point[t.Start[other]:t.Start[other+1]], line) && slices.Equal(a.dist[other], dist) {
			t.Point = t.Point[:from]
			return other
		}
	}
	id := graph.ShapeID(t.ID.Len())
	a.byHash[key] = append(a.byHash[key], id)
	t.Feed.Append(a.id)
	t.ID.Append(a.Shapes.ID[i])
	t.Start = append(t.Start, uint32(len(t.Point)))
	if dist != nil {
		a.dist[id] = dist
	}
	return id
}

// lineHash is FNV-1a over the coordinates.
func lineHash(line []geometry.Point) uint64 {
	h := uint64(14695981039346656037)
	for _, p := range line {
		h = (h ^ uint64(uint32(p.Lon))) * 1099511628211
		h = (h ^ uint64(uint32(p.Lat))) * 1099511628211
	}
	return h
}

// stopOffsets returns where the stops of a trip lie along its shape, in decimetres, not falling; false where there is no
// shape or it does not pass the stops in their order.
func (f *feedAdder) stopOffsets(i gtfs.TripIndex, shape graph.ShapeID, calls []call) ([]uint32, bool) {
	if shape == graph.NoShape {
		return nil, false
	}
	line := f.line(shape)
	offsets, ok := f.offsetsByDistance(i, line, calls)
	if !ok {
		offsets, ok = f.offsetsByPlace(line, calls, 0)
	}
	if !ok {
		offsets, ok = f.offsetsByPlace(line, calls, maxBackM)
		f.shapeIssue(i, ok)
	}
	if !ok {
		return nil, false
	}
	out := make([]uint32, len(offsets))
	for n, m := range offsets {
		out[n] = uint32(math.Round(m * 10))
	}
	return out, true
}

// line returns a shape made ready. Only the last one stays so: trips of one shape mostly follow each other in the order of
// ids, and all shapes of a country would take gigabytes.
func (f *feedAdder) line(shape graph.ShapeID) *shapeLine {
	if f.lastLine.points == nil || f.lastShape != shape {
		t := &f.t.Shapes
		f.lastShape = shape
		f.lastLine.measure(t.Point[t.Start[shape]:t.Start[shape+1]], f.dist[shape])
	}
	return &f.lastLine
}

// shapeIssue tells that a shape does not pass the stops of a trip as it should.
func (f *feedAdder) shapeIssue(i gtfs.TripIndex, usable bool) {
	trip := &f.Trips[i]
	issue := report.Issue{Code: "gtfs_shape_not_along_stops", Severity: report.Warning, Object: f.Object("trip", trip.ID),
		Message: fmt.Sprintf("shape_id %q does not pass all stops of the trip", f.Shapes.ID[trip.Shape]), Action: "pattern left without shape"}
	if usable {
		issue.Code = "gtfs_stops_not_in_order_of_shape"
		issue.Message = fmt.Sprintf("shape_id %q passes some stops in another order than the trip", f.Shapes.ID[trip.Shape])
		issue.Action = "place of the stop before taken for them"
	}
	f.issue(issue, "trips.txt", trip.Line)
}

// offsetsByDistance uses shape_dist_traveled where the shape and all stops of the trip have it, in whatever unit, and it
// leads to places near the stops.
func (f *feedAdder) offsetsByDistance(i gtfs.TripIndex, line *shapeLine, calls []call) ([]float64, bool) {
	st := &f.StopTimes
	if st.ShapeDist == nil || len(line.dist) == 0 {
		return nil, false
	}
	dist := st.ShapeDist[st.Start[i]:st.Start[i+1]]
	if len(shapeWeights(nil, dist)) == 0 {
		return nil, false
	}
	offsets := make([]float64, len(calls))
	for n, c := range calls {
		m := line.atDistance(dist[n])
		p, _ := geometry.PointAlong(line.points, m)
		if geometry.Distance(p, f.Stops[c.stop].Point) > maxStopToShapeM {
			return nil, false
		}
		offsets[n] = m
	}
	return offsets, true
}

// place is a part of a shape that a stop may belong to: the nearest place of a run of segments.
type place struct {
	alongM    float64
	distanceM float64
}

// pathState is a place for a stop with the least cost of the places up to it.
type pathState struct {
	place
	cost float64 // sum of squared distances
	from int     // in the states of the stop before
}

// offsetsByPlace chooses one place for each stop so that they do not run backwards and the sum of squared distances is
// least: dynamic programming over the few places near each stop. Runs backwards of up to backM cost their square, and the
// stops then stand at one place.
func (f *feedAdder) offsetsByPlace(line *shapeLine, calls []call, backM float64) ([]float64, bool) {
	states := make([][]pathState, len(calls))
	for n, c := range calls {
		var before follower
		if n > 0 {
			before = follower{before: states[n-1], backM: backM, best: -1}
		}
		for _, p := range nearestPlaces(line.placesNear(f.Stops[c.stop].Point)) {
			if s := (pathState{place: p, from: -1}); n == 0 || before.reaches(&s) {
				s.cost += float64(p.distanceM * p.distanceM)
				states[n] = append(states[n], s)
			}
		}
		if len(states[n]) == 0 {
			return nil, false
		}
	}
	return cheapest(states), true
}

// nearestPlaces returns the nearest places, in order along the line, so that a shape that goes to and fro without end takes no
// memory by its length for each stop.
func nearestPlaces(places []place) []place {
	if len(places) <= maxPlaces {
		return places
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.distanceM, b.distanceM), cmp.Compare(a.alongM, b.alongM))
	})
	places = places[:maxPlaces]
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.alongM, b.alongM) })
	return places
}

// follower finds the best state of the stop before for states in order along the line. Those it may follow without running back
// it looks at once, however many there are.
type follower struct {
	before []pathState // in order along the line
	backM  float64     // how far it may run back
	passed int         // how many are not farther along
	best   int         // of these the one of the least cost, the first of equal ones; -1: none
}

// reaches sets from and cost of a state by the best one before it, and reports whether there is one.
func (f *follower) reaches(s *pathState) bool {
	for ; f.passed < len(f.before) && f.before[f.passed].alongM <= s.alongM; f.passed++ {
		if f.best < 0 || f.before[f.passed].cost < f.before[f.best].cost {
			f.best = f.passed
		}
	}
	s.cost = math.Inf(1)
	if s.from = f.best; f.best >= 0 {
		s.cost = f.before[f.best].cost
	}
	for k := f.passed; k < len(f.before); k++ {
		back := f.before[k].alongM - s.alongM
		if back > f.backM {
			break
		}
		if cost := f.before[k].cost + float64(back*back); cost < s.cost {
			s.cost, s.from = cost, k
		}
	}
	return s.from >= 0
}

// cheapest walks back from the best last state; offsets do not fall.
func cheapest(states [][]pathState) []float64 {
	last := len(states) - 1
	k := 0
	for j, s := range states[last] {
		if s.cost < states[last][k].cost {
			k = j
		}
	}
	offsets := make([]float64, len(states))
	for n := last; n >= 0; n-- {
		offsets[n] = states[n][k].alongM
		k = states[n][k].from
	}
	for n := 1; n <= last; n++ {
		offsets[n] = max(offsets[n], offsets[n-1])
	}
	return offsets
}

// finishShapes completes the table where no feed has shapes.
func (a *transitAdder) finishShapes() {
	if len(a.t.Shapes.Start) == 0 {
		a.t.Shapes.Start = []uint32{0}
	}
}
