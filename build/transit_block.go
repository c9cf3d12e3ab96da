package build

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/report"
)

// maxBlockGapM is how far the last stop of a trip may be from the first of the next for riders to stay seated.
const maxBlockGapM = 200

// Bounds of the search for the trip that follows, so that a feed with all its trips in one block takes no quadratic time: how
// many that begin elsewhere are passed over, and how many are looked at, of other days too. A vehicle that has trips of their
// own for each day has some thousand a year.
const (
	maxBlockGaps  = 1000
	maxBlockLooks = 5000
)

// maxNightWaitS is how long a vehicle stands between the last trip of a service day and the first of the next: if longer,
// it was out of service.
const maxNightWaitS = 2 * 3600

// Values of transfers.transfer_type.
const (
	transferInSeat    = 4
	transferNotInSeat = 5
)

const secondsPerDay = 24 * 3600

// continuation is a row of graph.Continuations.
type continuation struct {
	from, to  graph.TripID
	daysLater uint8
	explicit  uint8
}

// blockTrip is a trip of a block.
type blockTrip struct {
	id          graph.TripID
	line        int   // in trips.txt
	startS      int32 // departure from the first stop
	endS        int32 // arrival at the last stop
	first, last graph.StopID
	days        []uint64
}

// blockFinder finds the trips that one vehicle runs one after the other.
type blockFinder struct {
	*transitAdder
	days     [][]uint64               // of day sets
	told     map[[2]graph.TripID]bool // pairs of trips that transfers of type 4 or 5 speak of
	rows     []continuation
	ends     map[graph.PatternID][2]graph.StopID
	arrivals []int32
	leaves   []int32
}

// addContinuations ties the trips of each block, and those of transfers of type 4. A transfer of type 5 keeps two trips
// apart. Trips of frequencies.txt have no block: which of the runs would it be?
func (a *transitAdder) addContinuations() {
	b := blockFinder{transitAdder: a, told: map[[2]graph.TripID]bool{}, ends: map[graph.PatternID][2]graph.StopID{}}
	for i := range a.t.Services.Days.Len() {
		b.days = append(b.days, a.t.Services.Days.AppendRow(nil, i))
	}
	b.takeTransfers()
	for _, f := range a.feeds {
		b.takeBlocks(f)
	}
	slices.SortFunc(b.rows, func(x, y continuation) int {
		return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.to, y.to), cmp.Compare(x.daysLater, y.daysLater))
	})
	t := &a.t.Continuations
	for _, x := range b.rows {
		t.From.Append(x.from)
		t.To.Append(x.to)
		t.DaysLater.Append(x.daysLater)
		t.Explicit.Append(x.explicit)
	}
}

// takeTransfers takes the transfers of types 4 and 5.
func (b *blockFinder) takeTransfers() {
	for i, x := range b.transfers {
		if x.kind != transferInSeat && x.kind != transferNotInSeat || x.fromTrip == graph.NoTrip || x.toTrip == graph.NoTrip {
			continue
		}
		pair := [2]graph.TripID{x.fromTrip, x.toTrip}
		if x.kind == transferInSeat && !b.told[pair] {
			b.takeInSeat(pair, b.transferLines[i])
		}
		b.told[pair] = true
	}
}

// takeInSeat ties two trips. The second is on the next day where it begins before the first ends, but soon after it by then.
func (b *blockFinder) takeInSeat(pair [2]graph.TripID, line int) {
	from, to := b.blockTrip(pair[0]), b.blockTrip(pair[1])
	waitS, later := to.startS-from.endS, uint8(0)
	if waitS < 0 {
		waitS, later = waitS+secondsPerDay, 1
	}
	if later == 0 || waitS >= 0 && waitS <= maxNightWaitS {
		b.rows = append(b.rows, continuation{from.id, to.id, later, 1})
		return
	}
	ids := &b.t.Trips.ID
	f := b.feeds[b.t.Routes.Feed.At(int(b.t.Patterns.Route.At(int(b.t.Trips.Pattern.At(int(from.id))))))]
	f.issue(report.Issue{Code: "gtfs_block_overlap", Severity: report.Warning, Object: f.Object("trip", ids.At(int(from.id))), Action: "not taken as the same ride",
		Message: fmt.Sprintf("trip %q, in which riders are to stay seated, begins at %s, but this trip ends at %s",
			ids.At(int(to.id)), clockText(to.startS), clockText(from.endS))}, "transfers.txt", line)
}

// takeBlocks ties the trips of the blocks of a feed, block by block in the order of their ids.
func (b *blockFinder) takeBlocks(f *feedAdder) {
	blocks := map[string][]gtfs.TripIndex{}
	for i := range f.Trips {
		if t := &f.Trips[i]; t.Block != "" && !t.FrequencyOnly && f.trips[i] != graph.NoTrip {
			blocks[t.Block] = append(blocks[t.Block], gtfs.TripIndex(i))
		}
	}
	ids := make([]string, 0, len(blocks))
	for id := range blocks {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		b.takeBlock(f, blocks[id])
	}
}

func (b *blockFinder) takeBlock(f *feedAdder, block []gtfs.TripIndex) {
	trips := make([]blockTrip, len(block))
	for n, i := range block {
		trips[n] = b.blockTrip(f.trips[i])
		trips[n].line = f.Trips[i].Line
	}
	if len(trips) > maxBlockLooks {
		first := &f.Trips[block[0]]
		f.issue(report.Issue{Code: "gtfs_block_long", Severity: report.Info, Action: fmt.Sprintf("looked for the trip after each among the next %d alone", maxBlockLooks),
			Message: fmt.Sprintf("block_id %q has %d trips", first.Block, len(trips))}, "trips.txt", first.Line)
	}
	slices.SortFunc(trips, func(x, y blockTrip) int { return cmp.Or(cmp.Compare(x.startS, y.startS), cmp.Compare(x.id, y.id)) })
	for n := range trips {
		b.follow(f, trips, n)
	}
}

