package diff

import (
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// A street is an edge pair: the way and its two ends, the smaller end first.

func countStreets(s *side) int { return s.g.NumPairs() }

func streetRows(s *side, p part, yield func(row) bool) {
	ids := &s.g.Unpacked().Ways.ID
	for pair := range s.g.EdgePairs() {
		a, b := s.end(s.g.Vertex(pair.From)), s.end(s.g.Vertex(pair.To))
		k := key{n: [3]int64{0, min(a, b), max(a, b)}}
		if way := int(pair.Way); s.ids && way < ids.Len() {
			k.n[0] = ids.At(way)
		}
		if !p.has(k) {
			continue
		}
		_, name, _ := s.g.WayOf(pair.Way) // takes longer than all that the key is made of
		d := newDigest()
		d.text(name)
		s.addStreet(&d, pair, a > b)
		if !yield(row{k, uint64(d), uint32(pair.ID)}) {
			return
		}
	}
}

// addStreet mixes in all that is compared but the name, as it is from the smaller end to the larger.
func (s *side) addStreet(d *digest, pair *graph.PairRow, turned bool) {
	against := 0
	if turned {
		against = 1
	}
	if int(pair.Facts) < len(s.facts) {
		d.add(uint64(s.facts[pair.Facts][against]))
	}
	drawn := uint64(against)
	if pair.Reversed {
		drawn ^= 1
	}
	d.add(drawn)
	d.add(uint64(pair.LengthDM)<<32 | uint64(s.durationS[pair.ID]))
	d.add(uint64(s.said[pair.Way]))
	up, down, ok := s.g.Edge(graph.EdgeID(2*pair.ID) + graph.EdgeID(against)).Climb()
	if ok {
		d.add(uint64(10*up+0.5)<<32 | uint64(10*down+0.5))
	}
	for i := range pair.Line {
		x := pair.Line[i]
		if turned {
			x = pair.Line[len(pair.Line)-1-i]
		}
		d.point(x)
	}
}

// street returns the edge of a pair from the smaller end to the larger.
func (s *side) street(ref uint32) graph.Edge {
	e := s.g.Edge(graph.EdgeID(2 * ref))
	if s.end(e.From()) > s.end(e.To()) {
		return e.Reverse()
	}
	return e
}

func streetWhat(a, b *side, x, y uint32) []string {
	e, f := a.street(x), b.street(y)
	var w whats
	w.add("name", e.Name() != f.Name())
	w.facts(e.Facts(), f.Facts())
	w.add("drawing direction", e.AlongWay() != f.AlongWay())
	w.add("conditions", !sameConditions(e.Conditional(), f.Conditional()) || !sameConditions(e.Reverse().Conditional(), f.Reverse().Conditional()))
	w.add("attributes", attributesOf(e) != attributesOf(f))
	w.add("duration", a.durationS[e.Pair()] != b.durationS[f.Pair()])
	w.add("elevation", climbOf(e) != climbOf(f))
	moved := !slices.Equal(e.AppendGeometry(nil), f.AppendGeometry(nil))
	w.add(points, moved)
	w.add(lengthDue, !moved && e.LengthM() != f.LengthM())
	return w.list()
}

// whats collects what differs.
type whats []string

func (w *whats) add(what string, differs bool) {
	if differs {
		*w = append(*w, what)
	}
}

// list returns all that differs: "other" for what has no name.
func (w whats) list() []string {
	if len(w) == 0 {
		return []string{"other"}
	}
	return w
}

func (w *whats) facts(f, g facts.Edge) {
	w.add("type", f.Type != g.Type)
	w.add("class", f.Class != g.Class)
	w.add("modes", f.Modes != g.Modes)
	for d := range f.Modes {
		if !f.Modes[d].Has(facts.Car) || !g.Modes[d].Has(facts.Car) {
			f.Speed[d] = g.Speed[d] // of cars; opening or closing a direction says it all
		}
	}
	w.add("access", f.Limited != g.Limited)
	w.add("speed", f.Speed != g.Speed)
	w.add("flags", f.Flags != g.Flags)
}

// sameConditions compares conditions whatever their order is.
func sameConditions(a, b []graph.Condition) bool {
	if len(a) != len(b) {
		return false
	}
	for _, c := range a {
		if !slices.Contains(b, c) {
			return false
		}
	}
	return true
}

func attributesOf(e graph.Edge) digest {
	d := newDigest()
	for i := range e.Graph().NumAttributes() {
		name := e.Graph().AttributeName(i)
		if v, ok := e.Attribute(name); ok {
			d.text(name)
			d.text(v.Text)
		}
	}
	return d
}

func climbOf(e graph.Edge) [2]float64 {
	up, down, ok := e.Climb()
	if !ok {
		return [2]float64{-1, -1}
	}
	return [2]float64{up, down}
}

func describeStreet(s *side, ref uint32, out *Item) {
	e := s.street(ref)
	way, _ := e.OSMWayID()
	out.Object, out.Name = object("way", way), e.Name()
	out.Nodes = [2]int64{s.node(e.From()), s.node(e.To())}
	out.Line = e.AppendGeometry(nil)
}

// A barrier is a vertex that not every mode may pass, or one of a type of its own, such as an elevator.

func countBarriers(s *side) int { return s.g.Unpacked().Access.Vertex.Len() }

func (s *side) barrier(ref uint32) graph.Vertex {
	return s.g.Vertex(s.g.Unpacked().Access.Vertex.At(int(ref)))
}

func barrierRows(s *side, p part, yield func(row) bool) {
	for i := range uint32(countBarriers(s)) {
		v := s.barrier(i)
		if k := (key{n: [3]int64{s.end(v)}}); p.has(k) {
			d := newDigest()
			d.add(uint64(s.g.PassAt(v.ID()))<<8 | uint64(v.Type()))
			lift, _ := v.Elevator()
			d.add(uint64(lift.DurationS))
			d.text(lift.Levels)
			if !yield(row{k, uint64(d), i}) {
				return
			}
		}
	}
}

func barrierWhat(a, b *side, x, y uint32) []string {
	v, w := a.barrier(x), b.barrier(y)
	var list whats
	list.add("type", v.Type() != w.Type())
	list.add("modes", a.g.PassAt(v.ID()) != b.g.PassAt(w.ID()))
	before, _ := v.Elevator()
	after, _ := w.Elevator()
	list.add("duration", before.DurationS != after.DurationS)
	list.add("levels", before.Levels != after.Levels)
	return list.list()
}

func describeBarrier(s *side, ref uint32, out *Item) {
	v := s.barrier(ref)
	out.Object, out.Name = object("node", s.node(v)), graph.VertexTypeName(v.Type())
	out.Line = []geometry.Point{v.Point()}
}
