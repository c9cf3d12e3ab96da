package transit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"graphbuild/build"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/route"
)

// chainOf returns a feed of which one vehicle makes all trips, each a second, to and fro between A and B. On two of them it
// also calls elsewhere: at C, at D. Riders board the first trip alone, or all.
func chainOf(trips int, atC, atD int, boardAll bool) feedtest.Tables {
	var list, times strings.Builder
	list.WriteString("route_id,service_id,trip_id,block_id\n")
	times.WriteString("trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type\n")
	clock := func(s int) string { return fmt.Sprintf("%02d:%02d:%02d", s/3600, s/60%60, s%60) }
	for i := range trips {
		ends := [2]string{"A", "B"}
		from, to := ends[i%2], ends[1-i%2]
		stops := []string{from, to}
		switch i {
		case atC:
			stops = []string{from, "C", to}
		case atD:
			stops = []string{from, "D", to}
		}
		fmt.Fprintf(&list, "R,WK,T%d,V\n", i)
		pickup := min(i, 1)
		if boardAll {
			pickup = 0
		}
		for n, s := range stops {
			at := clock(i + min(n, 1))
			fmt.Fprintf(&times, "T%d,%s,%s,%s,%d,%d\n", i, at, at, s, n, pickup)
		}
	}
	return feedtest.Small().With("trips", list.String()).With("stop_times", times.String()).
		With("stops", "stop_id,stop_name,stop_lat,stop_lon\nA,Harbour,39.74,-75.55\nB,Market,39.749,-75.55\nC,Mill,39.758,-75.55\nD,Hill,39.767,-75.55\n")
}

// TestLongChain: riders keep their seat from trip to trip, and a chain of all trips of a large feed is searched as well, be it
// that they board one of its trips or any: a search that rides on from each of them anew does not come to an end.
func TestLongChain(t *testing.T) {
	trips, atC := 80_000, 1_000
	if testing.Short() {
		trips = 5_000
	}
	atD := trips - 1
	midnight := time.Date(2026, 6, 3, 0, 0, 0, 0, newYork(t))
	stopD := geometry.Point{Lon: stopC.Lon, Lat: 397670000}
	for _, boardAll := range []bool{false, true} {
		g, err := buildGraph([]build.Input{{Path: chainOf(trips, atC, atD, boardAll).ZipFile(t)}})
		if err != nil {
			t.Fatal(err)
		}
		s := NewRouter(g, route.NewRouter(g)).NewSearch()
		for _, q := range []Query{{Time: midnight}, {Time: midnight, Window: time.Hour}, {Time: midnight, ArriveBy: true}} {
			for to, at := range map[geometry.Point]int{stopC: atC, stopD: atD} {
				q.From, q.To, q.WalkS = stopA, to, 60
				want, depart, arrive := at+1, midnight, midnight.Add(time.Duration(at+1)*time.Second)
				if q.ArriveBy {
					q.Time = arrive
				}
				if boardAll { // the last one to leave A
					want, depart = 1+at%2, midnight.Add(time.Duration(at-at%2)*time.Second)
				}
				a, err := s.Plan(q)
				if err == nil && a.Status == route.NoRoute && q.Window > 0 && depart.After(midnight.Add(q.Window)) {
					continue
				}
				if err != nil || a.Status != route.OK {
					t.Fatalf("%+v: %v %s %s", q, err, a.Status, a.Error)
				}
				j := &a.Journeys[0]
				if len(a.Journeys) != 1 || j.Rides != 1 || len(j.Legs) != want || !j.Depart.Equal(depart) || !j.Arrive.Equal(arrive) {
					t.Errorf("%+v: %d rides in %d trips, from %v to %v; want %d from %v to %v", q, j.Rides, len(j.Legs), j.Depart, j.Arrive, want, depart, arrive)
				}
			}
		}
	}
}

