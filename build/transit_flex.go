package build

import (
	"cmp"
	"fmt"
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/report"
)

// addFlex writes the areas and the trips on demand of a feed. The trips must have their numbers.
func (f *feedAdder) addFlex() {
	areas := f.addAreas()
	calls := map[gtfs.TripIndex][]gtfs.FlexCall{}
	for _, x := range f.FlexCalls {
		calls[x.Trip] = append(calls[x.Trip], x)
	}
	for _, i := range byID(f.Trips, func(t *gtfs.Trip) string { return t.ID }) {
		trip := gtfs.TripIndex(i)
		if len(calls[trip]) > 0 && f.services[f.Trips[i].Service] != noService {
			f.addFlexTrip(trip, f.withFixed(trip, calls[trip]), areas)
		}
	}
	f.reportBookings()
}

// reportBookings tells of booking rules at calls of trips that are not on demand, which the graph has no place for.
func (f *feedAdder) reportBookings() {
	st := &f.StopTimes
	count, line := 0, uint32(0)
	for i := range f.Trips {
		if st.Said == nil || f.flexible[gtfs.TripIndex(i)] {
			continue
		}
		for row := st.Start[i]; row < st.Start[i+1]; row++ {
			if w := &st.Words[st.Said[row]]; w.PickupBooking == "" && w.DropOffBooking == "" {
				continue
			}
			if count++; count == 1 || st.Line[row] < line {
				line = st.Line[row]
			}
		}
	}
	if count > 0 {
		f.issue(report.Issue{Code: "gtfs_column_not_used", Severity: report.Info, Action: "ignored",
			Message: fmt.Sprintf("booking rules of %d stop times of trips without areas and windows, this one first", count)}, "stop_times.txt", int(line))
	}
}

// withFixed adds the calls of the trip that are at stops and have times, or none at all.
func (f *feedAdder) withFixed(i gtfs.TripIndex, calls []gtfs.FlexCall) []gtfs.FlexCall {
	st := &f.StopTimes
	if f.base != nil {
		return calls // all calls are there
	}
	for row := st.Start[i]; row < st.Start[i+1]; row++ {
		c := gtfs.FlexCall{Sequence: st.Sequence[row], Stop: st.Stop[row], Area: gtfs.NoArea, StartS: st.ArrivalS[row], EndS: st.DepartureS[row], Flags: st.Flags[row]}
		if c.Flags.Interpolated() {
			c.StartS, c.EndS = gtfs.NoTime, gtfs.NoTime
		}
		if st.Said != nil {
			w := &st.Words[st.Said[row]]
			c.PickupBooking, c.DropOffBooking = w.PickupBooking, w.DropOffBooking
		}
		calls = append(calls, c)
	}
	slices.SortStableFunc(calls, func(a, b gtfs.FlexCall) int { return cmp.Compare(a.Sequence, b.Sequence) })
	return calls
}

func (f *feedAdder) addFlexTrip(i gtfs.TripIndex, calls []gtfs.FlexCall, areas []graph.AreaID) {
	t, c, trip := &f.t.FlexTrips, &f.t.FlexCalls, &f.Trips[i]
	id := graph.FlexTripID(t.ID.Len())
	t.ID.Append(trip.ID)
	t.Route.Append(f.routes[trip.Route])
	t.Service.Append(f.services[trip.Service])
	t.Headsign.Append(trip.Headsign)
	t.Trip.Append(f.trips[i])
	for _, x := range calls {
		c.Trip.Append(id)
		c.Sequence.Append(x.Sequence)
		c.Stop.Append(reference(f.stops, x.Stop, graph.NoStop))
		c.Area.Append(reference(areas, x.Area, graph.NoArea))
		c.StartS.Append(x.StartS)
		c.EndS.Append(x.EndS)
		c.Pickup.Append(uint8(x.Flags.Pickup()))
		c.DropOff.Append(uint8(x.Flags.DropOff()))
		c.PickupBooking.Append(x.PickupBooking)
		c.DropOffBooking.Append(x.DropOffBooking)
	}
}

// addAreas writes the areas and returns their numbers.
func (f *feedAdder) addAreas() []graph.AreaID {
	t := &f.t.Areas
	order := byID(f.Areas, func(a *gtfs.Area) string { return a.ID })
	numbers := numbered[graph.AreaID](order, t.ID.Len())
	if len(order) == 0 {
		return numbers
	}
	open := f.stopIndex()
	for _, i := range order {
		a := &f.Areas[i]
		kind := graph.PolygonArea
		if a.IsGroup {
			kind = graph.GroupArea
		}
		t.Feed.Append(f.id)
		t.ID.Append(a.ID)
		t.Name.Append(a.Name)
		t.Kind.Append(kind)
		t.Stops.Append(f.stopsOfArea(a, open)...)
		var ring []uint32
		var lon, lat []int32
		for _, points := range a.Rings {
			ring = append(ring, uint32(len(points)))
			for _, p := range points {
				lon, lat = append(lon, p.Lon), append(lat, p.Lat)
			}
		}
		t.Ring.Append(ring...)
		t.Lon.Append(lon...)
		t.Lat.Append(lat...)
	}
	return numbers
}

// stopsOfArea returns the stops of a group, or the stops and platforms of the feed in a polygon or on its rim, ascending. open has
// those with a place.
func (f *feedAdder) stopsOfArea(a *gtfs.Area, open *stopIndex) []graph.StopID {
	var stops []graph.StopID
	for _, s := range a.Stops {
		stops = append(stops, f.stops[s])
	}
	box := geometry.EmptyBox()
	for _, ring := range a.Rings {
		box.AddLine(ring)
	}
	open.index.Within(box, func(i int) bool {
		if s := open.stops[i]; box.Contains(f.Stops[s].Point) && inRings(f.Stops[s].Point, a.Rings) {
			stops = append(stops, f.stops[s])
		}
		return true
	})
	slices.Sort(stops)
	return stops
}

// stopIndex finds stops and platforms by their place.
type stopIndex struct {
	stops []gtfs.StopIndex
	index geometry.Index
}

// stopIndex makes the index of the stops of the feed.
func (f *feedAdder) stopIndex() *stopIndex {
	x := &stopIndex{}
	for i := range f.Stops {
		if f.Stops[i].Type == 0 {
			x.stops = append(x.stops, gtfs.StopIndex(i))
		}
	}
	at := func(i gtfs.StopIndex) geometry.Point { return f.Stops[i].Point }
	slices.SortFunc(x.stops, func(i, j gtfs.StopIndex) int {
		return cmp.Or(cmp.Compare(geometry.CurveKey(at(i)), geometry.CurveKey(at(j))), cmp.Compare(i, j))
	})
	boxes := make([]geometry.Box, len(x.stops))
	for i, s := range x.stops {
		p := at(s)
		boxes[i] = geometry.Box{W: p.Lon, S: p.Lat, E: p.Lon, N: p.Lat}
	}
	x.index, _ = geometry.OpenIndex(geometry.BuildIndex(boxes), len(boxes)) // no error: the bytes are ours
	return x
}

// inRings reports whether a point is in an odd number of rings, or on one.
func inRings(p geometry.Point, rings [][]geometry.Point) bool {
	in := false
	for _, ring := range rings {
		isIn, isOn := geometry.Around(p, ring)
		if isOn {
			return true
		}
		in = in != isIn
	}
	return in
}
