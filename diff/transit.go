package diff

import (
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
)

func countStops(s *side) int { return s.g.NumStops() }

func (s *side) stopKey(x graph.Stop) string { return s.id(x.Feed(), x.ID()) }

// parentKey returns the station of a stop, empty where it has none.
func (s *side) parentKey(x graph.Stop) string {
	if parent := x.Parent(); parent.Graph() != nil {
		return s.stopKey(parent)
	}
	return ""
}

func stopRows(s *side, p part, yield func(row) bool) {
	for i := range uint32(s.g.NumStops()) {
		x := s.g.Stop(graph.StopID(i))
		k := key{s: s.stopKey(x)}
		if !p.has(k) {
			continue
		}
		d := newDigest()
		for _, text := range s.stopTexts(x) {
			d.text(text)
		}
		d.add(uint64(x.LocationType())<<8 | uint64(x.Wheelchair()))
		level, index, _ := x.Level()
		d.text(level)
		d.add(uint64(index))
		d.point(x.Point())
		if len(x.Links()) > 0 {
			d.add(1)
		}
		if !yield(row{k, uint64(d), i}) {
			return
		}
	}
}

// stopWords are the names of stopTexts.
var stopWords = []string{"name", "code", "platform", "parent", "description", "zone", "url", "spoken name", "time zone"}

func (s *side) stopTexts(x graph.Stop) []string {
	return []string{
		x.Name(), x.Code(), x.Platform(), s.parentKey(x), x.Description(), x.Zone(), x.URL(), x.SpokenName(),
		s.g.Unpacked().Stops.Timezone.At(int(x.Number())),
	}
}

func stopWhat(a, b *side, x, y uint32) []string {
	s, t := a.g.Stop(graph.StopID(x)), b.g.Stop(graph.StopID(y))
	var w whats
	w.add(position, s.Point() != t.Point())
	texts := b.stopTexts(t)
	for i, text := range a.stopTexts(s) {
		w.add(stopWords[i], text != texts[i])
	}
	w.add("location type", s.LocationType() != t.LocationType())
	w.add("wheelchair", s.Wheelchair() != t.Wheelchair())
	nameS, indexS, _ := s.Level()
	nameT, indexT, _ := t.Level()
	w.add("level", nameS != nameT || indexS != indexT)
	w.add("linked", len(s.Links()) > 0 != (len(t.Links()) > 0))
	return w.list()
}

func describeStop(s *side, ref uint32, out *Item) {
	x := s.g.Stop(graph.StopID(ref))
	out.Object, out.Name, out.Line = s.stopKey(x), x.Name(), []geometry.Point{x.Point()}
}

func countRoutes(s *side) int { return s.g.NumRoutes() }

func countServices(s *side) int { return s.g.NumServices() }

func serviceRows(s *side, p part, yield func(row) bool) {
	for i, id := range s.services {
		k := key{s: id}
		if !p.has(k) {
			continue
		}
		d := newDigest()
		for day := range s.g.Service(graph.ServiceID(i)).Days() {
			d.add(uint64(day))
		}
		if !yield(row{k, uint64(d), uint32(i)}) {
			return
		}
	}
}

func serviceWhat(a, b *side, x, y uint32) []string {
	before := slices.Collect(a.g.Service(graph.ServiceID(x)).Days())
	after := slices.Collect(b.g.Service(graph.ServiceID(y)).Days())
	var w whats
	w.add("days", !slices.Equal(before, after))
	return w.list()
}

func describeService(s *side, ref uint32, out *Item) { out.Object = s.services[ref] }
