package transit

import (
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/feedtest"
	"graphbuild/route"
)

// TestTransferByWheelchair: a row of transfers.txt leads from the platform P, at which T1 ends, to the stop B, from which T2
// goes on. It says nothing of wheelchairs; where the station has pathways these must let them out.
func TestTransferByWheelchair(t *testing.T) {
	const stops = "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nA,Harbour,39.74,-75.55,0,\nB,Market,39.749,-75.55,0,\nC,Mill,39.758,-75.55,0,\n" +
		"S,Station,39.749,-75.551,1,\nP,Platform,39.749,-75.551,0,S\nE,Entrance,39.749,-75.5505,2,S\n"
	const times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:10:00,08:10:00,P,2\n" +
		"T2,09:10:00,09:10:00,B,1\nT2,09:20:00,09:20:00,C,2\n"
	const header = "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional\n"
	feed := feedtest.Small().With("stops", stops).With("stop_times", times).
		With("transfers", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nP,B,2,300\n")
	q := Query{From: stopA, To: stopC, Time: time.Date(2026, 6, 3, 7, 0, 0, 0, newYork(t)), WalkS: 60}
	for name, x := range map[string]struct {
		pathways string
		want     route.Status // by wheelchair
	}{
		"no pathways":      {"", route.OK},
		"stairs":           {"W1,P,E,2,1\n", route.NoRoute},
		"escalator":        {"W1,P,E,2,1\nW2,P,E,4,0\n", route.NoRoute},
		"elevator":         {"W1,P,E,2,1\nW2,P,E,5,1\n", route.OK},
		"walkway, one way": {"W1,E,P,1,0\nW2,P,E,4,0\n", route.NoRoute},
	} {
		for _, wheels := range []bool{false, true} {
			q.Wheelchair = wheels
			want := x.want
			if !wheels {
				want = route.OK
			}
			if a := plan(t, feed.With("pathways", header+x.pathways), q); a.Status != want {
				t.Errorf("%s, by wheelchair %t: got %s %q, want %s", name, wheels, a.Status, a.Error, want)
			}
		}
	}
}

// TestChangeDrawnForWheels: between the stops of a change there are stairs, and a way round of which a wheelchair has the time.
// The change is drawn along that, and is no shorter.
func TestChangeDrawnForWheels(t *testing.T) {
	m := asciimap.Draw(t, 20, `
		A----B--C----D
		     |  |
		     E--F
	`)
	m.Way("AB", "highway=residential")
	m.Way("BC", "highway=steps")
	m.Way("CD", "highway=residential")
	m.Way("BEFC", "highway=residential")
	feed := feedtest.Small().With("stops", stopsAt(m, "ABCD")).With("trips", "route_id,service_id,trip_id\nR,WK,T1\nR,WK,T2\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,08:06:00,08:06:00,B,2\n"+
			"T2,08:20:00,08:20:00,C,1\nT2,08:26:00,08:26:00,D,2\n").
		With("transfers", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nB,C,2,600\n")
	g, err := buildGraph([]build.Input{{Path: m.File()}, {Path: feed.ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	s := NewRouter(g, route.NewRouter(g)).NewSearch()
	q := Query{From: m.At('A'), To: m.At('D'), Time: time.Date(2026, 6, 3, 7, 59, 0, 0, newYork(t)), WalkS: 5}
	for _, wheels := range []bool{false, true} {
		q.Wheelchair = wheels
		table, _ := s.r.table(false)
		if err := q.fill(); err != nil {
			t.Fatal(err)
		}
		s.walkEnds(&q)
		s.directAsked, s.direct = true, nil // no walk all the way, which would be faster
		s.found, s.hops, s.drawn = s.found[:0], s.hops[:0], newDrawn()
		if err := s.search(table, &q); err != nil {
			t.Fatal(err)
		}
		list := s.journeys(&q)
		if len(list) != 1 || len(list[0].Legs) != 3 {
			t.Fatalf("by wheelchair %t: got %+v, want a change", wheels, list)
		}
		wantM := 60.0
		if wheels {
			wantM = 140
		}
		if got := list[0].Legs[1].DistanceM; got < wantM-5 || got > wantM+5 {
			t.Errorf("by wheelchair %t: %.1f m to change, want %.0f", wheels, got, wantM)
		}
	}
}
