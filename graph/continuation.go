package graph

import (
	"cmp"
	"slices"
	"sync"
)

// AdjacentTrip is a trip that the same vehicle runs next, or ran before, so that riders may stay seated. It holds on the days on which
// both trips run.
type AdjacentTrip struct {
	Trip      Trip
	DaysLater int  // 1 where Trip runs on the service day after, for Previous on the day before
	Explicit  bool // by a transfer of type 4, not by the block
}

// reverseContinuations are the rows by To. They are sorted when first asked for: 8 bytes a row.
type reverseContinuations struct {
	once sync.Once
	rows []nextRow
}

type nextRow struct {
	to  TripID
	row uint32
}

// Next returns the trips that go on from this one, by number.
func (t Trip) Next() []AdjacentTrip {
	if t.g == nil {
		return nil
	}
	t.g.mustBeOpen()
	c := &t.g.tables.Continuations
	var list []AdjacentTrip
	i, _ := search(c.From.Len(), func(i int) TripID { return c.From.At(i) }, t.id)
	for ; i < c.From.Len() && c.From.At(i) == t.id; i++ {
		list = append(list, t.g.continuation(i, c.To.At(i)))
	}
	return list
}

// Previous returns the trips of which this one is the continuation, by number.
func (t Trip) Previous() []AdjacentTrip {
	if t.g == nil {
		return nil
	}
	t.g.mustBeOpen()
	r, c := &t.g.lookup.previous, &t.g.tables.Continuations
	r.once.Do(func() {
		for i := range c.To.Len() {
			r.rows = append(r.rows, nextRow{c.To.At(i), uint32(i)})
		}
		slices.SortFunc(r.rows, func(a, b nextRow) int { return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.row, b.row)) })
	})
	var list []AdjacentTrip
	i, _ := search(len(r.rows), func(i int) TripID { return r.rows[i].to }, t.id)
	for ; i < len(r.rows) && r.rows[i].to == t.id; i++ {
		row := int(r.rows[i].row)
		list = append(list, t.g.continuation(row, c.From.At(row)))
	}
	return list
}

func (g *Graph) continuation(row int, other TripID) AdjacentTrip {
	c := &g.tables.Continuations
	return AdjacentTrip{g.Trip(other), int(c.DaysLater.At(row)), c.Explicit.At(row) != 0}
}

// How much the ends of a transfer say, so that sums order them as GTFS does: a trip on one side goes before routes on both.
const (
	ofStation = 0
	ofStop    = 1
	ofRoute   = 3
	ofTrip    = 9
)

// TransferBetween returns the rule for changing from one trip, which is left at one stop, to another, which is boarded at
// another: that of the row of transfers.txt with the most specific ends, a trip going before a route, a route before a
// stop, and a stop before its station. False where no row fits. Transfers of types 4 and 5 are no changes: see Trip.Next.
// Either trip may be detached: rows for trips and routes do not fit then.
func (g *Graph) TransferBetween(fromStop, toStop StopID, fromTrip, toTrip Trip) (StopTransfer, bool) {
	g.mustBeOpen()
	t := &g.tables.Transfers
	best, rank := -1, -1
	for _, from := range [...]StopID{fromStop, g.Stop(fromStop).Parent().Number(), NoStop} {
		i, _ := search(t.FromStop.Len(), func(i int) StopID { return t.FromStop.At(i) }, from)
		for ; i < t.FromStop.Len() && t.FromStop.At(i) == from; i++ {
			a, okA := g.endRank(transferEnd{t.FromStop.At(i), t.FromRoute.At(i), t.FromTrip.At(i)}, fromStop, fromTrip)
			b, okB := g.endRank(transferEnd{t.ToStop.At(i), t.ToRoute.At(i), t.ToTrip.At(i)}, toStop, toTrip)
			if okA && okB && t.Type.At(i) <= transferForbidden && a+b > rank {
				best, rank = i, a+b
			}
		}
	}
	if best < 0 {
		return StopTransfer{}, false
	}
	return g.transfer(best), true
}

// transferEnd is one end of a row of transfers.txt.
type transferEnd struct {
	stop  StopID
	route RouteID
	trip  TripID
}

// endRank returns how specific an end is; false where it is not that of the stop and the trip.
func (g *Graph) endRank(e transferEnd, stop StopID, trip Trip) (int, bool) {
	rank := ofStation
	switch {
	case e.stop == NoStop:
	case e.stop == stop:
		rank = ofStop
	case e.stop != g.Stop(stop).Parent().Number():
		return 0, false
	}
	switch {
	case e.trip != NoTrip:
		return ofTrip, e.trip == trip.Number()
	case e.route != NoRoute:
		return ofRoute, e.route == trip.Route().Number()
	}
	return rank, e.stop != NoStop
}

// transfer returns a row of transfers.txt.
func (g *Graph) transfer(i int) StopTransfer {
	t := &g.tables.Transfers
	return StopTransfer{
		From: g.Stop(t.FromStop.At(i)), To: g.Stop(t.ToStop.At(i)), Type: t.Type.At(i), MinS: t.MinS.At(i),
		FromRoute: g.Route(t.FromRoute.At(i)), ToRoute: g.Route(t.ToRoute.At(i)),
		FromTrip: g.Trip(t.FromTrip.At(i)), ToTrip: g.Trip(t.ToTrip.At(i)),
	}
}
