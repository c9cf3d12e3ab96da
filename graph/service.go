package graph

import (
	"iter"
	"math/bits"
)

// Service is a handle of a service: the days on which trips run.
type Service struct {
	g  *Graph
	id ServiceID
}

// Service returns the handle of a service, detached when s is out of range.
func (g *Graph) Service(s ServiceID) Service {
	g.mustBeOpen()
	if int(s) >= g.tables.Services.DaySet.Len() {
		return Service{}
	}
	return Service{g, s}
}

// NumServices returns the number of services.
func (g *Graph) NumServices() int { g.mustBeOpen(); return g.tables.Services.DaySet.Len() }

// Graph returns the graph of the service, nil when it is detached.
func (s Service) Graph() *Graph { return s.g }

// Err returns ErrDetached when the service belongs to no graph, else nil.
func (s Service) Err() error { return attachedErr(s.g) }

// Number returns the row of the service.
func (s Service) Number() ServiceID { return s.id }

// ID returns the service_id, and the feed it is of.
func (s Service) ID() (FeedID, string) {
	if s.g == nil {
		return 0, ""
	}
	s.g.mustBeOpen()
	t := &s.g.tables.Services
	return t.Feed.At(int(s.id)), t.ID.At(int(s.id))
}

// words returns the bits of the days, and the day of bit 0.
func (s Service) words() ([]uint64, Day) {
	if s.g == nil {
		return nil, 0
	}
	s.g.mustBeOpen()
	t := &s.g.tables.Services
	set := t.DaySet.At(int(s.id))
	if int(set) >= t.Days.Len() || t.FirstDay.Len() == 0 {
		return nil, 0
	}
	return t.Days.AppendRow(nil, int(set)), Day(t.FirstDay.At(0))
}

// Days yields the days on which the service runs, in order.
func (s Service) Days() iter.Seq[Day] {
	return func(yield func(Day) bool) {
		words, first := s.words()
		for i, w := range words {
			for ; w != 0; w &= w - 1 {
				if !yield(first + Day(64*i+bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// RunsOn reports whether the service runs on a day.
func (s Service) RunsOn(d Day) bool {
	words, first := s.words()
	return hasDay(words, d-first)
}

// hasDay reports whether bit i is set.
func hasDay(words []uint64, i Day) bool {
	return i >= 0 && int(i/64) < len(words) && words[i/64]>>(i%64)&1 != 0
}
