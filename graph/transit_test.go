package graph

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"graphbuild/facts"
)

func TestByID(t *testing.T) {
	for name, g := range graphs(t, randomTables(1, 50)) {
		for _, c := range []struct {
			id   string
			want StopID
			err  error
		}{
			{"town:a", 0, nil}, {"rail:a", 6, nil}, {"d", 3, nil}, {"only-rail", 9, nil},
			{"a", 0, ErrAmbiguous}, {"rail:d", 0, ErrNotFound}, {"x:a", 0, ErrNotFound}, {"", 0, ErrNotFound},
		} {
			s, err := g.StopByID(c.id)
			if !errors.Is(err, c.err) || err == nil && s.Number() != c.want {
				t.Errorf("%s: stop %q gives %d, %v", name, c.id, s.Number(), err)
			}
		}
		trip, err := g.TripByID("town:late")
		if err != nil || trip.Number() != 1 || trip.Route().ID() != "r1" {
			t.Errorf("%s: trip late: %v", name, err)
		}
		if _, err := g.RouteByID("r1"); err != nil {
			t.Error(name, err)
		}
		if _, err := g.AgencyByID("1"); !errors.Is(err, ErrAmbiguous) {
			t.Error(name, err)
		}
		if s, err := g.ServiceByID("weekdays"); err != nil || len(slices.Collect(s.Days())) != 10 {
			t.Error(name, err)
		}
	}
}

func TestStopTimes(t *testing.T) {
	for name, g := range graphs(t, randomTables(2, 50)) {
		want := []StopTime{
			{Stop: 0, Sequence: 10, ArrivalS: 28740, DepartureS: 28800, Headsign: "Centre", ContinuousPickup: 1, ContinuousDropOff: 1},
			{Stop: 1, Sequence: 20, ArrivalS: 29100, DepartureS: 29160, Interpolated: true, Headsign: "Centre", ContinuousPickup: 1, ContinuousDropOff: 1},
			{Stop: 2, Sequence: 30, ArrivalS: 29700, DepartureS: 29700, Approximate: true, Headsign: "Centre", ContinuousPickup: 1, ContinuousDropOff: 1},
		}
		if d := cmp.Diff(want, g.Trip(0).StopTimes()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		want = []StopTime{
			{Stop: 2, Sequence: 1, ArrivalS: 36000, DepartureS: 36000, Headsign: "Centre", ContinuousPickup: 1, ContinuousDropOff: 1},
			{Stop: 1, Sequence: 2, ArrivalS: 36300, DepartureS: 36300, Pickup: 1, Headsign: "Centre", ContinuousPickup: 1, ContinuousDropOff: 1},
			{Stop: 0, Sequence: 3, ArrivalS: 36900, DepartureS: 36900, Pickup: 1, Headsign: "Centre", ContinuousPickup: 1, ContinuousDropOff: 1},
		}
		if d := cmp.Diff(want, g.Trip(2).StopTimes()); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if f := g.Trip(2).Frequencies(); !slices.Equal(f, []Frequency{{36000, 43200, 1800, false}}) {
			t.Errorf("%s: frequencies %v", name, f)
		}
	}
}

func TestDepartures(t *testing.T) {
	monday, _ := ParseDay("2026-03-09")
	for name, g := range graphs(t, randomTables(3, 50)) {
		at := func(s StopID, d Day) (list []int32) {
			for _, x := range g.Stop(s).Departures(d) {
				list = append(list, x.TimeS)
			}
			return list
		}
		for _, c := range []struct {
			stop StopID
			day  Day
			want []int32
		}{
			{0, monday, []int32{28800, 85800}},
			{0, monday + 5, nil},                             // Saturday
			{1, monday + 1, []int32{29160, 86160}},           // the late trip leaves before midnight
			{2, monday, []int32{36000, 37800, 39600, 41400}}, // the template of frequencies does not run by itself
		} {
			if got := at(c.stop, c.day); !slices.Equal(got, c.want) {
				t.Errorf("%s: stop %d on %s: %v, want %v", name, c.stop, c.day, got, c.want)
			}
		}
	}
}

// TestDeparturesPastMidnight: a trip of the day before that calls after midnight leaves on the next day.
func TestDeparturesPastMidnight(t *testing.T) {
	tables := randomTables(3, 50)
	start := tables.Trips.StartS.Slice()
	start[1] = 23*3600 + 57*60
	g, err := NewGraph(tables)
	if err != nil {
		t.Fatal(err)
	}
	friday, _ := ParseDay("2026-03-13")
	got := g.Stop(1).Departures(friday + 1)
	if want := []Departure{{Trip: 1, Day: friday, TimeS: 180, Exact: true, Call: 1}}; !slices.Equal(got, want) {
		t.Errorf("departures on Saturday: %+v", got)
	}
}

func TestDepartureUTC(t *testing.T) {
	g, err := NewGraph(randomTables(4, 50))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ day, want string }{
		{"2026-03-07", "2026-03-07T13:00:00Z"}, // winter time
		{"2026-03-08", "2026-03-08T12:00:00Z"}, // clocks go forward at 2: noon less 12 h is 23:00 the day before
		{"2026-07-01", "2026-07-01T12:00:00Z"},
		{"2026-11-01", "2026-11-01T13:00:00Z"}, // clocks go back
	} {
		day, err := ParseDay(c.day)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.Trip(0).DepartureUTC(day)
		if err != nil || got.Format(time.RFC3339) != c.want {
			t.Errorf("%s: %s %v, want %s", c.day, got.Format(time.RFC3339), err, c.want)
		}
	}
}

