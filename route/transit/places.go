package transit

import (
	"iter"
	"slices"

	"graphbuild/graph"
)

// place is a stop, or a part of one: transfers.txt may have rules of their own for single routes and trips, and who comes
// by such a vehicle, or waits for it, is at a part of the stop. The place of a stop has its number, parts follow.
type place uint32

const noPlace place = 1<<32 - 1

// places are the stops of a graph and their parts. Most graphs have no parts. Each takes some 100 bytes.
type places struct {
	g        *graph.Graph
	parts    []partKey // the first has the number of the stops
	ofStop   map[graph.StopID][]place
	byKey    map[partKey]place
	mentions map[partKey]bool // routes and trips that a rule at a stop names
	trips    []graph.TripID   // that some rule names, sorted
	err      error            // there are too many rules; then there are no parts
}

// partKey says whose part of a stop it is. Who is named by no rule there is NoRoute, NoTrip.
type partKey struct {
	stop  graph.StopID
	route graph.RouteID
	trip  graph.TripID
}

// newPlaces reads for which routes and trips there are rules.
func newPlaces(g *graph.Graph) *places {
	p := &places{g: g, ofStop: map[graph.StopID][]place{}, byKey: map[partKey]place{}, mentions: map[partKey]bool{}}
	r := newRuleReader(g, p)
	p.err = r.each(func(x *transferRule) {
		p.mention(x.from)
		p.mention(x.to)
	})
	if p.err == nil {
		p.divide()
	}
	return p
}

func (p *places) number() int { return p.g.NumStops() + len(p.parts) }

// stopOf returns the stop of a place.
func (p *places) stopOf(x place) graph.StopID {
	if i := int(x) - p.g.NumStops(); i >= 0 {
		return p.parts[i].stop
	}
	return graph.StopID(x)
}

// of yields the places of a stop.
func (p *places) of(s graph.StopID) iter.Seq[place] {
	return func(yield func(place) bool) {
		if !yield(place(s)) || len(p.parts) == 0 {
			return
		}
		for _, x := range p.ofStop[s] {
			if !yield(x) {
				return
			}
		}
	}
}

// at returns where riders of a trip board and alight at a stop.
func (p *places) at(s graph.StopID, t graph.Trip) place {
	if len(p.mentions) == 0 {
		return place(s)
	}
	if x, ok := p.byKey[p.key(s, t)]; ok {
		return x
	}
	return place(s)
}

func (p *places) key(s graph.StopID, t graph.Trip) partKey {
	k := partKey{s, graph.NoRoute, graph.NoTrip}
	if r := t.Route().Number(); p.mentions[partKey{s, r, graph.NoTrip}] {
		k.route = r
	}
	if p.mentions[partKey{s, graph.NoRoute, t.Number()}] {
		k.trip = t.Number()
	}
	return k
}

// mention notes that a rule at a stop names a route or a trip.
func (p *places) mention(k partKey) {
	if p.mentions[k] || k.route == graph.NoRoute && k.trip == graph.NoTrip {
		return
	}
	p.mentions[k] = true
	if k.trip != graph.NoTrip {
		p.trips = append(p.trips, k.trip)
	}
}

// divide makes the parts, once all are mentioned.
func (p *places) divide() {
	slices.Sort(p.trips)
	p.trips = slices.Compact(p.trips)
	routes := map[graph.RouteID]bool{}
	for k := range p.mentions {
		routes[k.route] = true
	}
	var stops []graph.StopID
	for t := range graph.TripID(p.g.NumTrips()) {
		trip := p.g.Trip(t)
		if len(p.mentions) == 0 || !routes[trip.Route().Number()] && !p.names(t) {
			continue
		}
		stops = trip.Pattern().AppendStops(stops[:0])
		for _, s := range stops {
			p.add(p.key(s, trip))
		}
	}
}

func (p *places) add(k partKey) {
	if k.route == graph.NoRoute && k.trip == graph.NoTrip {
		return
	}
	if _, ok := p.byKey[k]; ok {
		return
	}
	x := place(p.number())
	p.parts, p.byKey[k], p.ofStop[k.stop] = append(p.parts, k), x, append(p.ofStop[k.stop], x)
}

// names reports whether some rule is for a trip.
func (p *places) names(t graph.TripID) bool {
	_, ok := slices.BinarySearch(p.trips, t)
	return ok
}

// matching yields the places of a stop that the end of a rule is for.
func (p *places) matching(end partKey) iter.Seq[place] {
	return func(yield func(place) bool) {
		for x := range p.of(end.stop) {
			k := partKey{end.stop, graph.NoRoute, graph.NoTrip}
			if i := int(x) - p.g.NumStops(); i >= 0 {
				k = p.parts[i]
			}
			fits := (end.route == graph.NoRoute || end.route == k.route) && (end.trip == graph.NoTrip || end.trip == k.trip)
			if fits && !yield(x) {
				return
			}
		}
	}
}
