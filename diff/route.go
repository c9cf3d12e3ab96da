package diff

import (
	"cmp"

	"graphbuild/graph"
)

// routeOf is a route.
func routeOf(s *side, ref uint32) record {
	x := s.g.Route(graph.RouteID(ref))
	pickup, dropOff := x.Continuous()
	return record{
		key: s.id(x.Feed(), x.ID()), title: cmp.Or(x.ShortName(), x.LongName()),
		fields: []field{
			{"name", joined(x.ShortName(), x.LongName())},
			{"agency", x.Agency().ID()},
			{"type", number(x.Type())},
			{"colour", joined(number(x.Color()), number(x.TextColor()))},
			{"description", x.Description()},
			{"url", x.URL()},
			{"order", number(x.SortOrder())},
			{"network", x.Network()},
			{"boarding", joined(number(pickup), number(dropOff))},
		},
	}
}

func countAgencies(s *side) int { return s.g.Unpacked().Agencies.ID.Len() }

// agencyOf is an agency.
func agencyOf(s *side, ref uint32) record {
	x := s.g.Agency(graph.AgencyID(ref))
	c := x.Contact()
	return record{
		key: s.id(s.g.Unpacked().Agencies.Feed.At(int(ref)), x.ID()), title: x.Name(),
		fields: []field{
			{"name", x.Name()},
			{"zone", x.Timezone()},
			{"contact", joined(c.URL, c.Lang, c.Phone, c.FareURL, c.Email)},
		},
	}
}
