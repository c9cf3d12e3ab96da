package build

import (
	"context"
	"fmt"
	"math"

	"graphbuild/elevation"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
)

// openElevation opens the folder of tiles before the work begins.
func (r *run) openElevation() error {
	if r.config.Elevation == "" {
		return nil
	}
	m, err := elevation.Open(r.config.Elevation)
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	r.elevation = m
	return nil
}

// climb is how far one goes up and down along a pair, in decimetres.
type climb struct {
	upDM, downDM uint32
	known        bool
}

// fillElevation measures how far one goes up and down along each pair. Bridges and tunnels, and what floats or is carried,
// do not follow the ground: they run evenly between the heights at their ends.
//
// Memory: 12 bytes a pair, 9 a vertex, and the tiles that are held.
func (r *run) fillElevation(ctx context.Context) error {
	climbs := make([]climb, len(r.tables.Pairs.From))
	heights := newHeights(&r.tables)
	err := parallel(ctx, r.workers, len(climbs), func(from, to int) {
		s := r.elevation.NewSampler()
		var line []geometry.Point
		for pair := from; pair < to; pair++ {
			if !heights.lifted(pair) {
				line = r.appendPair(line[:0], graph.PairID(pair))
				climbs[pair] = climbOf(s.Along(line))
			}
		}
	})
	if err != nil {
		return err
	}
	heights.sample(r.elevation.NewSampler())
	heights.spread()
	for pair := range climbs {
		if heights.lifted(pair) {
			climbs[pair] = climbOf(heights.straight(pair))
		}
	}
	r.storeClimbs(climbs)
	r.reportTiles()
	return nil
}

// climbOf rounds to decimetres.
func climbOf(c elevation.Climb, known bool) climb {
	return climb{uint32(math.Round(c.UpM * 10)), uint32(math.Round(c.DownM * 10)), known}
}

func (r *run) storeClimbs(climbs []climb) {
	for _, c := range climbs {
		if c.known {
			r.tables.Elevation.Append(c.upDM, c.downDM)
		} else {
			r.tables.Elevation.AppendUnknown()
		}
	}
}

// reportTiles tells of tiles that are not there or cannot be read.
func (r *run) reportTiles() {
	for _, t := range r.elevation.Used() {
		switch {
		case t.Missing:
			r.report.Add(report.Issue{
				Code: "elevation_tile_missing", Severity: report.Warning, File: t.Name + ".hgt",
				Message: "the folder for elevation has no such tile", Action: "the elevation of its streets is unknown",
			})
		case t.Err != nil:
			r.report.Add(report.Issue{
				Code: "elevation_tile_unreadable", Severity: report.Error, File: t.Name + ".hgt",
				Message: t.Err.Error(), Action: "the elevation of its streets is unknown",
			})
		}
	}
}

// heights are the heights of vertices at the ends of lifted pairs.
type heights struct {
	tables *graph.Tables
	height []float64
	state  []heightState
	inner  []graph.VertexID // vertices with lifted pairs alone
	around map[graph.VertexID][]neighbour
}

type heightState uint8

const (
	notNeeded heightState = iota // no lifted pair ends here
	onGround                     // lifted pairs and others meet here
	inAir                        // lifted pairs alone
	unknown
	known
)

// neighbour is the other end of a lifted pair.
type neighbour struct {
	vertex graph.VertexID
	weight float64 // 1 / length
}

func newHeights(t *graph.Tables) *heights {
	n := len(t.Vertices.Point)
	h := &heights{tables: t, height: make([]float64, n), state: make([]heightState, n), around: map[graph.VertexID][]neighbour{}}
	for pair := range t.Pairs.From {
		if h.lifted(pair) {
			h.state[t.Pairs.From[pair]], h.state[t.Pairs.To[pair]] = inAir, inAir
		}
	}
	for pair := range t.Pairs.From {
		for _, v := range [...]graph.VertexID{t.Pairs.From[pair], t.Pairs.To[pair]} {
			if !h.lifted(pair) && h.state[v] == inAir {
				h.state[v] = onGround
			}
		}
	}
	return h
}

// lifted reports whether a pair does not follow the ground.
func (h *heights) lifted(pair int) bool {
	f := &h.tables.Facts[h.tables.Pairs.Facts[pair]]
	switch f.Type {
	case facts.Ferry, facts.CarTrain, facts.Elevator:
		return true
	}
	return f.Flags&(facts.Bridge|facts.Tunnel) != 0
}

// sample takes the heights of the ends of bridges and tunnels from the ground. A bridge that meets no street on the ground
// stands on it at its dead ends.
func (h *heights) sample(s *elevation.Sampler) {
	h.listInner()
	for v, state := range h.state {
		if state != onGround && !(state == inAir && len(h.around[graph.VertexID(v)]) < 2) {
			continue
		}
		h.state[v] = unknown
		if m, ok := s.At(h.tables.Vertices.Point[v]); ok {
			h.height[v], h.state[v] = m, known
		}
	}
}

// listInner lists the vertices in the air and what is around them.
func (h *heights) listInner() {
	p := &h.tables.Pairs
	for pair := range p.From {
		if a, b := p.From[pair], p.To[pair]; h.lifted(pair) && a != b {
			w := 1 / (float64(p.LengthDM[pair]) + 1)
			h.around[a] = append(h.around[a], neighbour{b, w})
			h.around[b] = append(h.around[b], neighbour{a, w})
		}
	}
	for v, state := range h.state {
		if state == inAir && len(h.around[graph.VertexID(v)]) > 1 {
			h.inner = append(h.inner, graph.VertexID(v))
		}
	}
}

// straight returns the climb along a lifted pair.
func (h *heights) straight(pair int) (elevation.Climb, bool) {
	a, b := h.tables.Pairs.From[pair], h.tables.Pairs.To[pair]
	return elevation.Straight(h.height[a], h.height[b]), h.state[a] == known && h.state[b] == known
}
