package route

import (
	"maps"
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/walk"
)

// A wheelchair goes where one walks, at the same speed, but for edges and barriers that the graph says do not let it through. The
// tags that tell are a matter of the build.

// traveller is a mode, or people in a wheelchair.
type traveller uint8

const (
	byWheelchair  = traveller(facts.Car) + 1
	numTravellers = byWheelchair + 1
)

func (d *modeData) traveller() traveller {
	if d.wheels {
		return byWheelchair
	}
	return traveller(d.mode)
}

// mayPass reports whether nothing at a vertex is in the way.
func (d *modeData) mayPass(g *graph.Graph, v graph.VertexID) bool {
	if !g.IsSpecial(v) {
		return true
	}
	if d.wheels {
		return g.PassAt(v).Has(facts.Wheelchair)
	}
	return g.PassAt(v).Has(d.mode)
}

// plain returns the data of the same traveller without a time and costs of one's own.
func (r *Router) plain(d *modeData) *modeData {
	if d.wheels {
		return r.wheelchair()
	}
	return r.mode(d.mode)
}

// wheelchair returns the data of people in a wheelchair.
func (r *Router) wheelchair() *modeData {
	r.wheels.once.Do(func() { r.wheels.data = r.withWheels(r.mode(facts.Walk)) })
	return r.wheels.data
}

// onWheels returns the data of a search on foot for a wheelchair.
func (r *Router) onWheels(d *modeData) *modeData {
	if d == r.mode(facts.Walk) {
		return r.wheelchair()
	}
	return r.withWheels(d)
}

// withWheels returns data with the edges closed that do not let wheels through. Bounds stay: no way gets shorter.
func (r *Router) withWheels(d *modeData) *modeData {
	changed := maps.Clone(d.changed)
	for e := range changed {
		if f := r.g.Edge(e).Facts(); !walk.TakesWheels(&f, facts.Forward) {
			changed[e] = 0
		}
	}
	out := d.with(changed)
	out.wheels, out.pace = true, slices.Clone(d.pace)
	for i := range out.pace {
		if !walk.TakesWheels(r.g.FactsAt(graph.FactsID(i/2)), facts.Direction(i%2)) {
			out.pace[i] = 0
		}
	}
	return out
}
