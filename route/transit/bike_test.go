package transit

import (
	"fmt"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/feedtest"
	"graphbuild/route"
)

// stopsAt returns stops.txt with a stop at each of some letters of a map.
func stopsAt(m *asciimap.Map, letters string) string {
	stops := "stop_id,stop_name,stop_lat,stop_lon\n"
	for _, letter := range letters {
		lon, lat := m.At(letter).Degrees()
		stops += fmt.Sprintf("%c,x,%.7f,%.7f\n", letter, lat, lon)
	}
	return stops
}

// TestBike: A is too far to walk to, and near enough to ride to; from B riders walk. Where there is no bus soon one rides all
// the way.
func TestBike(t *testing.T) {
	m := asciimap.Draw(t, 1000, "O-A---------B")
	m.Way("OAB", "highway=residential")
	feed := feedtest.Small().With("stops", stopsAt(m, "AB")).With("trips", "route_id,service_id,trip_id\nR,WK,T1\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:06:00,08:06:00,B,2\n")
	g, err := buildGraph([]build.Input{{Path: m.File()}, {Path: feed.ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	q := Query{From: m.At('O'), To: m.At('B'), Time: time.Date(2026, 6, 3, 7, 50, 0, 0, newYork(t)), Bike: true}
	for _, by := range []bool{false, true} {
		if q.ArriveBy = by; by {
			q.Time = time.Date(2026, 6, 3, 8, 6, 0, 0, newYork(t))
		}
		a, err := s.Plan(q)
		if err != nil || a.Status != route.OK {
			t.Fatalf("%v %s", err, a.Error)
		}
		legs := a.Journeys[0].Legs
		if len(legs) != 2 || legs[0].Walk == nil || legs[0].Walk.Mode != facts.Bike || legs[1].Trip.ID() != "T1" {
			t.Fatalf("arrive by %t: got %+v, want a bicycle and T1", by, legs)
		}
		if s := legs[0].Walk.DurationS; s < 400 || s > 450 {
			t.Errorf("2 km by bicycle take %.0f s, want 424 at 17 km/h", s)
		}
	}
	q.Time, q.ArriveBy = time.Date(2026, 6, 3, 9, 0, 0, 0, newYork(t)), false
	if a, err := s.Plan(q); err != nil || a.Status != route.OK || a.Journeys[0].Rides != 0 || a.Journeys[0].Legs[0].Walk.Mode != facts.Bike {
		t.Errorf("got %+v, %v, want a ride all the way", a, err)
	}
	q.Bike, q.Wheelchair = true, true
	if a, _ := s.Plan(q); a.Status != route.BadRequest {
		t.Errorf("got %s for a wheelchair with a bicycle", a.Status)
	}
}

// TestBikeAboard: T1 takes no bicycles and T2 does not say, T3 does; from B one rides on to D.
func TestBikeAboard(t *testing.T) {
	m := asciimap.Draw(t, 1000, "O-A---------B-D")
	m.Way("OABD", "highway=residential")
	feed := feedtest.Small().With("stops", stopsAt(m, "AB")).With("trips", "route_id,service_id,trip_id,bikes_allowed\nR,WK,T1,2\nR,WK,T2,0\nR,WK,T3,1\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:06:00,08:06:00,B,2\n"+
			"T2,08:01:00,08:01:00,A,1\nT2,08:07:00,08:07:00,B,2\nT3,08:10:00,08:10:00,A,1\nT3,08:16:00,08:16:00,B,2\n")
	g, err := buildGraph([]build.Input{{Path: m.File()}, {Path: feed.ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	q := Query{From: m.At('O'), To: m.At('D'), Time: time.Date(2026, 6, 3, 7, 50, 0, 0, newYork(t)), BikeAboard: true}
	for range 2 {
		a, err := s.Plan(q)
		if err != nil || a.Status != route.OK {
			t.Fatalf("%v %s", err, a.Error)
		}
		legs := a.Journeys[0].Legs
		if len(legs) != 3 || legs[1].Trip.ID() != "T3" || legs[0].Walk.Mode != facts.Bike || legs[2].Walk.Mode != facts.Bike || legs[2].Walk.DurationS > 450 {
			t.Fatalf("got %+v, want T3 between two rides by bicycle of 424 s", legs)
		}
		q.ArriveBy, q.Time = true, a.Journeys[0].Arrive
	}
	q.BikeAboard, q.Bike, q.Time = false, true, q.Time.Add(time.Hour)
	if a, _ := s.Plan(q); len(a.Journeys) != 1 || a.Journeys[0].Rides > 0 {
		t.Errorf("2 km from B to D are too far on foot: got %+v", a.Journeys)
	}
}

// TestChangeWithBike: riders who keep their bicycle change with it.
func TestChangeWithBike(t *testing.T) {
	tables := feedtest.Small().With("trips", "route_id,service_id,trip_id,bikes_allowed\nR,WK,T1,1\nR,WK,T2,1\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:05:00,08:05:00,B,2\n"+
			"T2,08:30:00,08:30:00,C,1\nT2,08:40:00,08:40:00,D,2\n").
		With("stops", "stop_id,stop_name,stop_lat,stop_lon\nA,x,39.74,-75.55\nB,x,39.749,-75.55\nC,x,39.751,-75.55\nD,x,39.80,-75.55\n").
		With("transfers", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nB,C,2,300\n")
	end := geometry.Point{Lon: -755500000, Lat: 398000000}
	a := plan(t, tables, Query{From: stopA, To: end, Time: time.Date(2026, 6, 3, 7, 50, 0, 0, newYork(t)), WalkS: 60, BikeAboard: true})
	if a.Status != route.OK || len(a.Journeys[0].Legs) != 3 || a.Journeys[0].Legs[1].Walk.Mode != facts.Bike {
		t.Fatalf("%s: got %+v, want a change with the bicycle", a.Error, a.Journeys)
	}
}
