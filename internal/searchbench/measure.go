package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/threadclock"
)

const paceShift = 4

// paces returns the cost of a decimetre by car for each row of facts and direction, 0 where it is closed.
func paces(g *graph.Graph) []uint32 {
	list := make([]uint32, 2*g.NumFacts())
	for i := range list {
		f, d := g.FactsAt(graph.FactsID(i/2)), facts.Direction(i%2)
		if f.Modes[d].Has(facts.Car) {
			kmh := min(max(f.Speed[d].KMH(), 10), 140)
			list[i] = uint32(360 * (1 << paceShift) / kmh)
		}
	}
	return list
}

// plainSlices are a graph as plain slices: half edges in the order of the vertex they start at.
type plainSlices struct {
	first, to, length, kind, edge []uint32
	point                         []geometry.Point
	pace                          []uint32
}

func newSlices(g *graph.Graph) *plainSlices {
	n := g.NumStreetVertices()
	c := &plainSlices{first: make([]uint32, 1, n+1), pace: paces(g)}
	var buf []graph.Arc
	for v := range graph.VertexID(n) {
		buf = g.AppendArcs(buf[:0], v)
		for _, a := range buf {
			c.to, c.length = append(c.to, uint32(a.To)), append(c.length, a.LengthDM)
			c.edge = append(c.edge, uint32(a.Edge))
			c.kind = append(c.kind, 2*uint32(a.Facts)+uint32(a.Edge&1))
		}
		c.first = append(c.first, uint32(len(c.to)))
		c.point = append(c.point, g.PointOf(v))
	}
	return c
}

// form is one of the forms that are compared.
type form struct {
	name   string
	search func(s *search, ends [2]graph.VertexID) uint64
}

// bench runs the same searches over all forms, the slices first.
type bench struct {
	forms  []form
	ends   [][2]graph.VertexID
	rounds int
	s      search
	worst  struct{ ratio, ns, gbs float64 }
}

func newBench(packed, expanded *graph.Graph, o options) *bench {
	c := newSlices(packed)
	b := &bench{rounds: o.rounds, s: search{states: make([]state, packed.NumStreetVertices())}}
	inPlace := packed.NewArcReader()
	x, _ := expanded.Slices()
	b.forms = []form{
		{"slices", func(s *search, e [2]graph.VertexID) uint64 { return s.overSlices(c, e[0], e[1]) }},
		{"packed", func(s *search, e [2]graph.VertexID) uint64 { return s.overGraph(inPlace, c.pace, e) }},
		{"expanded", func(s *search, e [2]graph.VertexID) uint64 { return s.overExpanded(&x, c.pace, e) }},
	}
	r := rand.New(rand.NewPCG(1, 2))
	var main []graph.VertexID
	for v := range graph.VertexID(packed.NumStreetVertices()) {
		if packed.Component(v, facts.Car) == 0 {
			main = append(main, v)
		}
	}
	for range o.pairs {
		b.ends = append(b.ends, [2]graph.VertexID{main[r.IntN(len(main))], main[r.IntN(len(main))]})
	}
	return b
}

// measure prints the figures of Dijkstra or A*.
func (b *bench) measure(star bool) error {
	b.s.star = star
	settled, err := b.check()
	if err != nil {
		return err
	}
	rounds := make([][]time.Duration, len(b.forms))
	for round := range b.rounds {
		times := make([]time.Duration, len(b.forms))
		for i, e := range b.ends {
			for k := range b.forms {
				f := (k + i + round) % len(b.forms)
				start := threadclock.Now()
				b.forms[f].search(&b.s, e)
				times[f] += threadclock.Now() - start
			}
		}
		for f, t := range times {
			rounds[f] = append(rounds[f], t)
		}
	}
	name := map[bool]string{false: "Dijkstra", true: "A*"}[star]
	plain := medianNS(rounds[0], settled)
	for f := range b.forms {
		ns := medianNS(rounds[f], settled)
		fmt.Printf("%-8s  %-8s  %6.1f ns a settled vertex  %+6.1f ns  ratio %.3f\n", name, b.forms[f].name, ns, ns-plain, ns/plain)
		if f == 1 {
			b.worst.ratio, b.worst.ns = max(b.worst.ratio, ns/plain), max(b.worst.ns, ns-plain)
		}
	}
	return nil
}

func medianNS(rounds []time.Duration, settled int) float64 {
	slices.SortFunc(rounds, func(a, b time.Duration) int { return cmp.Compare(a, b) })
	return float64(rounds[len(rounds)/2]) / float64(settled)
}

// check compares the distances of all forms, and returns how many vertices a round settles.
func (b *bench) check() (settled int, err error) {
	for _, e := range b.ends {
		want := uint64(0)
		for f := range b.forms {
			b.s.settled = 0
			got := b.forms[f].search(&b.s, e)
			if f == 0 {
				want = got
				settled += b.s.settled
			} else if got != want {
				return 0, fmt.Errorf("%s: from %d to %d costs %d, %d expected", b.forms[f].name, e[0], e[1], got, want)
			}
		}
	}
	return settled, nil
}

var errSlow = errors.New("the packed file is too slow")

// limits compares with RATIO,NS,GBS.
func (b *bench) limits(text string) error {
	if text == "" {
		return nil
	}
	var ratio, ns, gbs float64
	if _, err := fmt.Sscanf(text, "%f,%f,%f", &ratio, &ns, &gbs); err != nil {
		return fmt.Errorf("limits %q: RATIO,NS,GBS expected", text)
	}
	if w := &b.worst; w.ratio > ratio || w.ns > ns || w.gbs < gbs {
		return fmt.Errorf("%w: %.3f times, %.1f ns more, %.2f GB/s; the limits are %s", errSlow, w.ratio, w.ns, w.gbs, text)
	}
	return nil
}