// follow finds the trips that follow trip n: for each of its days, the next trip of the block that runs then, or for trips
// past midnight, one on the day after. Of those that begin elsewhere the first is told: feeds are known that put all their
// trips into one block.
func (b *blockFinder) follow(f *feedAdder, trips []blockTrip, n int) {
	x, gaps := &trips[n], 0
	open := slices.Clone(x.days)
	for i := n + 1; i < min(len(trips), n+1+maxBlockLooks) && anyDay(open) && gaps < maxBlockGaps; i++ {
		y := &trips[i]
		if !common(open, y.days) {
			continue
		}
		if y.startS < x.endS {
			b.report(f, x, y, report.Issue{Code: "gtfs_block_overlap", Severity: report.Warning, Action: "not taken as the same ride",
				Message: fmt.Sprintf("of the same block begins at %s, before this trip ends at %s", clockText(y.startS), clockText(x.endS))})
			remove(open, y.days)
			continue
		}
		if b.meet(x, y) {
			b.tie(x, y, 0)
			remove(open, y.days)
			continue
		}
		if gaps++; gaps > 1 {
			continue
		}
		b.report(f, x, y, report.Issue{Code: "gtfs_block_gap", Severity: report.Info, Action: "not taken as the same ride",
			Message: fmt.Sprintf("of the same block begins %.0f m from where this trip ends", b.gapM(x, y))})
	}
	if x.endS >= secondsPerDay {
		b.followAtNight(trips, n, open)
	}
}

// followAtNight finds the trips of the next service day, for the days that are open.
func (b *blockFinder) followAtNight(trips []blockTrip, n int, open []uint64) {
	x := &trips[n]
	earliestS := x.endS - secondsPerDay
	first, _ := slices.BinarySearchFunc(trips, earliestS, func(y blockTrip, s int32) int { return cmp.Compare(y.startS, s) })
	for i := first; i < min(len(trips), first+maxBlockLooks) && anyDay(open); i++ {
		y := &trips[i]
		if y.startS > earliestS+maxNightWaitS {
			break
		}
		if tomorrow := earlier(y.days); i != n && common(open, tomorrow) && b.meet(x, y) {
			b.tie(x, y, 1)
			remove(open, tomorrow)
		}
	}
}

// tie adds a continuation unless a transfer says something of the two trips.
func (b *blockFinder) tie(x, y *blockTrip, later uint8) {
	if !b.told[[2]graph.TripID{x.id, y.id}] {
		b.rows = append(b.rows, continuation{x.id, y.id, later, 0})
	}
}

// meet reports whether y begins where x ends.
func (b *blockFinder) meet(x, y *blockTrip) bool {
	return x.last == y.first || b.gapM(x, y) <= maxBlockGapM
}

func (b *blockFinder) gapM(x, y *blockTrip) float64 {
	return geometry.Distance(b.point(x.last), b.point(y.first))
}

func (b *blockFinder) point(s graph.StopID) geometry.Point {
	return geometry.Point{Lon: b.t.Stops.Lon.At(int(s)), Lat: b.t.Stops.Lat.At(int(s))}
}

// report adds an issue about trip x, the message of which goes on from naming y.
func (b *blockFinder) report(f *feedAdder, x, y *blockTrip, i report.Issue) {
	i.Object = f.Object("trip", b.t.Trips.ID.At(int(x.id)))
	i.Message = fmt.Sprintf("trip %q %s", b.t.Trips.ID.At(int(y.id)), i.Message)
	f.issue(i, "trips.txt", x.line)
}

// blockTrip returns the ends of a trip and its days.
func (b *blockFinder) blockTrip(id graph.TripID) blockTrip {
	t := &b.t.Trips
	row, start := int(id), t.StartS.At(int(id))
	b.arrivals, b.leaves = b.t.Profiles.Times(int(t.Profile.At(row)), b.arrivals[:0], b.leaves[:0])
	x := blockTrip{id: id, startS: start, endS: start + b.arrivals[len(b.arrivals)-1]}
	ends := b.endsOf(t.Pattern.At(row))
	x.first, x.last = ends[0], ends[1]
	x.days = b.days[b.t.Services.DaySet.At(int(t.Service.At(row)))]
	return x
}

func (b *blockFinder) endsOf(p graph.PatternID) [2]graph.StopID {
	ends, ok := b.ends[p]
	if !ok {
		holder := p
		if b.t.Patterns.As.Len() > 0 {
			holder = b.t.Patterns.As.At(int(p))
		}
		stops := b.t.Patterns.Stop.AppendRow(nil, int(holder))
		ends = [2]graph.StopID{stops[0], stops[len(stops)-1]}
		b.ends[p] = ends
	}
	return ends
}

func anyDay(days []uint64) bool {
	return slices.ContainsFunc(days, func(w uint64) bool { return w != 0 })
}

func common(a, b []uint64) bool {
	for i := range min(len(a), len(b)) {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// remove takes the days of b out of a.
func remove(a, b []uint64) {
	for i := range min(len(a), len(b)) {
		a[i] &^= b[i]
	}
}

// earlier returns the days before the given ones.
func earlier(days []uint64) []uint64 {
	out := make([]uint64, len(days))
	for i, w := range days {
		out[i] |= w >> 1
		if i > 0 {
			out[i-1] |= w << 63
		}
	}
	if n := len(days); n > 0 && bits.OnesCount64(out[n-1]) == 0 {
		out = out[:n-1]
	}
	return out
}
