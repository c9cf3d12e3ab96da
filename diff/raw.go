package diff

import (
	"strings"

	"graphbuild/graph"
)

// rawTableOf is a file of a feed that the graph keeps as text.
func rawTableOf(s *side, ref uint32) record {
	x := s.raw[ref]
	cells := newDigest()
	for row := range x.Rows {
		for column := range x.Columns {
			cells.text(x.At(row, column))
		}
	}
	return record{
		key:    s.id(x.Feed, x.Name),
		fields: []field{{"columns", joined(x.Columns...)}, {"rows", number(x.Rows)}, {"values", cells.value()}},
	}
}

func countRawTables(s *side) int { return len(s.raw) }

// feedOf is what a feed says of itself.
func feedOf(s *side, ref uint32) record {
	x := s.g.Feed(graph.FeedID(ref))
	return record{
		key: strings.TrimSuffix(s.id(graph.FeedID(ref), ""), ":"), title: x.Publisher,
		fields: []field{
			{"id", x.FeedID},
			{"publisher", joined(x.Publisher, x.PublisherURL, x.ContactEmail, x.ContactURL)},
			{"version", x.Version},
			{"dates", joined(x.StartDate, x.EndDate)},
			{"language", joined(x.Lang, x.DefaultLang)},
		},
	}
}

func countFeeds(s *side) int { return s.g.NumFeeds() }
