package transit

import (
	"cmp"
	"fmt"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/walk"
)

// changes say how long it takes to change from one place to another, and at a place: those from place p are
// to[start[p]:start[p+1]]. In the mirrored timetable they are the changes to p. They take 8 bytes each; where rules are for
// single routes and trips there is one for each two parts of the stops.
type changes struct {
	same  []int32 // seconds; none: it is forbidden
	start []uint32
	to    []change
}

type change struct {
	to place
	s  int32
}

// changeRow is a change on its way into the table; of several for the same places the one that tells most of them wins.
type changeRow struct {
	from, to place
	s        int32 // none: forbidden
	rank     uint8 // 0: a walk that the build found, or a change at a stop
}

// Types of transfers.txt.
const (
	timedTransfer     = 1
	minTimeTransfer   = 2
	forbiddenTransfer = 3
)

// allChanges returns the changes on foot and those by wheelchair: of the transfers of the feeds, and those that the build found.
// A transfer says nothing of wheelchairs, but pathways do.
func allChanges(n *walk.Network, p *places, mirrored bool) ([2]*changes, error) {
	if p.err != nil {
		return [2]*changes{}, p.err
	}
	r := newRuleReader(n.Graph(), p)
	r.walks = r.g.WalkTransfers()
	byWheelchair, err := r.rows(facts.Wheelchair, n.StepFree)
	if err != nil {
		return [2]*changes{}, err
	}
	wheels := newTable(byWheelchair, p.number(), mirrored)
	wheels.bar(p)
	onFoot, err := r.rows(facts.Walk, anyWay)
	if err != nil {
		return [2]*changes{}, err
	}
	return [2]*changes{newTable(onFoot, p.number(), mirrored), wheels}, nil
}

// A row of transfers.txt between two stations is one for each two of their stops, and one at a stop with rules for single trips is one
// for each two of these. This is for how many there is room: 16 bytes each, for a moment.
const (
	maxRules = 1 << 24
	maxRows  = 1 << 25
)

// anyWay lets people on foot change wherever a transfer says that they can.
func anyWay(graph.StopID, graph.StopID) bool { return true }

// rows returns what there is to say of changes, in the order in which it was read, without the transfers that are not open.
func (r *ruleReader) rows(mode facts.Mode, open func(from, to graph.StopID) bool) ([]changeRow, error) {
	var rows []changeRow
	isFull := false
	add := func(from, to partKey, s int32, rank uint8) {
		for a := range r.places.matching(from) {
			for b := range r.places.matching(to) {
				if isFull = len(rows) == maxRows; isFull {
					return
				}
				rows = append(rows, changeRow{a, b, s, rank})
			}
		}
	}
	for _, w := range r.walks {
		if w.Modes.Has(mode) {
			add(anyAt(w.From), anyAt(w.To), int32(min(w.TimeS, never)), 0)
		}
	}
	for s := range r.places.ofStop {
		add(anyAt(s), anyAt(s), 0, 0)
	}
	err := r.each(func(x *transferRule) {
		if !isFull && open(x.from.stop, x.to.stop) {
			add(x.from, x.to, r.secondsOf(x), x.rank)
		}
	})
	if isFull {
		err = fmt.Errorf("transit: changes between more than %d pairs of stops, and of the trips at them that transfers.txt names", maxRows)
	}
	return rows, err
}

// anyAt is the end of a rule for a whole stop.
func anyAt(s graph.StopID) partKey { return partKey{s, graph.NoRoute, graph.NoTrip} }

// transferRule is a row of transfers.txt between two stops, a station standing for each of its own.
type transferRule struct {
	row      *graph.StopTransfer
	from, to partKey
	rank     uint8
}

// ruleReader reads the transfers of feeds.
type ruleReader struct {
	g      *graph.Graph
	places *places
	walks  []graph.WalkTransfer            // by From, then To; for secondsOf
	parts  map[graph.StopID][]graph.StopID // the stops of each station
}

func newRuleReader(g *graph.Graph, p *places) *ruleReader {
	r := &ruleReader{g: g, places: p, parts: map[graph.StopID][]graph.StopID{}}
	for s := range graph.StopID(g.NumStops()) {
		if p := g.Stop(s).Parent(); g.Stop(s).LocationType() == 0 && p.Err() == nil {
			r.parts[p.Number()] = append(r.parts[p.Number()], s)
		}
	}
	return r
}

const station = 1

// expand returns the stops that a stop of transfers.txt stands for.
func (r *ruleReader) expand(s graph.Stop) []graph.StopID {
	if s.LocationType() == station {
		return r.parts[s.Number()]
	}
	return []graph.StopID{s.Number()}
}

