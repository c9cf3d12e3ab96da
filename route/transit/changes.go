package transit

import (
	"cmp"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/walk"
)

// changes say how long it takes to change from one stop to another, and at a stop: those from stop s are
// to[start[s]:start[s+1]]. In the mirrored timetable they are the changes to s.
type changes struct {
	same  []int32 // seconds; none: it is forbidden
	start []uint32
	to    []change
}

type change struct {
	stop graph.StopID
	s    int32
}

// ruleRow is a change on its way into the table; of several for the same stops the one that tells most of them wins.
type ruleRow struct {
	from, to graph.StopID
	s        int32 // none: forbidden
	rank     uint8 // 0 a walk that the build found, 1 a row for stations, 3 one for stops
}

// Types of transfers.txt.
const (
	minTimeTransfer   = 2
	forbiddenTransfer = 3
)

// newChanges reads the transfers of the feeds and those that the build found.
func newChanges(g *graph.Graph, mirrored, wheels bool) *changes {
	walks := map[[2]graph.StopID]int32{}
	mode := facts.Walk
	if wheels {
		mode = facts.Wheelchair
	}
	var rows []ruleRow
	for _, w := range g.WalkTransfers() {
		walks[[2]graph.StopID{w.From, w.To}] = int32(w.TimeS)
		if w.Modes.Has(mode) {
			rows = append(rows, ruleRow{w.From, w.To, int32(w.TimeS), 0})
		}
	}
	r := ruleReader{g: g, walks: walks, parts: partsOf(g), rows: rows}
	for s := range graph.StopID(g.NumStops()) {
		r.read(s)
	}
	c := newTable(r.rows, g, mirrored)
	if wheels {
		c.bar(g)
	}
	return c
}

// ruleReader reads the transfers of feeds.
type ruleReader struct {
	g     *graph.Graph
	walks map[[2]graph.StopID]int32
	parts map[graph.StopID][]graph.StopID
	rows  []ruleRow
}

// partsOf returns the stops of each station.
func partsOf(g *graph.Graph) map[graph.StopID][]graph.StopID {
	parts := map[graph.StopID][]graph.StopID{}
	for s := range graph.StopID(g.NumStops()) {
		if p := g.Stop(s).Parent(); g.Stop(s).LocationType() == 0 && p.Err() == nil {
			parts[p.Number()] = append(parts[p.Number()], s)
		}
	}
	return parts
}

const station = 1

// expand returns the stops that a stop of transfers.txt stands for, and how exact it is.
func (r *ruleReader) expand(s graph.Stop) ([]graph.StopID, uint8) {
	if s.LocationType() == station {
		return r.parts[s.Number()], 0
	}
	return []graph.StopID{s.Number()}, 1
}

func (r *ruleReader) read(s graph.StopID) {
	for _, t := range r.g.Stop(s).Transfers() {
		general := t.FromRoute.Err() != nil && t.ToRoute.Err() != nil && t.FromTrip.Err() != nil && t.ToTrip.Err() != nil
		if !general || t.Type > forbiddenTransfer || t.To.Err() != nil {
			continue
		}
		from, exactFrom := r.expand(t.From)
		to, exactTo := r.expand(t.To)
		for _, a := range from {
			for _, b := range to {
				r.rows = append(r.rows, ruleRow{a, b, r.secondsOf(&t, a, b), 1 + exactFrom + exactTo})
			}
		}
	}
}

// secondsOf returns the time of a transfer between two stops: what the feed says, else what the walk takes.
func (r *ruleReader) secondsOf(t *graph.StopTransfer, from, to graph.StopID) int32 {
	switch {
	case t.Type == forbiddenTransfer:
		return none
	case t.Type == minTimeTransfer && t.MinS >= 0:
		return t.MinS
	case from == to:
		return 0
	}
	if s, ok := r.walks[[2]graph.StopID{from, to}]; ok {
		return s
	}
	return walk.StraightS(geometry.Distance(r.g.Stop(from).Point(), r.g.Stop(to).Point()))
}

// newTable sorts the rows and keeps the best of each pair of stops; of equally good ones the first that was read.
func newTable(rows []ruleRow, g *graph.Graph, mirrored bool) *changes {
	c := &changes{same: make([]int32, g.NumStops()), start: make([]uint32, g.NumStops()+1)}
	if mirrored {
		for i := range rows {
			rows[i].from, rows[i].to = rows[i].to, rows[i].from
		}
	}
	slices.SortStableFunc(rows, func(x, y ruleRow) int {
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
	for s := range g.NumStops() {
		c.start[s+1] += c.start[s]
	}
	return c
}

// from returns the changes from a stop to others.
func (c *changes) from(s graph.StopID) []change { return c.to[c.start[s]:c.start[s+1]] }

// bar forbids changes at the stops and to the stops of which the feed says that no wheelchair can board there.
func (c *changes) bar(g *graph.Graph) {
	start, kept := slices.Clone(c.start), c.to[:0]
	for s := range graph.StopID(g.NumStops()) {
		barred := g.Stop(s).Wheelchair() == inaccessible
		if barred {
			c.same[s] = none
		}
		for _, x := range c.to[start[s]:start[s+1]] {
			if !barred && g.Stop(x.stop).Wheelchair() != inaccessible {
				kept = append(kept, x)
			}
		}
		c.start[s+1] = uint32(len(kept))
	}
	c.to = kept
}

// inaccessible is the value of wheelchair_boarding and wheelchair_accessible that says no.
const inaccessible = 2
