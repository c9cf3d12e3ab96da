package build

import (
	"encoding/binary"

	"graphbuild/graph"
	"graphbuild/gtfs"
)

// addServices fills the services of all feeds: day sets count from the first day on which any service runs, and equal
// ones are stored once.
func (a *transitAdder) addServices(feeds []*gtfs.Feed) {
	first, any := firstServiceDay(feeds)
	if any {
		a.t.Services.FirstDay.Append(int32(first))
	} else {
		a.t.Services.FirstDay.Append(0)
	}
	sets := map[string]graph.DaySetID{}
	for i, f := range feeds {
		x := &feedAdder{transitAdder: a, Feed: f, base: a.bases[f], id: graph.FeedID(i), dist: map[graph.ShapeID][]float32{}}
		a.feeds = append(a.feeds, x)
		x.addServices(first, sets)
	}
}

func firstServiceDay(feeds []*gtfs.Feed) (first gtfs.Day, any bool) {
	for _, f := range feeds {
		for i := range f.Services {
			for d := range f.Services[i].Days {
				if !any || d < first {
					first, any = d, true
				}
				break
			}
		}
	}
	return first, any
}

func (f *feedAdder) addServices(first gtfs.Day, sets map[string]graph.DaySetID) {
	t := &f.t.Services
	order := byID(f.Services, func(s *gtfs.Service) string { return s.ID })
	f.services = numbered[graph.ServiceID](order, t.ID.Len())
	for _, i := range order {
		words := daySet(&f.Services[i], first)
		if len(words) == 0 {
			f.services[i] = noService
		}
		t.Feed.Append(f.id)
		t.ID.Append(f.Services[i].ID)
		t.DaySet.Append(f.daySetID(words, sets))
	}
}

// daySet returns the days as bits from the first day on, without zero words at the end.
func daySet(s *gtfs.Service, first gtfs.Day) []uint64 {
	var words []uint64
	for d := range s.Days {
		bit := int(d - first)
		for len(words) <= bit/64 {
			words = append(words, 0)
		}
		words[bit/64] |= 1 << (bit % 64)
	}
	return words
}

func (f *feedAdder) daySetID(words []uint64, sets map[string]graph.DaySetID) graph.DaySetID {
	var key []byte
	for _, w := range words {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	id, ok := sets[string(key)]
	if !ok {
		id = graph.DaySetID(f.t.Services.Days.Len())
		sets[string(key)] = id
		f.t.Services.Days.Append(words...)
	}
	return id
}