// TestRoundForEver: a vehicle goes round day after day, and to change between its trips is forbidden. Whichever of the three one
// boards, and whichever way in time is looked at first, one may keep the seat in it.
func TestRoundForEver(t *testing.T) {
	tables := feedtest.Small().With("trips", "route_id,service_id,trip_id,block_id\nR,WK,T1,V\nR,WK,T2,V\nR,WK,T3,V\n").
		With("calendar", "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nWK,1,1,1,1,1,1,1,20260101,20261231\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,A,1\nT1,09:00:00,09:00:00,B,2\n"+
			"T2,09:10:00,09:10:00,B,1\nT2,20:00:00,20:00:00,C,2\nT3,20:10:00,20:10:00,C,1\nT3,31:50:00,31:50:00,A,2\n").
		With("transfers", "from_stop_id,to_stop_id,transfer_type\nA,A,3\nB,B,3\nC,C,3\n")
	day, _ := graph.ParseDay("2026-06-03")
	at := func(hour int) time.Time { return day.Start(newYork(t)).Add(time.Duration(hour) * time.Hour) }
	for _, x := range []struct {
		name     string
		from, to geometry.Point
		depart   int // hour
	}{{"T1 and T2", stopA, stopC, 8}, {"T2 and T3", geometry.Point{Lon: stopA.Lon, Lat: 397490000}, stopA, 9}} {
		for _, q := range []Query{{Time: at(x.depart)}, {Time: at(x.depart), Window: 2 * time.Hour}, {Time: at(40), ArriveBy: true}, {Time: at(40), ArriveBy: true, Window: 20 * time.Hour}} {
			q.From, q.To, q.WalkS = x.from, x.to, 60
			a := plan(t, tables, q)
			if a.Status != route.OK || a.Journeys[0].Rides != 1 || len(a.Journeys[0].Legs) != 2 {
				t.Errorf("%s, arrive by %t, window %s: got %s %s %+v, want to keep the seat", x.name, q.ArriveBy, q.Window, a.Status, a.Error, a.Journeys)
			}
		}
	}
}

// TestDividedAgainAndAgain: a train that is divided and joined again and again goes on in 2, 4, 8 ways and so on. Riders keep
// their seat, though not all of these ways are looked at.
func TestDividedAgainAndAgain(t *testing.T) {
	const times = 40
	var list, calls, transfers strings.Builder
	list.WriteString("route_id,service_id,trip_id\n")
	calls.WriteString("trip_id,arrival_time,departure_time,stop_id,stop_sequence\n")
	transfers.WriteString("from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type\n")
	trip := func(id string, minute int, from, to string) {
		fmt.Fprintf(&list, "R,WK,%s\n", id)
		for n, s := range [...]string{from, to} {
			at := fmt.Sprintf("%02d:%02d:00", 8+(minute+n)/60, (minute+n)%60)
			fmt.Fprintf(&calls, "%s,%s,%s,%s,%d\n", id, at, at, s, n)
		}
	}
	for i := range times {
		trip(fmt.Sprint("whole", i), 2*i, "A", "B")
		for _, half := range []string{"left", "right"} {
			trip(fmt.Sprint(half, i), 2*i+1, "B", "A")
			fmt.Fprintf(&transfers, "B,B,whole%[1]d,%[2]s%[1]d,4\nA,A,%[2]s%[1]d,whole%[3]d,4\n", i, half, i+1)
		}
	}
	trip(fmt.Sprint("whole", times), 2*times, "A", "C")
	tables := feedtest.Small().With("trips", list.String()).With("stop_times", calls.String()).With("transfers", transfers.String())
	q := Query{From: geometry.Point{Lon: -755500000, Lat: 397490000}, To: stopC, Time: time.Date(2026, 6, 3, 9, 15, 0, 0, newYork(t)), WalkS: 60}
	for _, by := range []bool{false, true} {
		if q.ArriveBy = by; by {
			q.Time = q.Time.Add(time.Hour)
		}
		a := plan(t, tables, q)
		if a.Status != route.OK || a.Journeys[0].Rides != 1 || a.Journeys[0].Legs[0].ToStop.ID() != "A" {
			t.Errorf("arrive by %t: got %s %s %+v, want to keep the seat at A", by, a.Status, a.Error, a.Journeys)
		}
	}
}

// TestSeatOnSpringNight: T1 ends 5 minutes before T2 begins, by the clock. On the night on which an hour is left out T2, which
// is of the next service day, has then left, and nobody rides on.
func TestSeatOnSpringNight(t *testing.T) {
	tables := feedtest.Small().With("trips", "route_id,service_id,trip_id,block_id\nR,WK,T1,V\nR,WK,T2,V\n").
		With("calendar", "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nWK,1,1,1,1,1,1,1,20260101,20261231\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,24:10:00,24:10:00,A,1\nT1,24:50:00,24:50:00,B,2\n"+
			"T2,00:55:00,00:55:00,B,1\nT2,01:10:00,01:10:00,C,2\n")
	for date, want := range map[string]time.Duration{"2026-03-06": 0, "2026-03-07": 23 * time.Hour, "2026-03-08": 0} {
		day, _ := graph.ParseDay(date)
		q := Query{From: stopA, To: stopC, Time: day.Start(newYork(t)).Add(24*time.Hour + 10*time.Minute), WalkS: 60}
		a := plan(t, tables, q)
		if a.Status != route.OK {
			t.Fatalf("%s: %s", date, a.Error)
		}
		if j := &a.Journeys[0]; j.Depart.Sub(q.Time) != want || j.Arrive.Sub(j.Depart) != time.Hour {
			t.Errorf("%s: from %v to %v, want an hour from %s after %v", date, j.Depart, j.Arrive, want, q.Time)
		}
	}
}
