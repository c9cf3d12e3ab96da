package diff

import (
	"graphbuild/graph"
)

func countAreas(s *side) int { return s.g.NumAreas() }

// areaOf is an area of trips on demand.
func areaOf(s *side, ref uint32) record {
	x := s.g.Area(graph.AreaID(ref))
	stops, shape := newDigest(), newDigest()
	for _, stop := range x.Stops {
		stops.text(s.stopKey(s.g.Stop(stop)))
	}
	r := record{key: s.id(x.Feed, x.ID), title: x.Name}
	for _, ring := range x.Rings {
		shape.add(uint64(len(ring)))
		for _, p := range ring {
			shape.point(p)
		}
		r.line = append(r.line, ring...)
	}
	r.fields = []field{{"name", x.Name}, {"stops", stops.value()}, {points, shape.value()}}
	return r
}

func countFlexTrips(s *side) int { return s.g.NumFlexTrips() }

// flexTripOf is a trip on demand.
func flexTripOf(s *side, ref uint32) record {
	x := s.g.FlexTrip(graph.FlexTripID(ref))
	calls := newDigest()
	for _, c := range x.Calls {
		area := s.g.Area(c.Area)
		for _, text := range []string{s.stopName(s.g.Stop(c.Stop)), s.id(area.Feed, area.ID), c.PickupBooking, c.DropOffBooking} {
			calls.text(text)
		}
		calls.add(uint64(c.Sequence)<<32 | uint64(c.Pickup)<<8 | uint64(c.DropOff))
		calls.add(uint64(uint32(c.StartS))<<32 | uint64(uint32(c.EndS)))
	}
	return record{
		key: s.id(x.Feed, x.ID), title: x.Headsign,
		fields: []field{
			{"route", s.id(x.Route.Feed(), x.Route.ID())},
			{"service", s.serviceKey(x.Service)},
			{"headsign", x.Headsign},
			{"calls", calls.value()},
		},
	}
}
