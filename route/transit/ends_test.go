package transit

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/feedtest"
	"graphbuild/route"
)

// platformTown has two streets of more than 5 km, which the bus T1 joins at S and U, and a platform that nothing leads to 60 m
// from S.
func platformTown(t *testing.T) (*graph.Graph, *asciimap.Map) {
	t.Helper()
	m := asciimap.Draw(t, 20, "P--Q\n\n\nA--S-C"+strings.Repeat("-", 260)+"U--B")
	m.Way("PQ", "railway=platform")
	m.Way("ASC", "highway=residential")
	m.Way("CUB", "highway=service")
	feed := feedtest.Small().With("stops", stopsAt(m, "SU")).With("trips", "route_id,service_id,trip_id\nR,WK,T1\nR,WK,T2\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,S,1\nT1,08:06:00,08:06:00,U,2\nT2,09:00:00,09:00:00,U,1\nT2,09:06:00,09:06:00,S,2\n")
	g, err := buildGraph([]build.Input{{Path: m.File()}, {Path: feed.ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	return g, m
}

// TestEndOnAnIsland: people on the platform get to the bus and back, and on foot to C; a note says that the platform is an island.
func TestEndOnAnIsland(t *testing.T) {
	g, m := platformTown(t)
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	at := time.Date(2026, 6, 3, 7, 50, 0, 0, newYork(t))
	for _, x := range []struct {
		from, to rune
		at       time.Time
		rides    int
		note     string
	}{
		{'P', 'B', at, 1, "from: "}, {'B', 'P', at.Add(time.Hour), 1, "to: "}, {'P', 'C', at, 0, "from: "}, {'C', 'P', at, 0, "to: "}, {'A', 'B', at, 1, ""},
		{'P', 'Q', at, 0, "from: "},
	} {
		a, err := s.Plan(Query{From: m.At(x.from), To: m.At(x.to), Time: x.at})
		if err != nil || a.Status != route.OK || a.Journeys[0].Rides != x.rides {
			t.Errorf("%c to %c: %v %s %+v, want %d rides", x.from, x.to, err, a.Error, a.Journeys, x.rides)
			continue
		}
		if got := strings.Join(a.Notes, "; "); (got == "") != (x.note == "") || !strings.HasPrefix(got, x.note) {
			t.Errorf("%c to %c: notes %q, want one on %q", x.from, x.to, got, x.note)
		}
		first, legs := a.Journeys[0].Legs[0].Geometry, a.Journeys[0].Legs
		last := legs[len(legs)-1].Geometry
		if geometry.Distance(first[0], m.At(x.from)) > 1 || geometry.Distance(last[len(last)-1], m.At(x.to)) > 1 {
			t.Errorf("%c to %c: drawn from %v to %v", x.from, x.to, first[0], last[len(last)-1])
		}
		if x.rides > 0 || x.to == 'Q' {
			continue
		}
		// 60 m in a straight line and 100 m along the street.
		if leg := legs[0].Walk; math.Abs(leg.DistanceM-160) > 5 || math.Abs(leg.DurationS-leg.DistanceM*3.6/5) > 1 {
			t.Errorf("%c to %c: %.1f m in %.1f s, want 160 m at 5 km/h", x.from, x.to, leg.DistanceM, leg.DurationS)
		}
	}
	a, _ := s.Plan(Query{From: m.At('P'), To: m.At('B'), Time: at.Add(20 * time.Hour), SnapM: 50})
	if a.Status != route.NoRoute || !strings.Contains(a.Error, "from: the nearest street is part of an island of 60 m of street") {
		t.Errorf("with the mainland out of reach: got %s %q", a.Status, a.Error)
	}
}

// TestWheelchairAllTheWay: a wheelchair goes to a place nearby along the street; where stairs, or a stile, are in the way, by the way
// round, and where there is none, it takes the bus.
func TestWheelchairAllTheWay(t *testing.T) {
	for name, x := range map[string]struct {
		way, node, round string
		metres           float64 // 0: a ride
	}{
		"street":           {"highway=residential", "", "highway=steps", 200},
		"round the stairs": {"highway=steps", "", "highway=residential", 320},
		"round the stile":  {"highway=residential", "barrier=stile", "highway=residential", 320},
		"stairs":           {"highway=steps", "", "highway=steps", 0},
		"stile":            {"highway=residential", "barrier=stile", "highway=steps", 0},
	} {
		m := asciimap.Draw(t, 20, `
			A--S--C-G-D--E
			   |      |
			   |      |
			   H------I
		`)
		m.Way("ASC", "highway=residential")
		m.Way("CGD", x.way)
		m.Way("SHID", x.round)
		m.Way("DE", "highway=residential")
		if x.node != "" {
			m.Node("G", x.node)
		}
		feed := feedtest.Small().With("stops", stopsAt(m, "SE")).With("trips", "route_id,service_id,trip_id\nR,WK,T1\n").
			With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,S,1\nT1,08:06:00,08:06:00,E,2\n")
		g, err := buildGraph([]build.Input{{Path: m.File()}, {Path: feed.ZipFile(t)}})
		if err != nil {
			t.Fatal(err)
		}
		q := Query{From: m.At('S'), To: m.At('E'), Time: time.Date(2026, 6, 3, 7, 50, 0, 0, newYork(t)), Wheelchair: true}
		a, err := NewRouter(g, route.NewRouter(g)).NewSearch().Plan(q)
		if err != nil || a.Status != route.OK {
			t.Fatalf("%s: %v %s %q", name, err, a.Status, a.Error)
		}
		j := &a.Journeys[0]
		if walks := x.metres > 0; walks != (j.Rides == 0) || walks && math.Abs(j.DistanceM()-x.metres) > 5 {
			t.Errorf("%s: %d rides, %.1f m, want a walk of %.0f m (0: a ride)", name, j.Rides, j.DistanceM(), x.metres)
		}
	}
}

// TestContextStopsWalks: where there is much to walk and no vehicle, the walks end with the context as well.
func TestContextStopsWalks(t *testing.T) {
	g := feed(t, "newport")
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	p := g.Stop(g.Trip(0).StopTimes()[0].Stop).Point()
	q := Query{From: p, To: p, Time: busyWednesday(g).Start(zoneOfGraph(g)), WalkS: MaxWalkS}
	if err := q.fill(); err != nil {
		t.Fatal(err)
	}
	if s.walkEnds(&q); len(s.atFrom) < 100 {
		t.Fatalf("reached %d stops, want hundreds", len(s.atFrom))
	}
	done, cancel := context.WithCancel(t.Context())
	s.SetContext(done)
	cancel()
	s.walkEnds(&q)
	if err := s.stopped(); !errors.Is(err, context.Canceled) || len(s.atFrom) > 50 {
		t.Errorf("reached %d stops, %v", len(s.atFrom), err)
	}
}

// TestStationOfTheSample: the station of Wilmington, the most natural place to ask for, lies on an island of platforms, and a
// bus stop 45 m away.
func TestStationOfTheSample(t *testing.T) {
	g := feed(t, "wilmington")
	t.Cleanup(func() { forget("wilmington") })
	station, _ := geometry.FromDegrees(-75.5509, 39.7370)
	north, _ := geometry.FromDegrees(-75.5460, 39.8211)
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	for _, ends := range [][2]geometry.Point{{station, north}, {north, station}} {
		a, err := s.Plan(Query{From: ends[0], To: ends[1], Time: time.Date(2026, 12, 1, 8, 0, 0, 0, newYork(t))})
		if err != nil || a.Status != route.OK || a.Journeys[0].Rides != 1 || len(a.Notes) != 1 {
			t.Errorf("%v: %v %s %+v %q, want one ride and a note", ends, err, a.Error, a.Journeys, a.Notes)
		}
	}
}

// TestWalkThatArrivesFirst: a walk all the way that beats the bus is the answer, also where the bus is faster than twice the walk.
func TestWalkThatArrivesFirst(t *testing.T) {
	m := asciimap.Draw(t, 20, "S"+strings.Repeat("-", 75)+"U") // 18 minutes on foot
	m.Way("SU", "highway=residential")
	feed := feedtest.Small().With("stops", stopsAt(m, "SU")).With("trips", "route_id,service_id,trip_id\nR,WK,T1\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,S,1\nT1,08:25:00,08:25:00,U,2\n")
	g, err := buildGraph([]build.Input{{Path: m.File()}, {Path: feed.ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	at := time.Date(2026, 6, 3, 7, 59, 0, 0, newYork(t))
	for name, q := range map[string]Query{
		"depart": {Time: at}, "window": {Time: at, Window: 10 * time.Minute}, "arrive": {Time: at.Add(27 * time.Minute), ArriveBy: true},
		"arrive in a window": {Time: at.Add(27 * time.Minute), ArriveBy: true, Window: 10 * time.Minute},
	} {
		q.From, q.To, q.WalkS = m.At('S'), m.At('U'), 60
		a, err := s.Plan(q)
		if err != nil || a.Status != route.OK || len(a.Journeys) != 1 || a.Journeys[0].Rides != 0 {
			t.Errorf("%s: got %v %s %+v, want the walk alone", name, err, a.Error, a.Journeys)
		}
	}
}
