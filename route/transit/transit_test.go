package transit

import (
	"math"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/shared"
	"graphbuild/route"
)

// plan builds a feed without streets and plans between two of its stops.
func plan(t *testing.T, tables feedtest.Tables, q Query) Answer {
	t.Helper()
	g, err := buildGraph([]build.Input{{Path: tables.ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := NewRouter(g, route.NewRouter(g)).NewSearch().Plan(q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var (
	stopA = geometry.Point{Lon: -755500000, Lat: 397400000}
	stopC = geometry.Point{Lon: -755500000, Lat: 397580000}
)

// TestClockChanges: on the nights on which the clocks change the times of a trip are the seconds after noon less 12 hours,
// as the package time counts them.
func TestClockChanges(t *testing.T) {
	const trips = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" +
		"T1,01:30:00,01:30:00,A,1\nT1,02:30:00,02:30:00,C,2\nT2,25:40:00,25:40:00,A,1\nT2,27:15:00,27:15:00,C,2\n"
	for _, zone := range zones {
		location, err := time.LoadLocation(zone.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, night := range []string{zone.spring, zone.fall} {
			day, _ := graph.ParseDay(night)
			tables := feedtest.Small().With("stop_times", trips).
				With("agency", "agency_id,agency_name,agency_url,agency_timezone\nAG,x,https://example.invalid/,"+zone.name+"\n").
				With("calendar", "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nWK,1,1,1,1,1,1,1,20260101,20261231\n")
			noon, _ := time.ParseInLocation("2006-01-02 15", night+" 12", location)
			for _, x := range []struct{ leaves, arrives time.Duration }{{90 * time.Minute, 150 * time.Minute}, {1540 * time.Minute, 1635 * time.Minute}} {
				depart, arrive := noon.Add(x.leaves-12*time.Hour), noon.Add(x.arrives-12*time.Hour)
				a := plan(t, tables, Query{From: stopA, To: stopC, Time: depart, WalkS: 60})
				if a.Status != route.OK || len(a.Journeys[0].Legs) != 1 {
					t.Fatalf("%s %s: %s %+v", zone.name, night, a.Error, a.Journeys)
				}
				leg := a.Journeys[0].Legs[0]
				if leg.Day != day || !leg.Depart.Equal(depart) || !leg.Arrive.Equal(arrive) || leg.Depart.Location().String() != zone.name {
					t.Errorf("%s %s: leaves %v and arrives %v, want %v and %v", zone.name, night, leg.Depart, leg.Arrive, depart, arrive)
				}
			}
		}
	}
}

// TestStaySeated: the vehicle of T1 goes on as T2, and the rider with it.
func TestStaySeated(t *testing.T) {
	tables := feedtest.Small().
		With("trips", "route_id,service_id,trip_id,block_id\nR,WK,T1,B\nR,WK,T2,B\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:10:00,08:10:00,B,2\nT2,08:10:00,08:12:00,B,1\nT2,08:20:00,08:20:00,C,2\n").
		With("transfers", "from_stop_id,to_stop_id,transfer_type\nB,B,3\n")
	at := time.Date(2026, 6, 3, 7, 59, 0, 0, newYork(t))
	a := plan(t, tables, Query{From: stopA, To: stopC, Time: at, WalkS: 60})
	if a.Status != route.OK {
		t.Fatal(a.Error)
	}
	j := a.Journeys[0]
	if j.Rides != 1 || len(j.Legs) != 2 || !j.Legs[1].StaySeated || j.Legs[1].Trip.ID() != "T2" {
		t.Errorf("got %d rides, legs %+v", j.Rides, j.Legs)
	}
}

// TestPartsOfSeconds: who leaves half a second after T1 has left takes T2, and who may arrive half a second late takes it too.
func TestPartsOfSeconds(t *testing.T) {
	half := 500 * time.Millisecond
	for _, x := range []struct {
		at   time.Time
		by   bool
		want string
	}{
		{time.Date(2026, 6, 3, 8, 0, 0, 0, newYork(t)), false, "T1"},
		{time.Date(2026, 6, 3, 8, 0, 0, 0, newYork(t)).Add(half), false, "T2"},
		{time.Date(2026, 6, 3, 9, 20, 0, 0, newYork(t)).Add(half), true, "T2"},
		{time.Date(2026, 6, 3, 9, 20, 0, 0, newYork(t)).Add(-half), true, "T1"},
	} {
		a := plan(t, feedtest.Small(), Query{From: stopA, To: stopC, Time: x.at, ArriveBy: x.by, WalkS: 60})
		if a.Status != route.OK || a.Journeys[0].Legs[0].Trip.ID() != x.want {
			t.Errorf("%v, arrive by %t: got %s %+v, want %s", x.at, x.by, a.Error, a.Journeys, x.want)
		}
	}
}

func newYork(t *testing.T) *time.Location {
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// TestWheelchair: T1 has no room for a wheelchair, T2 does not say, and nobody boards at a stop that says no.
func TestWheelchair(t *testing.T) {
	tables := feedtest.Small().With("trips", "route_id,service_id,trip_id,wheelchair_accessible\nR,WK,T1,2\nR,WK,T2,0\n")
	q := Query{From: stopA, To: stopC, Time: time.Date(2026, 6, 3, 7, 0, 0, 0, newYork(t)), WalkS: 60, Wheelchair: true}
	if a := plan(t, tables, q); a.Status != route.OK || a.Journeys[0].Legs[0].Trip.ID() != "T2" {
		t.Errorf("got %s, %+v, want T2", a.Status, a.Journeys)
	}
	tables = tables.With("stops", "stop_id,stop_name,stop_lat,stop_lon,wheelchair_boarding\nA,Harbour,39.74,-75.55,2\nB,Market,39.749,-75.55,1\nC,Mill,39.758,-75.55,1\n")
	if a := plan(t, tables, q); a.Status != route.NoRoute {
		t.Errorf("got %s, %+v, want no route", a.Status, a.Journeys)
	}
}

// TestTransferRules: of the rows of transfers.txt for a change at B the one for the two trips goes before that for their
// routes, that for the routes before that for the stop.
func TestTransferRules(t *testing.T) {
	const trips = "route_id,service_id,trip_id\nR,WK,T1\nR2,WK,T2\nR2,WK,T3\nR3,WK,T4\n"
	const times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:10:00,08:10:00,B,2\n" +
		"T2,08:12:00,08:12:00,B,1\nT2,08:20:00,08:20:00,C,2\nT3,08:14:00,08:14:00,B,1\nT3,08:22:00,08:22:00,C,2\nT4,08:16:00,08:16:00,B,1\nT4,08:24:00,08:24:00,C,2\n"
	const header = "from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time\n"
	feed := feedtest.Small().With("trips", trips).With("stop_times", times).
		With("routes", "route_id,agency_id,route_short_name,route_type\nR,AG,1,3\nR2,AG,2,3\nR3,AG,3,3\n")
	for name, x := range map[string]struct{ rows, want string }{
		"no rule":            {"", "T2"},
		"stop":               {"B,B,,,,,2,300\n", "T4"},
		"route":              {"B,B,,,,,2,300\nB,B,R,R2,,,2,180\n", "T3"},
		"to route":           {"B,B,,,,,2,300\nB,B,,R2,,,2,60\n", "T2"},
		"trip":               {"B,B,,,,,2,300\nB,B,R,R2,,,2,60\nB,B,,,T1,T2,3,\n", "T3"},
		"one trip of routes": {"B,B,R,R2,,,3,\nB,B,R,,,T3,0,\n", "T3"},
	} {
		tables := feed
		if x.rows != "" {
			tables = feed.With("transfers", header+x.rows)
		}
		for _, by := range []bool{false, true} {
			q := Query{From: stopA, To: stopC, Time: time.Date(2026, 6, 3, 7, 50, 0, 0, newYork(t)), WalkS: 60}
			if by {
				q.Time, q.ArriveBy, q.Window = q.Time.Add(time.Hour), true, time.Hour
			}
			a := plan(t, tables, q)
			if a.Status != route.OK {
				t.Fatalf("%s: %s", name, a.Error)
			}
			legs := a.Journeys[0].Legs
			if got := legs[len(legs)-1].Trip.ID(); got != x.want {
				t.Errorf("%s, arrive by %t: got %s, want %s", name, by, got, x.want)
			}
		}
	}
}

// TestTimedTransfer: at a timed transfer the vehicle waits for riders who come from another stop, here a kilometre away. The walk
// takes what it takes where there is time, else until the vehicle leaves.
func TestTimedTransfer(t *testing.T) {
	feed := feedtest.Small().With("trips", "route_id,service_id,trip_id\nR,WK,T1\nR,WK,T2\nR,WK,T3\n").
		With("stops", "stop_id,stop_name,stop_lat,stop_lon\nA,Harbour,39.74,-75.55\nB,Market,39.749,-75.55\nC,Mill,39.758,-75.55\nD,Hill,39.767,-75.55\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:10:00,08:10:00,B,2\n"+
			"T2,08:11:00,08:11:00,C,1\nT2,08:15:00,08:15:00,D,2\nT3,08:40:00,08:40:00,C,1\nT3,08:44:00,08:44:00,D,2\n")
	const header = "from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type\n"
	for _, x := range []struct {
		rows, trip string
		walkS      float64
	}{{"B,C,,,0\n", "T3", 721}, {"B,C,,,1\n", "T2", 60}, {"B,C,,,0\nB,C,T1,T3,1\n", "T3", 721}} {
		for _, q := range []Query{{Time: time.Date(2026, 6, 3, 8, 0, 0, 0, newYork(t))}, {Time: time.Date(2026, 6, 3, 8, 44, 0, 0, newYork(t)), ArriveBy: true}} {
			if q.ArriveBy && x.trip == "T2" {
				q.Time = q.Time.Add(-time.Minute)
			}
			q.From, q.To, q.WalkS = stopA, geometry.Point{Lon: stopC.Lon, Lat: 397670000}, 60
			a := plan(t, feed.With("transfers", header+x.rows), q)
			if a.Status != route.OK || len(a.Journeys[0].Legs) != 3 {
				t.Fatalf("%q, arrive by %t: got %s %+v", x.rows, q.ArriveBy, a.Error, a.Journeys)
			}
			walk, last := &a.Journeys[0].Legs[1], &a.Journeys[0].Legs[2]
			if got := walk.Arrive.Sub(walk.Depart).Seconds(); last.Trip.ID() != x.trip || math.Abs(got-x.walkS) > 2 || walk.Walk == nil || walk.DistanceM < 900 {
				t.Errorf("%q, arrive by %t: %s after a walk of %g s and %.0f m, want %s after one of %g s", x.rows, q.ArriveBy, last.Trip.ID(), got, walk.DistanceM, x.trip, x.walkS)
			}
		}
	}
}

// TestSlowDirectRide: in a window a ride without a change is an answer, though changing is far faster before and after.
func TestSlowDirectRide(t *testing.T) {
	tables := feedtest.Small().With("trips", "route_id,service_id,trip_id\nR,WK,T1\nR,WK,T2\nR,WK,T3\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,10:00:00,10:00:00,C,2\n"+
			"T2,08:05:00,08:05:00,A,1\nT2,08:10:00,08:10:00,B,2\nT3,08:15:00,08:15:00,B,1\nT3,08:20:00,08:20:00,C,2\n")
	q := Query{From: stopA, To: stopC, Time: time.Date(2026, 6, 3, 7, 59, 0, 0, newYork(t)), Window: 3 * time.Minute, WalkS: 60}
	a := plan(t, tables, q)
	if a.Status != route.OK || a.Journeys[0].Rides != 1 || a.Journeys[0].Legs[0].Trip.ID() != "T1" {
		t.Errorf("got %s, %+v, want T1", a.Status, a.Journeys)
	}
}

func TestBadRequests(t *testing.T) {
	at := time.Date(2026, 6, 3, 7, 0, 0, 0, time.UTC)
	for name, q := range map[string]Query{
		"no time":   {From: stopA, To: stopC},
		"off earth": {From: geometry.Point{Lon: 1<<31 - 1}, To: stopC, Time: at},
		"rides":     {From: stopA, To: stopC, Time: at, Rides: MaxRides + 1},
		"walk":      {From: stopA, To: stopC, Time: at, WalkS: -1},
		"slack":     {From: stopA, To: stopC, Time: at, SlackS: -1},
		"window":    {From: stopA, To: stopC, Time: at, Window: 25 * time.Hour},
		"snap":      {From: stopA, To: stopC, Time: at, SnapM: -3},
	} {
		if a := plan(t, feedtest.Small(), q); a.Status != route.BadRequest || a.Error == "" {
			t.Errorf("%s: got %s %q", name, a.Status, a.Error)
		}
	}
}

// TestRoundsDoNotAllocate: once warm, the rounds take no memory.
func TestRoundsDoNotAllocate(t *testing.T) {
	shared.Path(t, "data/gtfs/porto-alegre-eptc.zip")
	g := feed(t, "porto-alegre")
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	q := Query{From: g.Stop(100).Point(), To: g.Stop(2000).Point(), Time: busyWednesday(g).Start(zoneOfGraph(g)).Add(12 * time.Hour)}
	for _, window := range []time.Duration{0, time.Hour} {
		q.Window = window
		if _, err := s.Plan(q); err != nil {
			t.Fatal(err)
		}
		filled := q
		if err := filled.fill(); err != nil {
			t.Fatal(err)
		}
		table, _ := s.r.table(false)
		s.directAsked = true // the walk all the way is another search
		if n := testing.AllocsPerRun(10, func() {
			s.found, s.hops = s.found[:0], s.hops[:0]
			s.search(table, &filled)
		}); n > 0 {
			t.Errorf("window %s: %.0f allocations", window, n)
		}
	}
}
