package graph

import "iter"

// AppendDaySet appends the days of the service as bits to buf, and returns it with the day of bit 0.
func (s Service) AppendDaySet(buf []uint64) ([]uint64, Day) {
	words, first := s.words()
	return append(buf, words...), first
}

// Number returns the row of the agency, NoAgency when it is detached.
func (a Agency) Number() AgencyID {
	if a.g == nil {
		return NoAgency
	}
	return a.id
}

// AppendBoarding appends the pickup_type and drop_off_type of each stop of the pattern to two buffers: as in GTFS, 0
// regular, 1 none, 2 phone, 3 ask the driver.
func (p Pattern) AppendBoarding(pickup, dropOff []uint8) ([]uint8, []uint8) {
	if p.g == nil {
		return pickup, dropOff
	}
	t, row := p.g.patterns(), p.holder()
	_, n := t.Stop.Bounds(row)
	return appendOrZeros(pickup, t.Pickup.AppendRow(nil, row), n), appendOrZeros(dropOff, t.DropOff.AppendRow(nil, row), n)
}

// appendOrZeros appends a list of n values, or n zeros where it is left out.
func appendOrZeros(buf, list []uint8, n int) []uint8 {
	if len(list) != n {
		list = make([]uint8, n)
	}
	return append(buf, list...)
}

// Continuation says that the vehicle of one trip goes on as another, so that riders may stay seated, on the days on which
// both run.
type Continuation struct {
	From, To  TripID
	DaysLater int // of the service day of To after that of From
}

// Continuations yields the trips that go on as others, sorted by From, then To.
func (g *Graph) Continuations() iter.Seq[Continuation] {
	return func(yield func(Continuation) bool) {
		g.mustBeOpen()
		t := &g.tables.Continuations
		for i := range t.From.Len() {
			if !yield(Continuation{t.From.At(i), t.To.At(i), int(t.DaysLater.At(i))}) {
				return
			}
		}
	}
}
