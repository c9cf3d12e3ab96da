package build

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
	"graphbuild/walk"
)

const (
	defaultLinkM = 100
	// tieM is how much farther than the nearest an edge may be to be as near: parallel duplicates are linked too.
	tieM = 0.001
	// farM is the length from which on a link is worth a look.
	farM = 20
)

// candidate is a place on an edge pair near a stop.
type candidate struct {
	pair      graph.PairID
	component uint32
	alongM    float64
	distanceM float64
}

// linkStops ties each stop to the nearest place on a street that people may walk on, within Config.LinkM, and to all
// places that are as near. A stop whose nearest street belongs to a small component is tied to the nearest street of a
// large one as well. Motorways, tunnels and ferries are no places to stop at.
//
// Memory: 60 bytes a stop and 32 for each component near it.
func (r *run) linkStops(ctx context.Context) error {
	stops := r.stopPlaces()
	if len(stops) == 0 || len(r.tables.Pairs.From) == 0 {
		return nil
	}
	near, err := r.streetsNear(ctx, stops, r.config.LinkM)
	if err != nil {
		return err
	}
	lengthM := r.componentLengths()
	var unlinked []stopPlace
	for i, s := range stops {
		if len(near[i]) == 0 {
			unlinked = append(unlinked, s)
			continue
		}
		r.linkStop(s, choose(near[i], lengthM), lengthM)
	}
	return r.reportUnlinked(ctx, unlinked)
}

// nearStreets are the places on streets near each stop: of each component the nearest, and those as near.
type nearStreets [][]candidate

func (n nearStreets) add(stop uint32, c candidate) {
	beats := func(a, b candidate) bool { return a.component == b.component && a.distanceM+tieM < b.distanceM }
	if slices.ContainsFunc(n[stop], func(o candidate) bool { return beats(o, c) }) {
		return
	}
	n[stop] = append(slices.DeleteFunc(n[stop], func(o candidate) bool { return beats(c, o) }), c)
}

func (n nearStreets) sort() {
	for _, of := range n {
		slices.SortFunc(of, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.distanceM, b.distanceM), cmp.Compare(a.pair, b.pair))
		})
	}
}

// stopPlace is a stop that is to be tied to streets.
type stopPlace struct {
	stop  graph.StopID
	point geometry.Point
}

// streetsNear returns the walkable streets within the radius of each stop, by distance.
func (r *run) streetsNear(ctx context.Context, stops []stopPlace, radiusM float64) (nearStreets, error) {
	grid := newStopGrid(stops, radiusM)
	near := make(nearStreets, len(stops))
	var line []geometry.Point
	p := &r.tables.Pairs
	for pair := range p.From {
		if pair%4096 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if !walkable(r.tables.Facts[p.Facts[pair]]) {
			continue
		}
		line = r.appendPair(line[:0], graph.PairID(pair))
		for _, stop := range grid.near(line) {
			at := geometry.Project(stops[stop].point, line)
			if at.DistanceM <= radiusM {
				component := r.tables.Components.Of[facts.Walk][p.From[pair]]
				near.add(stop, candidate{graph.PairID(pair), component, at.AlongM, at.DistanceM})
			}
		}
	}
	near.sort()
	return near, nil
}

// appendPair appends the points of a pair from From to To.
func (r *run) appendPair(line []geometry.Point, pair graph.PairID) []geometry.Point {
	p := &r.tables.Pairs
	line = append(line, r.tables.Vertices.Point[p.From[pair]])
	line = append(line, p.Inner[p.InnerStart[pair]:p.InnerStart[pair+1]]...)
	return append(line, r.tables.Vertices.Point[p.To[pair]])
}

// walkable reports whether a stop may be tied to an edge.
func walkable(e facts.Edge) bool {
	if !(e.Modes[0] | e.Modes[1]).Has(facts.Walk) || e.Flags&facts.Tunnel != 0 {
		return false
	}
	switch e.Type {
	case facts.Ferry, facts.CarTrain:
		return false
	}
	return e.Class != facts.Motorway && e.Class != facts.MotorwayLink
}

// componentLengths returns the metres of street of each walk component.
func (r *run) componentLengths() []float64 {
	var lengthM []float64
	p := &r.tables.Pairs
	for pair, from := range p.From {
		c := r.tables.Components.Of[facts.Walk][from]
		if c == graph.NoComponent || !walkable(r.tables.Facts[p.Facts[pair]]) {
			continue
		}
		for int(c) >= len(lengthM) {
			lengthM = append(lengthM, 0)
		}
		lengthM[c] += float64(p.LengthDM[pair]) / 10
	}
	return lengthM
}

// choose returns those of a stop's candidates, sorted by distance, that it is tied to.
func choose(near []candidate, lengthM []float64) []candidate {
	if len(near) == 0 {
		return nil
	}
	chosen := ties(near, near[0])
	first := near[0].component
	if lengthM[first] >= walk.MainlandM {
		return chosen
	}
	if other, ok := mainland(near, lengthM); ok && other.component != first {
		chosen = append(chosen, ties(near, other)...)
	}
	return chosen
}

// mainland returns the nearest candidate of a large component, else of the longest one.
func mainland(near []candidate, lengthM []float64) (candidate, bool) {
	longest := near[0]
	for _, c := range near {
		if lengthM[c.component] >= walk.MainlandM {
			return c, true
		}
		if lengthM[c.component] > lengthM[longest.component] {
			longest = c
		}
	}
	return longest, lengthM[longest.component] > lengthM[near[0].component]
}

// ties returns the candidates of one component that are as near as nearest.
func ties(near []candidate, nearest candidate) []candidate {
	var same []candidate
	for _, c := range near {
		if c.component == nearest.component && math.Abs(c.distanceM-nearest.distanceM) <= tieM {
			same = append(same, c)
		}
	}
	return same
}

func (r *run) linkStop(s stopPlace, chosen []candidate, lengthM []float64) {
	if nearest := chosen[0]; nearest.distanceM > farM {
		r.addStopIssue(s, report.Issue{Code: "link_stop_far", Severity: report.Info,
			Message: fmt.Sprintf("the nearest street that people may walk on is %.1f m away", nearest.distanceM), Action: "linked"})
	}
	if m := lengthM[chosen[0].component]; m < walk.MainlandM {
		r.addStopIssue(s, report.Issue{Code: "link_stop_on_island", Severity: report.Info, Action: fmt.Sprintf("linked to %d streets", len(chosen)),
			Message: fmt.Sprintf("the nearest street is part of an island of %.0f m of street", m)})
	}
	slices.SortFunc(chosen, func(a, b candidate) int { return cmp.Compare(a.pair, b.pair) })
	for _, c := range chosen {
		r.addLink(s, c)
	}
}

func (r *run) addLink(s stopPlace, c candidate) {
	modes := r.tables.Facts[r.tables.Pairs.Facts[c.pair]].Modes
	l := &r.tables.Links
	l.Stop.Append(s.stop)
	l.Pair.Append(c.pair)
	l.OffsetDM.Append(min(uint32(math.Round(c.alongM*10)), r.tables.Pairs.LengthDM[c.pair]))
	l.DistanceDM.Append(uint32(math.Round(c.distanceM * 10)))
	l.Modes.Append((modes[0] | modes[1]) & facts.ModesOf(facts.Walk, facts.Bike, facts.Wheelchair))
}