// each visits the rules. It fails where there are too many.
func (r *ruleReader) each(visit func(*transferRule)) error {
	left := maxRules
	for s := range graph.StopID(r.g.NumStops()) {
		for _, t := range r.g.Stop(s).Transfers() {
			if t.Type > forbiddenTransfer || t.To.Err() != nil {
				continue
			}
			starts, ends := r.expand(t.From), r.expand(t.To)
			if left -= len(starts) * len(ends); left < 0 {
				return fmt.Errorf("transit: transfers.txt speaks of more than %d pairs of stops, up to a row from %s to %s, which has %d x %d", maxRules, t.From.ID(), t.To.ID(), len(starts), len(ends))
			}
			for _, a := range starts {
				for _, b := range ends {
					from, to := endOf(a, t.FromRoute, t.FromTrip), endOf(b, t.ToRoute, t.ToTrip)
					visit(&transferRule{&t, from, to, rankOf(&t, from, to)})
				}
			}
		}
	}
	return nil
}

// endOf returns whom an end of a rule is for: a trip goes before its route.
func endOf(s graph.StopID, r graph.Route, t graph.Trip) partKey {
	if t.Err() == nil {
		return partKey{s, graph.NoRoute, t.Number()}
	}
	return partKey{s, r.Number(), graph.NoTrip}
}

// How much the ends of a rule say, so that sums order rules as GTFS does: a trip on one side goes before routes on both.
const (
	ofStop  = 1
	ofRoute = 3
	ofTrip  = 9
)

// rankOf returns how specific a rule is. Of rules that say as much the one that names the very stop where one alights goes
// first.
func rankOf(t *graph.StopTransfer, from, to partKey) uint8 {
	rank := func(named graph.Stop, k partKey) uint8 {
		switch {
		case k.trip != graph.NoTrip:
			return ofTrip
		case k.route != graph.NoRoute:
			return ofRoute
		case named.Number() == k.stop:
			return ofStop
		}
		return 0
	}
	sum := 2 * (1 + rank(t.From, from) + rank(t.To, to))
	if t.From.Number() == from.stop {
		sum++
	}
	return sum
}

// secondsOf returns the time of a change: what the feed says, none where the vehicle waits, else what the walk takes.
func (r *ruleReader) secondsOf(x *transferRule) int32 {
	from, to := x.from.stop, x.to.stop
	switch {
	case x.row.Type == forbiddenTransfer:
		return none
	case x.row.Type == minTimeTransfer && x.row.MinS >= 0:
		return min(x.row.MinS, never)
	case from == to, x.row.Type == timedTransfer:
		return 0
	}
	i, ok := slices.BinarySearchFunc(r.walks, from, func(w graph.WalkTransfer, from graph.StopID) int {
		return cmp.Or(cmp.Compare(w.From, from), cmp.Compare(w.To, to))
	})
	if ok {
		return int32(min(r.walks[i].TimeS, never))
	}
	return walk.StraightS(geometry.Distance(r.g.Stop(from).Point(), r.g.Stop(to).Point()))
}

// newTable sorts the rows and keeps the best of each pair of places; of equally good ones the first that was read.
func newTable(rows []changeRow, places int, mirrored bool) *changes {
	c := &changes{same: make([]int32, places), start: make([]uint32, places+1)}
	if mirrored {
		for i := range rows {
			rows[i].from, rows[i].to = rows[i].to, rows[i].from
		}
	}
	slices.SortStableFunc(rows, func(x, y changeRow) int {
		return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.to, y.to), cmp.Compare(y.rank, x.rank))
	})
	for i, r := range rows {
		if i > 0 && rows[i-1].from == r.from && rows[i-1].to == r.to {
			continue
		}
		switch {
		case r.from == r.to:
			c.same[r.from] = r.s
		case r.s != none:
			c.to = append(c.to, change{r.to, r.s})
			c.start[r.from+1]++
		}
	}
	for p := range places {
		c.start[p+1] += c.start[p]
	}
	c.to = slices.Clip(c.to)
	return c
}

// from returns the changes from a place to others.
func (c *changes) from(p place) []change { return c.to[c.start[p]:c.start[p+1]] }

// between returns the seconds that a change takes; false where it may not be made.
func (c *changes) between(from, to place) (int32, bool) {
	if from == to {
		return c.same[from], c.same[from] != none
	}
	list := c.from(from)
	i, ok := slices.BinarySearchFunc(list, to, func(x change, to place) int { return cmp.Compare(x.to, to) })
	if !ok {
		return 0, false
	}
	return list[i].s, true
}

// bar forbids changes at the stops and to the stops of which the feed says that no wheelchair can board there.
func (c *changes) bar(p *places) {
	isBarred := func(x place) bool { return p.g.Stop(p.stopOf(x)).Wheelchair() == inaccessible }
	start, kept := slices.Clone(c.start), c.to[:0]
	for x := range place(p.number()) {
		barred := isBarred(x)
		if barred {
			c.same[x] = none
		}
		for _, y := range c.to[start[x]:start[x+1]] {
			if !barred && !isBarred(y.to) {
				kept = append(kept, y)
			}
		}
		c.start[x+1] = uint32(len(kept))
	}
	c.to = kept
}

// inaccessible is the value of wheelchair_boarding and wheelchair_accessible that says no.
const inaccessible = 2

// bikesAllowed is the value of bikes_allowed that says yes.
const bikesAllowed = 1
