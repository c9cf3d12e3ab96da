package graph

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// randomTables returns a street network with all that is unusual: loops, parallel pairs, a vertex of high degree,
// one-way and closed edges, restrictions, barriers and ferries, and a small timetable tied to it.
// It needs at least 10 vertices.
func randomTables(seed uint64, vertices int) *Tables {
	r := rand.New(rand.NewPCG(seed, 1))
	t := new(Tables)
	for i := range vertices {
		t.Vertices.Point = append(t.Vertices.Point, geometry.Point{
			Lon: 86000000 + int32(i%40)*20000 + r.Int32N(9000), Lat: 461000000 + int32(i/40)*15000 + r.Int32N(9000),
		})
		t.Vertices.NodeID.Append(int64(1000 + 7*((i*31)%vertices)))
	}
	t.Facts = []facts.Edge{
		{Type: facts.Street, Class: facts.Residential, Modes: [2]facts.Modes{facts.AllModes, facts.AllModes}, Speed: [2]facts.Speed{5000, 5000}},
		{Type: facts.Street, Class: facts.Primary, Modes: [2]facts.Modes{facts.AllModes, facts.ModesOf(facts.Walk)}, Speed: [2]facts.Speed{8000, 0}},
		{Type: facts.Steps, Class: facts.StepsClass, Modes: [2]facts.Modes{facts.ModesOf(facts.Walk), facts.ModesOf(facts.Walk)}},
		{Type: facts.Street, Class: facts.Service, Modes: [2]facts.Modes{0, facts.ModesOf(facts.Car)}, Limited: [2][3]facts.Limited{{}, {0, 0, facts.Private}}},
		{Type: facts.Ferry, Class: facts.FerryClass, Modes: [2]facts.Modes{facts.RoutedModes, facts.RoutedModes}, Flags: facts.Toll},
	}
	addPairs(t, r)
	addSparse(t, r)
	addTransit(t, r)
	return t
}

