package build

import (
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
)

// Values of stops.location_type.
const (
	locationStop     = 0
	locationEntrance = 2
)

// stopPlaces returns the stops that are tied to streets, in the order of their ids: entrances, and stops without
// pathways, as which stations and other places count where trips call at them. A stop with pathways is reached through the
// entrances of its station alone; where the pathways lead to no entrance, it is tied itself rather than locked in.
func (r *run) stopPlaces() []stopPlace {
	s := &r.tables.Stops
	inside, called := r.indoorStops(), r.calledStops()
	var places []stopPlace
	for i := range s.ID.Len() {
		place := stopPlace{graph.StopID(i), geometry.Point{Lon: s.Lon.At(i), Lat: s.Lat.At(i)}}
		if !place.point.Valid() {
			continue
		}
		switch kind := s.LocationType.At(i); {
		case kind == locationEntrance:
			places = append(places, place)
		case kind == locationStop || called[i]:
			if inside[i] == behindEntrance {
				continue
			}
			if inside[i] == lockedIn {
				r.addStopIssue(place, report.Issue{Code: "link_stop_locked", Severity: report.Warning,
					Message: "pathways lead from the stop but to no entrance", Action: "the stop itself is linked"})
			}
			places = append(places, place)
		}
	}
	return places
}

// calledStops says at which stops trips call.
func (r *run) calledStops() []bool {
	called := make([]bool, r.tables.Stops.ID.Len())
	var stops []graph.StopID
	for p := range r.tables.Patterns.Stop.Len() {
		stops = r.tables.Patterns.Stop.AppendRow(stops[:0], p)
		for _, s := range stops {
			called[s] = true
		}
	}
	return called
}

// indoor says how a stop hangs together with pathways.
type indoor uint8

const (
	noPathways indoor = iota
	behindEntrance
	lockedIn
)

// indoorStops follows the pathways, a stop being joined with its boarding areas.
func (r *run) indoorStops() []indoor {
	n := r.tables.Stops.ID.Len()
	p := &r.tables.Pathways
	of := make([]indoor, n)
	if p.From.Len() == 0 {
		return of
	}
	reach, joined := r.joinPathways(n)
	hasEntrance := make([]bool, n)
	for i := range n {
		if r.tables.Stops.LocationType.At(i) == locationEntrance {
			hasEntrance[reach.find(uint32(i))] = true
		}
	}
	for i := range n {
		switch {
		case !joined[reach.find(uint32(i))]:
		case hasEntrance[reach.find(uint32(i))]:
			of[i] = behindEntrance
		default:
			of[i] = lockedIn
		}
	}
	return of
}

// joinPathways returns the sets of stops that pathways join, and for each root whether any pathway is in the set.
func (r *run) joinPathways(n int) (reach sets, joined []bool) {
	const boardingArea = 4
	s, p := &r.tables.Stops, &r.tables.Pathways
	reach, joined = newSets(n), make([]bool, n)
	for i := range n {
		if parent := s.Parent.At(i); s.LocationType.At(i) == boardingArea && parent != graph.NoStop {
			reach.join(uint32(i), uint32(parent))
		}
	}
	for i := range p.From.Len() {
		reach.join(uint32(p.From.At(i)), uint32(p.To.At(i)))
	}
	for i := range p.From.Len() {
		joined[reach.find(uint32(p.From.At(i)))] = true
	}
	return reach, joined
}