func TestConnections(t *testing.T) {
	for name, g := range graphs(t, randomTables(5, 50)) {
		if x := g.Stop(0).Transfers(); len(x) != 3 || x[0].To.Number() != 1 || x[0].MinS != 180 || x[2].To.Err() == nil {
			t.Errorf("%s: transfers %+v", name, x)
		}
		var to []string
		for _, p := range g.Stop(4).Pathways() {
			to = append(to, p.ID+" "+p.To.ID())
		}
		if !slices.Equal(to, []string{"p1 door"}) {
			t.Errorf("%s: pathways from the station: %v", name, to)
		}
		to = nil
		for _, p := range g.Stop(5).Pathways() {
			to = append(to, p.ID+" "+p.To.ID())
		}
		if !slices.Equal(to, []string{"p1 station", "p2 station"}) {
			t.Errorf("%s: pathways from the door: %v", name, to)
		}
		transfers := 0
		for e := range g.Stop(0).Vertex().Out() {
			if e.Type() == facts.Transfer {
				transfers++
				if s, ok := e.DurationS(); !ok || s != 180 {
					t.Errorf("%s: transfer of %d s", name, s)
				}
			}
		}
		if transfers != 1 {
			t.Errorf("%s: %d transfers, want the one that is a walk", name, transfers)
		}
		if line := g.AppendShape(nil, 0); !slices.Equal(line, g.tables.Shapes.Point) && len(line) != 5 {
			t.Errorf("%s: shape of %d points", name, len(line))
		}
	}
}

func TestShapes(t *testing.T) {
	tables := randomTables(6, 50)
	for name, g := range graphs(t, tables) {
		for i := range 2 {
			want := tables.Shapes.Point[tables.Shapes.Start[i]:tables.Shapes.Start[i+1]]
			if got := g.AppendShape(nil, ShapeID(i)); !slices.Equal(got, want) {
				t.Errorf("%s: shape %d is %v, want %v", name, i, got, want)
			}
		}
		shape, offsets, ok := g.Trip(0).ShapeID()
		if !ok || shape != 0 || !slices.Equal(offsets, []uint32{0, 1000, 2000}) {
			t.Errorf("%s: shape %d at %v", name, shape, offsets)
		}
	}
}

func TestLinkEdges(t *testing.T) {
	for name, g := range graphs(t, randomTables(7, 50)) {
		for l := range g.tables.Links.Stop.Len() {
			pair := g.tables.Links.Pair.At(l)
			street := g.Edge(EdgeID(2 * pair))
			base := g.firstLink() + EdgeID(edgesPerLink*l)
			toFrom, toTo := g.Edge(base), g.Edge(base+2)
			if toFrom.To() != street.From() || toTo.To() != street.To() || toFrom.From() != toTo.From() {
				t.Fatalf("%s: link %d has other ends than its pair", name, l)
			}
			both := street.LengthM() + 2*float64(g.tables.Links.DistanceDM.At(l))/10
			if got := toFrom.LengthM() + toTo.LengthM(); got < both-0.01 || got > both+0.01 {
				t.Errorf("%s: link %d is %.1f m long in all, want %.1f", name, l, got, both)
			}
			for e := base; e < base+4; e++ {
				line := g.Edge(e).AppendGeometry(nil)
				if line[0] != g.Edge(e).From().Point() || line[len(line)-1] != g.Edge(e).To().Point() {
					t.Errorf("%s: geometry of edge %d does not join its ends", name, e)
				}
			}
		}
	}
}

// TestTransitNames reads what handles say of the test feed.
func TestTransitNames(t *testing.T) {
	for name, g := range graphs(t, randomTables(8, 50)) {
		s, r, p := g.Stop(4), g.Route(0), g.Pattern(1)
		feed, id := g.Service(0).ID()
		got := []any{
			s.Feed(), s.ID(), s.Name(), s.LocationType(), s.VertexType(), s.Wheelchair(), s.Vertex().Stop() == s, s.Vertex().Type(),
			r.Feed(), r.ID(), r.ShortName(), r.LongName(), r.Type(), r.Agency().ID(), r.Agency().Timezone(), len(r.Patterns()),
			p.Direction(), p.Route() == r, p.AppendStops(nil), len(g.Stop(1).Patterns()), feed, id, g.Feed(1).Label,
			g.Trip(1).Headsign(), g.Trip(1).Pattern().Number(), g.Trip(2).FrequencyOnly(), g.Service(0).RunsOn(20521), g.Service(0).RunsOn(20520),
		}
		first, n := p.Trips()
		got = append(got, first, n)
		want := []any{
			FeedID(0), "station", "Stop station", uint8(1), facts.Station, uint8(1), true, facts.Station,
			FeedID(0), "r1", "1", "Line 1", uint16(3), "1", "America/New_York", 2,
			uint8(1), true, []StopID{2, 1, 0}, 2, FeedID(0), "weekdays", "rail",
			"Centre", PatternID(0), true, true, false, TripID(2), 1,
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}