func addPairs(t *Tables, r *rand.Rand) {
	n := len(t.Vertices.Point)
	type ends struct{ from, to int }
	var list []ends
	for v := range n {
		for range 1 + r.IntN(3) {
			to := min(n-1, v+r.IntN(45))
			list = append(list, ends{v, to})
		}
		if v > 0 {
			list = append(list, ends{min(v, n/3), max(v, n/3)})
		}
	}
	slices.SortStableFunc(list, func(a, b ends) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	p := &t.Pairs
	p.InnerStart = []uint32{0}
	ways := 0
	for _, e := range list {
		p.From, p.To = append(p.From, VertexID(e.from)), append(p.To, VertexID(e.to))
		p.Facts = append(p.Facts, FactsID(r.IntN(len(t.Facts))))
		p.Reversed = append(p.Reversed, r.IntN(3) == 0)
		if way := WayID(r.IntN(ways + 1)); int(way) == ways {
			ways++
			p.Way.Append(way)
		} else {
			p.Way.Append(way)
		}
		a, b := t.Vertices.Point[e.from], t.Vertices.Point[e.to]
		line := []geometry.Point{a}
		for k, inner := 1, r.IntN(5); k <= inner; k++ {
			x := geometry.Point{
				Lon: a.Lon + (b.Lon-a.Lon)/int32(inner+1)*int32(k) + r.Int32N(400), Lat: a.Lat + (b.Lat-a.Lat)/int32(inner+1)*int32(k) - r.Int32N(400),
			}
			if e.from%2 == 0 {
				x.Lon, x.Lat = x.Lon/10*10, x.Lat/10*10
			}
			line = append(line, x)
		}
		p.Inner = append(p.Inner, line[1:]...)
		p.InnerStart = append(p.InnerStart, uint32(len(p.Inner)))
		p.LengthDM = append(p.LengthDM, uint32(10*geometry.Length(append(line, b))))
	}
	for w := range ways {
		t.Ways.ID.Append(int64(5000 + 3*w))
		t.Ways.Name.Append([]string{"", "Main Street", "Rue de l'Église", "A 13"}[w%4])
	}
}

func addSparse(t *Tables, r *rand.Rand) {
	n := len(t.Vertices.Point)
	for v := 3; v < n; v += 11 {
		t.Access.Vertex.Append(VertexID(v))
		t.Access.Pass.Append(facts.ModesOf(facts.Walk, facts.Bike))
		t.Access.Type.Append(facts.BarrierVertex)
	}
	for p := 2; p < len(t.Pairs.From); p += 29 {
		t.Pairs.DurationPair.Append(PairID(p))
		t.Pairs.DurationS.Append(uint32(600 + p))
	}
	s := expandedStreets(t)
	for e := EdgeID(0); int(e) < 2*len(t.Pairs.From); e += 13 {
		via := t.headOf(e)
		first, end := s.starting(via)
		if first == end {
			continue
		}
		t.Restrictions.Relation.Append(int64(e) + 900)
		t.Restrictions.Kind.Append(facts.RestrictionKind(r.IntN(2)))
		t.Restrictions.Modes.Append(facts.ModesOf(facts.Car))
		t.Restrictions.From.Append(e)
		t.Restrictions.Via.Append()
		t.Restrictions.To.Append(EdgeID(2 * (first + uint32(r.IntN(int(end-first))))))
		t.Restrictions.Condition.Append([]string{"", "Mo-Fr 07:00-09:00"}[r.IntN(2)])
	}
	for w := 1; w < t.Ways.Name.Len(); w += 40 {
		t.Conditions.Way.Append(WayID(w))
		t.Conditions.Mode.Append(facts.Car)
		t.Conditions.Direction.Append(facts.Direction(w % 3))
		t.Conditions.Text.Append("no @ (Sa,Su)")
	}
	for m := range t.Components.Of {
		of := make([]uint32, n)
		for v := n - 5; v < n; v++ {
			of[v] = uint32(v - n + 6)
		}
		of[0] = NoComponent
		t.Components.Of[m] = of
	}
}

func addTransit(t *Tables, r *rand.Rand) {
	t.Feeds.append("town", "tt")
	t.Feeds.append("rail", "rr")
	for f := range FeedID(2) {
		t.Agencies.Feed.Append(f)
		t.Agencies.ID.Append("1")
		t.Agencies.Name.Append("Transit")
		t.Agencies.URL.Append("https://example.org")
		t.Agencies.Timezone.Append("America/New_York")
	}
	ids := []string{"a", "b", "c", "d", "station", "door"}
	kinds := []uint8{0, 0, 0, 0, 1, 2}
	for f := range FeedID(2) {
		for i, id := range ids {
			if f == 1 && i == 3 {
				id = "only-rail"
			}
			t.addStop(f, id, kinds[i])
		}
	}
	t.addTimetable()
	for s := range StopID(8) {
		for range 1 + r.IntN(2) {
			p := r.IntN(len(t.Pairs.From))
			t.Links.Stop.Append(s)
			t.Links.Pair.Append(PairID(p))
			t.Links.OffsetDM.Append(uint32(r.IntN(int(t.Pairs.LengthDM[p]) + 1)))
			t.Links.DistanceDM.Append(uint32(r.IntN(500)))
			t.Links.Modes.Append(facts.ModesOf(facts.Walk))
		}
	}
}

func (f *Feeds) append(label, id string) {
	f.Label.Append(label)
	f.FeedID.Append(id)
	f.Publisher.Append("publisher")
	f.Lang.Append("en")
	f.Version.Append("1")
}

func (t *Tables) addStop(f FeedID, id string, kind uint8) {
	s := &t.Stops
	p := t.Vertices.Point[s.ID.Len()%len(t.Vertices.Point)]
	s.Feed.Append(f)
	s.ID.Append(id)
	s.Code.Append("")
	s.Name.Append("Stop " + id)
	s.Lon.Append(p.Lon + 500)
	s.Lat.Append(p.Lat + 300)
	s.LocationType.Append(kind)
	s.Parent.Append(NoStop)
	s.Level.Append(NoLevel)
	s.Platform.Append("")
	s.Timezone.Append("")
	s.Wheelchair.Append(1)
}

// addTimetable adds one route with two patterns: trips at 08:00 and 23:50, and one every 30 minutes from 10:00 to 12:00.
func (t *Tables) addTimetable() {
	t.Routes.Feed.Append(0)
	t.Routes.ID.Append("r1")
	t.Routes.Agency.Append(0)
	t.Routes.ShortName.Append("1")
	t.Routes.LongName.Append("Line 1")
	t.Routes.Type.Append(3)
	t.Routes.Color.Append(0)
	t.Routes.TextColor.Append(0xFFFFFF)
	for d := range uint8(2) {
		t.Patterns.Route.Append(0)
		t.Patterns.Direction.Append(d)
		t.Patterns.Shape.Append(ShapeID(d))
	}
	t.Patterns.Stop.Append(0, 1, 2)
	t.Patterns.Stop.Append(2, 1, 0)
	t.Patterns.Pickup.Append()
	t.Patterns.Pickup.Append(0, 1, 1)
	t.Patterns.DropOff.Append()
	t.Patterns.DropOff.Append()
	t.Patterns.ShapeDM.Append(0, 1000, 2000)
	t.Patterns.ShapeDM.Append()
	t.Profiles.AppendTimes([]int32{-60, 300, 900}, []int32{0, 360, 900})
	t.Profiles.Sequence.Append(10, 20, 30)
	t.Profiles.Interpolated.Append(0, 1, 2)
	t.Profiles.AppendTimes([]int32{0, 300, 900}, nil)
	t.Profiles.Sequence.Append()
	t.Profiles.Interpolated.Append()
	for i, start := range []int32{8 * 3600, 23*3600 + 50*60, 10 * 3600} {
		t.Trips.Pattern.Append(PatternID(i / 2))
		t.Trips.StartS.Append(start)
		t.Trips.Profile.Append(ProfileID(i / 2))
		t.Trips.Service.Append(0)
		t.Trips.ID.Append([]string{"early", "late", "often"}[i])
		t.Trips.Headsign.Append("Centre")
		t.Trips.ShortName.Append("")
		t.Trips.Block.Append("")
		t.Trips.Wheelchair.Append(0)
		t.Trips.Bikes.Append(0)
		t.Trips.FrequencyOnly.Append(uint8(i / 2))
	}
	t.Frequencies.Trip.Append(2)
	t.Frequencies.StartS.Append(10 * 3600)
	t.Frequencies.EndS.Append(12 * 3600)
	t.Frequencies.HeadwayS.Append(1800)
	t.Frequencies.Exact.Append(0)
	t.Services.Feed.Append(0)
	t.Services.ID.Append("weekdays")
	t.Services.DaySet.Append(0)
	t.Services.Days.Append(0b0011111_0011111)
	t.Services.FirstDay.Append(20521) // Monday, 2026-03-09
	t.addConnections()
	for i := range 2 {
		t.Shapes.Feed.Append(0)
		t.Shapes.ID.Append([]string{"s1", "s2"}[i])
	}
	t.Shapes.Start = []uint32{0, 5, 6}
	t.Shapes.Point = append(slices.Clone(t.Vertices.Point[:5]), t.Vertices.Point[9])
}

// addConnections adds a transfer of each sort and pathways for one and for both directions.
func (t *Tables) addConnections() {
	x := &t.Transfers
	for i, to := range []StopID{1, 2, NoStop} {
		x.FromStop.Append(0)
		x.ToStop.Append(to)
		x.FromRoute.Append(NoRoute)
		x.ToRoute.Append(NoRoute)
		x.FromTrip.Append(NoTrip)
		x.ToTrip.Append(NoTrip)
		x.Type.Append([]uint8{2, 3, 4}[i])
		x.MinS.Append([]int32{180, -1, -1}[i])
	}
	w := &t.Pathways
	for i, from := range []StopID{4, 5} {
		w.Feed.Append(0)
		w.ID.Append([]string{"p1", "p2"}[i])
		w.From.Append(from)
		w.To.Append(9 - from)
		w.Mode.Append([]uint8{1, 2}[i])
		w.Bidirectional.Append([]uint8{1, 0}[i])
		w.LengthDM.Append(250)
		w.TraversalS.Append(40)
		w.Stairs.Append(0)
	}
}

// graphs returns the same graph in all forms: tables in memory, packed in a file, and unpacked from one.
func graphs(t testing.TB, tables *Tables) map[string]*Graph {
	t.Helper()
	data := written(t, tables, WriteOptions{})
	list := make(map[string]*Graph)
	var err error
	for name, opts := range map[string][]Option{"packed": nil, "expanded": {Expand()}, "checked": {Verify(encode.VerifyAll)}} {
		if list[name], err = Load(data, opts...); err != nil {
			t.Fatal(name, err)
		}
	}
	if list["memory"], err = NewGraph(tables); err != nil {
		t.Fatal(err)
	}
	return list
}
