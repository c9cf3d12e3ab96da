package diff

import (
	"strings"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// The walks that the build finds between stops are not compared: they follow from the streets, the stops and the patterns.

func countTransfers(s *side) int { return s.g.Unpacked().Transfers.Type.Len() }

// transferOf is a row of transfers.txt, known by all that it is from and to.
func transferOf(s *side, ref uint32) record {
	t, i := &s.g.Unpacked().Transfers, int(ref)
	from, to := s.g.Stop(t.FromStop.At(i)), s.g.Stop(t.ToStop.At(i))
	key := []string{s.stopName(from), "to", s.stopName(to)}
	for _, r := range []graph.RouteID{t.FromRoute.At(i), t.ToRoute.At(i)} {
		if x := s.g.Route(r); x.Graph() != nil {
			key = append(key, "route", s.id(x.Feed(), x.ID()))
		}
	}
	for _, r := range []graph.TripID{t.FromTrip.At(i), t.ToTrip.At(i)} {
		if x := s.g.Trip(r); x.Graph() != nil {
			key = append(key, "trip", s.id(x.Feed(), x.ID()))
		}
	}
	return record{
		key: strings.Join(key, " "), line: placesOf(from, to),
		fields: []field{{"type", number(t.Type.At(i))}, {"time", number(t.MinS.At(i))}},
	}
}

// stopName names a stop, also one that is not given.
func (s *side) stopName(x graph.Stop) string {
	if x.Graph() == nil {
		return "any stop"
	}
	return s.stopKey(x)
}

// placesOf returns where stops are, those that are somewhere.
func placesOf(stops ...graph.Stop) []geometry.Point {
	var line []geometry.Point
	for _, x := range stops {
		if p := x.Point(); x.Graph() != nil && p.Valid() {
			line = append(line, p)
		}
	}
	return line
}

func countPathways(s *side) int { return s.g.Unpacked().Pathways.ID.Len() }

// pathwayOf is a row of pathways.txt.
func pathwayOf(s *side, ref uint32) record {
	t, i := &s.g.Unpacked().Pathways, int(ref)
	from, to := s.g.Stop(t.From.At(i)), s.g.Stop(t.To.At(i))
	return record{
		key: s.id(t.Feed.At(i), t.ID.At(i)), line: placesOf(from, to),
		fields: []field{
			{"from", s.stopName(from)},
			{"to", s.stopName(to)},
			{"mode", number(t.Mode.At(i))},
			{"direction", number(t.Bidirectional.At(i))},
			{"length", number(t.LengthDM.At(i))},
			{"time", number(t.TraversalS.At(i))},
			{"stairs", number(t.Stairs.At(i))},
		},
	}
}
