package diff

import (
	"slices"

	"graphbuild/graph"
)

func countTrips(s *side) int { return s.g.NumTrips() }

func tripRows(s *side, p part, yield func(row) bool) {
	for i := range uint32(s.g.NumTrips()) {
		x := s.g.Trip(graph.TripID(i))
		k := key{s: s.id(x.Feed(), x.ID())}
		if !p.has(k) {
			continue
		}
		d := newDigest()
		for _, text := range s.tripTexts(x) {
			d.text(text)
		}
		d.add(uint64(x.Wheelchair())<<16 | uint64(x.Bikes())<<8 | uint64(x.Cars()))
		calls := x.StopTimes()
		for _, part := range []digest{s.callStops(calls), callTimes(calls), timepoints(calls), callRules(calls), frequencies(x), s.shape(x)} {
			d.add(uint64(part))
		}
		if !yield(row{k, uint64(d), i}) {
			return
		}
	}
}

// tripWords are the names of tripTexts.
var tripWords = []string{"route", "service", "headsign", "name", "block"}

func (s *side) tripTexts(x graph.Trip) []string {
	route := x.Route()
	return []string{s.id(route.Feed(), route.ID()), s.serviceKey(x.Service()), x.Headsign(), x.ShortName(), x.Block()}
}

// serviceKey returns the key of a service, empty where there is none.
func (s *side) serviceKey(x graph.Service) string {
	if n := int(x.Number()); n < len(s.services) {
		return s.services[n]
	}
	return ""
}

func (s *side) callStops(calls []graph.StopTime) digest {
	d := newDigest()
	for _, c := range calls {
		d.text(s.stopKey(s.g.Stop(c.Stop)))
	}
	return d
}

func callTimes(calls []graph.StopTime) digest {
	d := newDigest()
	for _, c := range calls {
		d.add(uint64(uint32(c.ArrivalS))<<32 | uint64(uint32(c.DepartureS)))
	}
	return d
}

// timepoints digests which times are those of the timetable. Numbers of calls are not compared: they say no more than their
// order.
func timepoints(calls []graph.StopTime) digest {
	d := newDigest()
	for _, c := range calls {
		mark := uint64(0)
		if c.Approximate {
			mark |= 1
		}
		if c.Interpolated {
			mark |= 2
		}
		d.add(mark)
	}
	return d
}

// callRules digests who may board and alight, and what the vehicle shows.
func callRules(calls []graph.StopTime) digest {
	d := newDigest()
	for _, c := range calls {
		d.add(uint64(c.Pickup)<<24 | uint64(c.DropOff)<<16 | uint64(c.ContinuousPickup)<<8 | uint64(c.ContinuousDropOff))
		d.text(c.Headsign)
	}
	return d
}

func frequencies(x graph.Trip) digest {
	d := newDigest()
	for _, f := range x.Frequencies() {
		d.add(uint64(uint32(f.StartS))<<32 | uint64(uint32(f.EndS)))
		d.add(uint64(f.HeadwayS))
		if f.Exact {
			d.add(1)
		}
	}
	return d
}

// shape digests the points of the shape of a trip, those of each shape being read once. Where the stops lie along it is not
// compared: it follows from both.
func (s *side) shape(x graph.Trip) digest {
	id, _, ok := x.ShapeID()
	if !ok {
		return 0
	}
	d, known := s.shapes[id]
	if !known {
		d = newDigest()
		for _, p := range s.g.AppendShape(nil, id) {
			d.point(p)
		}
		s.shapes[id] = d
	}
	return d
}

func tripWhat(a, b *side, x, y uint32) []string {
	t, u := a.g.Trip(graph.TripID(x)), b.g.Trip(graph.TripID(y))
	var w whats
	texts := b.tripTexts(u)
	for i, text := range a.tripTexts(t) {
		w.add(tripWords[i], text != texts[i])
	}
	calls, later := t.StopTimes(), u.StopTimes()
	w.add("stops", a.callStops(calls) != b.callStops(later))
	w.add("times", callTimes(calls) != callTimes(later))
	w.add("timepoints", timepoints(calls) != timepoints(later))
	w.add("boarding", callRules(calls) != callRules(later))
	w.add("frequencies", frequencies(t) != frequencies(u))
	w.add("shape", a.shape(t) != b.shape(u))
	w.add("wheelchair", t.Wheelchair() != u.Wheelchair())
	w.add("bikes", t.Bikes() != u.Bikes())
	w.add("cars", t.Cars() != u.Cars())
	return w.list()
}

func describeTrip(s *side, ref uint32, out *Item) {
	x := s.g.Trip(graph.TripID(ref))
	out.Object, out.Name = s.id(x.Feed(), x.ID()), x.Headsign()
	for _, c := range x.StopTimes() {
		if p := s.g.Stop(c.Stop).Point(); p.Valid() {
			out.Line = append(out.Line, p)
		}
	}
	out.Line = slices.Clip(out.Line)
}
