package graph

import (
	"graphbuild/facts"
	"graphbuild/geometry"
)

// ModeName returns the name of a mode, empty for a number that stands for none.
func ModeName(m facts.Mode) string { return m.String() }

// countStats counts what inspect shows.
func countStats(g *Graph) Stats {
	t := g.tables
	s := Stats{Components: make(map[string]ComponentStats)}
	s.Vertices = countVertices(g)
	s.Edges = countEdges(g)
	s.TurnRestrictions = countRestrictions(&t.Restrictions)
	s.Degrees, s.Lengths = degreeHistogram(&t.Pairs, len(t.Vertices.Point)), lengthHistogram(&t.Pairs)
	for m := range facts.Car + 1 {
		s.Components[ModeName(m)] = countComponents(t.Components.Of[m])
	}
	if t.Feeds.Label.Len() > 0 {
		s.Transit = countTransit(t)
	}
	return s
}

func countVertices(g *Graph) VertexStats {
	s := VertexStats{Total: g.NumVertices(), ByType: make(map[string]int)}
	var byType [256]int
	for v := range g.Vertices() {
		byType[v.Type()]++
	}
	for t, n := range byType {
		if n > 0 {
			s.ByType[VertexTypeName(facts.VertexType(t))] += n
		}
	}
	return s
}

// edgeCounter counts edges by number of type and mode.
type edgeCounter struct {
	total  int
	byType [256]int
	byMode [facts.NumModes]int
}

// add counts n edges.
func (c *edgeCounter) add(t facts.EdgeType, m facts.Modes, n int) {
	if m == 0 {
		return
	}
	c.total += n
	c.byType[t] += n
	for mode := range facts.Car + 1 {
		if m.Has(mode) {
			c.byMode[mode] += n
		}
	}
}

// countEdges counts the edges that some mode may use: those of streets by their facts, since there are few.
func countEdges(g *Graph) EdgeStats {
	var c edgeCounter
	pairs := make([]int, len(g.tables.Facts))
	var lengthDM uint64
	for p, f := range g.tables.Pairs.Facts {
		if int(f) < len(pairs) {
			pairs[f]++
		}
		lengthDM += uint64(g.tables.Pairs.LengthDM[p])
	}
	for f, n := range pairs {
		row := &g.tables.Facts[f]
		c.add(row.Type, row.Modes[facts.Forward], n)
		c.add(row.Type, row.Modes[facts.Backward], n)
	}
	for e := g.firstLink(); int(e) < g.NumEdges(); e++ {
		x := g.extraEdge(e)
		c.add(x.kind, x.modes, 1)
	}
	return c.stats(lengthDM)
}

// stats returns the counts by name.
func (c *edgeCounter) stats(lengthDM uint64) EdgeStats {
	s := EdgeStats{Total: c.total, ByType: make(map[string]int), ByMode: make(map[string]int), LengthM: float64(lengthDM) / 10}
	for t, n := range c.byType {
		if n > 0 {
			s.ByType[EdgeTypeName(facts.EdgeType(t))] += n
		}
	}
	for m, n := range c.byMode {
		if n > 0 {
			s.ByMode[ModeName(facts.Mode(m))] = n
		}
	}
	return s
}

func countRestrictions(t *Restrictions) RestrictionStats {
	s := RestrictionStats{Total: t.From.Len()}
	var via []EdgeID
	for i := range s.Total {
		if via = t.Via.AppendRow(via[:0], i); len(via) > 0 {
			s.WayVia++
		} else {
			s.NodeVia++
		}
		if t.Condition.At(i) != "" {
			s.Conditional++
		}
	}
	return s
}

// countComponents counts the components of one mode; component 0 is the largest.
func countComponents(of []uint32) ComponentStats {
	var s ComponentStats
	for _, c := range of {
		if c == NoComponent {
			continue
		}
		s.Count = max(s.Count, int(c)+1)
		if c == 0 {
			s.LargestVertices++
		}
	}
	return s
}

func countTransit(t *Tables) *TransitStats {
	s := &TransitStats{
		Feeds: t.Feeds.Label.Len(), Agencies: t.Agencies.ID.Len(), Stops: t.Stops.ID.Len(), Routes: t.Routes.ID.Len(),
		Patterns: t.Patterns.Route.Len(), Trips: t.Trips.Pattern.Len(), Services: t.Services.DaySet.Len(),
		Transfers: t.Transfers.Type.Len(), Pathways: t.Pathways.From.Len(),
	}
	last := NoStop
	for i := range t.Links.Stop.Len() {
		if stop := t.Links.Stop.At(i); stop != last {
			s.StopsLinked++
			last = stop
		}
	}
	var row []int32
	calls := make([]int, t.Profiles.Run.Len())
	for i := range calls {
		row = t.Profiles.Run.AppendRow(row[:0], i)
		calls[i] = len(row)
	}
	for i := range s.Trips {
		if p := t.Trips.Profile.At(i); int(p) < len(calls) {
			s.StopTimes += calls[p]
		}
	}
	s.ContinuedTrips, s.RawTables = t.Continuations.From.Len(), t.RawTables.Name.Len()
	s.Flex = countFlex(t, calls)
	s.countDays(t)
	return s
}

// countDays counts the trips of each day on which any service runs.
func (s *TransitStats) countDays(t *Tables) {
	trips := make([]int, t.Services.DaySet.Len())
	for i := range s.Trips {
		if x := int(t.Trips.Service.At(i)); x < len(trips) {
			trips[x]++
		}
	}
	perDay := map[Day]int{}
	var first, last Day
	g := &Graph{tables: t}
	for i, n := range trips {
		for d := range (Service{g, ServiceID(i)}).Days() {
			if len(perDay) == 0 {
				first, last = d, d
			}
			first, last = min(first, d), max(last, d)
			perDay[d] += n
		}
	}
	if len(perDay) == 0 {
		return
	}
	s.FirstDay, s.LastDay = first.String(), last.String()
	s.DaysWithoutService = int(last-first) + 1 - len(perDay)
	for d := first; d <= last; d++ {
		n := perDay[d]
		if n > s.BusiestDayTrips {
			s.BusiestDay, s.BusiestDayTrips = d.String(), n
		}
		if len(s.TripsByDay) < maxTripsByDay {
			s.TripsByDay = append(s.TripsByDay, n)
		}
	}
}

// bounds returns the box of all vertices, stops and geometry: west, south, east, north in degrees; zeros when there are
// none.
func (t *Tables) bounds() [4]float64 {
	box := geometry.EmptyBox()
	box.AddLine(t.Vertices.Point)
	for i := range t.Stops.Lon.Len() {
		if p := (geometry.Point{Lon: t.Stops.Lon.At(i), Lat: t.Stops.Lat.At(i)}); p != (geometry.Point{}) {
			box.Add(p)
		}
	}
	box.AddLine(t.Pairs.Inner)
	if box.Empty() {
		return [4]float64{}
	}
	w, s := geometry.Point{Lon: box.W, Lat: box.S}.Degrees()
	e, n := geometry.Point{Lon: box.E, Lat: box.N}.Degrees()
	return [4]float64{w, s, e, n}
}
