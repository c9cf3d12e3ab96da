package export

import (
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// eachFlexTrip calls a function with the trips of the feed that stop in areas or within windows of time.
func (f *gtfsWriter) eachFlexTrip(take func(t graph.FlexTrip)) {
	for i := range f.g.NumFlexTrips() {
		if t := f.g.FlexTrip(graph.FlexTripID(i)); t.Feed == f.feed && f.s.err == nil {
			take(t)
		}
	}
}

// findFlexTrips notes the trips whose calls stand in the list of flexible ones.
func (f *gtfsWriter) findFlexTrips() {
	f.flexible = map[graph.TripID]bool{}
	for i := range f.g.NumFlexTrips() {
		if t := f.g.FlexTrip(graph.FlexTripID(i)).Trip; t.Err() == nil {
			f.flexible[t.Number()] = true
		}
	}
}

// flexTrips writes the trips of which nothing is fixed: the others stand among the trips.
func (f *gtfsWriter) flexTrips() {
	f.eachFlexTrip(func(t graph.FlexTrip) {
		if t.Trip.Err() != nil {
			_, service := t.Service.ID()
			f.row(t.Route.ID(), service, t.ID, t.Headsign, "", "", "", "", "", "", "")
		}
	})
}

// flexStopTimes writes the calls of all flexible trips: those of the fixed part as other calls, with no more times than the
// feed gives; at a stop with times, or anywhere with a window.
func (f *gtfsWriter) flexStopTimes() {
	f.eachFlexTrip(func(t graph.FlexTrip) {
		fixed := tripCalls{}
		if t.Trip.Err() == nil {
			fixed = f.callsOf(t.Trip)
		}
		next := 0
		for i := range t.Calls {
			c := &t.Calls[i]
			if next < len(fixed.calls) && fixed.calls[next].Sequence == c.Sequence && fixed.calls[next].Stop == c.Stop {
				fixed.bookPickup, fixed.bookDropOff = c.PickupBooking, c.DropOffBooking
				f.fixedCall(&fixed, next, c)
				next++
				continue
			}
			f.flexCall(t.ID, c)
		}
	})
}

// fixedCall writes a call of the fixed part of a trip.
func (f *gtfsWriter) fixedCall(w *tripCalls, k int, c *graph.FlexCall) {
	arrival, departure := flexClock(c.StartS), flexClock(c.EndS)
	if w.calls[k].Interpolated {
		arrival, departure = clock(w.calls[k].ArrivalS), clock(w.calls[k].DepartureS)
	}
	f.call(w, k, arrival, departure)
}

// flexCall writes a call that is no part of a fixed trip. A span of time at a stop is a window, as there are no calls with
// times but one.
func (f *gtfsWriter) flexCall(trip string, c *graph.FlexCall) {
	start, end := flexClock(c.StartS), flexClock(c.EndS)
	location, group, arrival, departure := "", "", "", ""
	switch a := int(c.Area); {
	case a < f.g.NumAreas() && f.t.Areas.Kind.At(a) == graph.GroupArea:
		group = f.t.Areas.ID.At(a)
	case a < f.g.NumAreas():
		location = f.t.Areas.ID.At(a)
	case c.StartS == c.EndS:
		arrival, departure, start, end = start, end, "", ""
	}
	f.row(trip, arrival, departure, f.stopID(c.Stop), number(c.Sequence), "", number(c.Pickup), number(c.DropOff), "", "", "", "",
		location, group, start, end, c.PickupBooking, c.DropOffBooking, "")
}

func flexClock(seconds int32) string {
	if seconds == graph.NoTime {
		return ""
	}
	return clock(seconds)
}

// eachArea calls a function with the areas of the feed of one kind.
func (f *gtfsWriter) eachArea(groups bool, take func(a graph.Area)) {
	for i := range f.g.NumAreas() {
		if a := f.g.Area(graph.AreaID(i)); a.Feed == f.feed && a.IsGroup == groups && f.s.err == nil {
			take(a)
		}
	}
}

func (f *gtfsWriter) groups() {
	f.eachArea(true, func(a graph.Area) { f.row(a.ID, a.Name) })
}

func (f *gtfsWriter) groupStops() {
	f.eachArea(true, func(a graph.Area) {
		for _, s := range a.Stops {
			f.row(a.ID, f.stopID(s))
		}
	})
}

// locations writes the polygons as GeoJSON.
func (f *gtfsWriter) locations() {
	head := "\n"
	f.eachArea(false, func(a graph.Area) {
		s := f.s
		s.text(head)
		head = ",\n"
		s.buf = appendJSONString(append(s.buf, `{"type":"Feature","id":`...), a.ID)
		s.text(`,"properties":{`)
		if a.Name != "" {
			s.buf = appendJSONString(append(s.buf, `"stop_name":`...), a.Name)
		}
		s.text(`},"geometry":`)
		s.buf = appendArea(s.buf, a.Rings)
		s.text("}")
		s.row()
	})
	if head == ",\n" {
		f.s.text("\n]}\n")
	}
}

// closedRing returns a ring that ends where it begins.
func closedRing(ring []geometry.Point) []geometry.Point {
	if len(ring) == 0 || ring[0] == ring[len(ring)-1] {
		return ring
	}
	return append(slices.Clone(ring), ring[0])
}
