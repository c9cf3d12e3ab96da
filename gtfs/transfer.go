package gtfs

import (
	"math"

	lib "github.com/jamespfennell/gtfs"
)

// Types of transfers that the library does not know.
const (
	TransferInSeat    lib.TransferType = 4
	TransferNotInSeat lib.TransferType = 5
)

// Transfer is a row of transfers.txt. Ends that the row leaves out are NoStop, NoRoute, NoTrip.
type Transfer struct {
	FromStop, ToStop   StopIndex
	FromRoute, ToRoute RouteIndex
	FromTrip, ToTrip   TripIndex
	Type               lib.TransferType
	MinS               int32 // -1: none given
	Line               int
}

type transferColumns struct {
	stop, route, trip [2]column // from and to
	kind, min         column
}

func (r *reader) readTransfers() error {
	t, err := r.open("transfers.txt")
	if t == nil {
		return err
	}
	c := transferColumns{
		stop:  [2]column{t.column("from_stop_id"), t.column("to_stop_id")},
		route: [2]column{t.column("from_route_id"), t.column("to_route_id")},
		trip:  [2]column{t.column("from_trip_id"), t.column("to_trip_id")},
		kind:  t.column("transfer_type"), min: t.column("min_transfer_time"),
	}
	t.keyed("stop", c.stop[0])
	for t.next() {
		if x, ok := r.transfer(t, &c); ok {
			r.feed.Transfers = append(r.feed.Transfers, x)
		}
	}
	return t.close()
}

func (r *reader) transfer(t *table, c *transferColumns) (Transfer, bool) {
	x := Transfer{Line: t.s.line}
	var ok bool
	if x.FromStop, x.FromRoute, x.FromTrip, ok = r.transferEnd(t, c, 0); !ok {
		return x, false
	}
	if x.ToStop, x.ToRoute, x.ToTrip, ok = r.transferEnd(t, c, 1); !ok {
		return x, false
	}
	kind := t.bytes(c.kind)
	switch {
	case len(kind) == 0:
	case len(kind) == 1 && kind[0] >= '0' && kind[0] <= '5':
		x.Type = lib.TransferType(kind[0] - '0')
	default:
		t.drop("gtfs_bad_number", c.kind, "is not a transfer type from 0 to 5")
		return x, false
	}
	if x.Type >= TransferInSeat && (x.FromTrip == NoTrip || x.ToTrip == NoTrip) {
		t.drop("gtfs_bad_transfer", c.kind, "is an in-seat transfer, which needs from_trip_id and to_trip_id")
		return x, false
	}
	x.MinS = minTransfer(t, c.min)
	return x, true
}

// transferEnd resolves one end, which must name a stop, a route or a trip that is known.
func (r *reader) transferEnd(t *table, c *transferColumns, end int) (StopIndex, RouteIndex, TripIndex, bool) {
	stop, okStop := optional(r.stops, t.bytes(c.stop[end]))
	route, okRoute := optional(r.routes, t.bytes(c.route[end]))
	trip, okTrip := optional(r.trips, t.bytes(c.trip[end]))
	switch {
	case !okStop:
		t.drop("gtfs_unknown_stop", c.stop[end], "is not in stops.txt")
	case !okRoute:
		t.drop("gtfs_unknown_route", c.route[end], "is not in routes.txt")
	case !okTrip:
		t.drop("gtfs_unknown_trip", c.trip[end], "is not in trips.txt, or was dropped")
	case stop == NoStop && route == NoRoute && trip == NoTrip:
		t.dropSaying("gtfs_bad_transfer", [2]string{"from", "to"}[end]+"_stop_id is empty, and no trip or route is given")
	default:
		return stop, route, trip, true
	}
	return stop, route, trip, false
}

// optional is lookup for a reference that may be empty: the result is then the highest number, NoStop and so on.
func optional[I ~uint32](ids map[string]I, b []byte) (I, bool) {
	if len(b) == 0 {
		return math.MaxUint32, true
	}
	return lookup(ids, b)
}

func minTransfer(t *table, c column) int32 {
	b := t.bytes(c)
	if len(b) == 0 {
		return -1
	}
	v, ok := parseInt(b)
	if !ok || v < 0 || v > math.MaxInt32 {
		t.repair("gtfs_bad_number", c, "is not a time of 0 s or more", "taken as empty")
		return -1
	}
	return int32(v)
}
