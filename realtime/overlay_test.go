package realtime

import (
	"strings"
	"testing"
	"time"

	gtfsrt "github.com/jamespfennell/gtfs/proto"
	"google.golang.org/protobuf/proto"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/graphtest"
)

// small builds the small feed: T1 calls at A, B and C at 8:00, 8:05 and 8:12 on weekdays.
func small(t *testing.T) *graph.Graph {
	t.Helper()
	const times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" +
		"T1,08:00:00,08:00:00,A,1\nT1,08:05:00,08:06:00,B,5\nT1,08:12:00,08:12:00,C,9\nT2,09:00:00,09:00:00,A,1\nT2,09:12:00,09:12:00,C,2\n"
	return graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(feedtest.Small().With("stop_times", times).ZipFile(t))})
}

func overlay(t *testing.T, g *graph.Graph, entities ...*gtfsrt.FeedEntity) *Overlay {
	t.Helper()
	for _, e := range entities {
		e.Id = proto.String("1")
	}
	zone, _ := time.LoadLocation("America/New_York")
	created := uint64(time.Date(2026, 6, 3, 7, 50, 0, 0, zone).Unix())
	data, err := proto.Marshal(&gtfsrt.FeedMessage{
		Header: &gtfsrt.FeedHeader{GtfsRealtimeVersion: proto.String("2.0"), Timestamp: &created}, Entity: entities,
	})
	if err != nil {
		t.Fatal(err)
	}
	x, err := Parse(g, Message{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func update(trip string, stops ...*gtfsrt.TripUpdate_StopTimeUpdate) *gtfsrt.FeedEntity {
	return &gtfsrt.FeedEntity{TripUpdate: &gtfsrt.TripUpdate{Trip: &gtfsrt.TripDescriptor{TripId: &trip}, StopTimeUpdate: stops}}
}

func late(stop string, seconds int32) *gtfsrt.TripUpdate_StopTimeUpdate {
	return &gtfsrt.TripUpdate_StopTimeUpdate{StopId: &stop, Arrival: &gtfsrt.TripUpdate_StopTimeEvent{Delay: &seconds}}
}

func TestDelays(t *testing.T) {
	g := small(t)
	trip, err := g.TripByID("T1")
	if err != nil {
		t.Fatal(err)
	}
	skipped := late("B", 0)
	skipped.ScheduleRelationship = gtfsrt.TripUpdate_StopTimeUpdate_SKIPPED.Enum()
	noData := late("C", 0)
	noData.ScheduleRelationship = gtfsrt.TripUpdate_StopTimeUpdate_NO_DATA.Enum()
	const h = 8 * 3600
	for name, x := range map[string]struct {
		updates []*gtfsrt.TripUpdate_StopTimeUpdate
		want    [6]int32
		skips   bool
	}{
		"none":     {nil, [6]int32{h, h, h + 300, h + 360, h + 720, h + 720}, false},
		"kept":     {[]*gtfsrt.TripUpdate_StopTimeUpdate{late("B", 60)}, [6]int32{h, h, h + 360, h + 420, h + 780, h + 780}, false},
		"no data":  {[]*gtfsrt.TripUpdate_StopTimeUpdate{late("A", 60), noData}, [6]int32{h + 60, h + 60, h + 360, h + 420, h + 720, h + 720}, false},
		"skipped":  {[]*gtfsrt.TripUpdate_StopTimeUpdate{late("A", 60), skipped}, [6]int32{h + 60, h + 60, h + 360, h + 420, h + 780, h + 780}, true},
		"backward": {[]*gtfsrt.TripUpdate_StopTimeUpdate{late("B", 600), late("C", 0)}, [6]int32{h, h, h + 900, h + 960, h + 960, h + 960}, false},
	} {
		o := overlay(t, g, update("T1", x.updates...))
		if o.NumRuns(trip.Number()) != 1 || o.Counts(0) != (Counts{Applied: 1}) {
			t.Fatalf("%s: %d runs, %+v", name, o.NumRuns(trip.Number()), o.Counts(0))
		}
		if day, start, cancelled := o.Run(trip.Number(), 0); day.String() != "2026-06-03" || start != h || cancelled {
			t.Errorf("%s: got %s %d %v", name, day, start, cancelled)
		}
		var got [6]int32
		skips := false
		for i := range 3 {
			got[2*i], got[2*i+1], skips = callAt(o, trip, i, skips)
		}
		if got != x.want || skips != x.skips {
			t.Errorf("%s: got %v %v, want %v %v", name, got, skips, x.want, x.skips)
		}
	}
}

func callAt(o *Overlay, trip graph.Trip, i int, before bool) (arrival, departure int32, skips bool) {
	arrival, departure, skips = o.Call(trip.Number(), 0, i)
	return arrival, departure, skips || before
}

// TestUpdatesOfOneRun: of two updates of a run the one with a date counts, wherever it stands.
func TestUpdatesOfOneRun(t *testing.T) {
	g := small(t)
	trip, err := g.TripByID("T1")
	if err != nil {
		t.Fatal(err)
	}
	plain, dated := update("T1", late("A", 60)), update("T1", late("A", 120))
	dated.TripUpdate.Trip.StartDate = proto.String("20260603")
	for name, entities := range map[string][]*gtfsrt.FeedEntity{"last": {plain, dated}, "first": {dated, plain}} {
		o := overlay(t, g, entities...)
		if arrival, _, _ := o.Call(trip.Number(), 0, 0); o.NumRuns(trip.Number()) != 1 || arrival != 8*3600+120 {
			t.Errorf("%s: got %d runs, the first is there at %d", name, o.NumRuns(trip.Number()), arrival)
		}
	}
}

// TestCounts: what cannot be applied is counted, each for its reason.
func TestCounts(t *testing.T) {
	g := small(t)
	sunday := update("T1")
	sunday.TripUpdate.Trip.StartDate = proto.String("20260607")
	added := update("T9")
	added.TripUpdate.Trip.ScheduleRelationship = gtfsrt.TripDescriptor_ADDED.Enum()
	cancelled := update("T2")
	cancelled.TripUpdate.Trip.ScheduleRelationship = gtfsrt.TripDescriptor_CANCELED.Enum()
	o := overlay(t, g, sunday, added, cancelled, update("T8"), update("T1", late("Z", 5), late("A", 1<<30)))
	want := Counts{Applied: 2, Cancelled: 1, UnknownTrips: 1, NotRunning: 1, NotPlanned: 1, UnknownStops: 1, BadTimes: 1}
	if o.Counts(0) != want {
		t.Errorf("got %+v, want %+v", o.Counts(0), want)
	}
}

func TestAlerts(t *testing.T) {
	g := small(t)
	trip, _ := g.TripByID("T1")
	stop, _ := g.StopByID("B")
	o := overlay(t, g, &gtfsrt.FeedEntity{Alert: &gtfsrt.Alert{
		InformedEntity: []*gtfsrt.EntitySelector{{StopId: proto.String("B")}}, Effect: gtfsrt.Alert_DETOUR.Enum(),
		ActivePeriod: []*gtfsrt.TimeRange{{Start: proto.Uint64(1000), End: proto.Uint64(2000)}},
	}})
	at := func(s int64) [2]time.Time { return [2]time.Time{time.Unix(s, 0), time.Unix(s+100, 0)} }
	if list := o.Alerts(trip, 0, [2]graph.Stop{stop, stop}, at(1950)); len(list) != 1 || list[0].Effect != "detour" {
		t.Errorf("got %+v, want one detour", list)
	}
	if list := o.Alerts(trip, 0, [2]graph.Stop{stop, stop}, at(2001)); len(list) != 0 {
		t.Errorf("got %+v after the period", list)
	}
	if list := o.Alerts(trip, 0, [2]graph.Stop{}, at(1950)); len(list) != 0 {
		t.Errorf("got %+v at other stops", list)
	}
}

// TestNoMessage: what is no message is an error.
func TestNoMessage(t *testing.T) {
	for _, text := range []string{"", "<html>"} {
		for source, begin := range map[string]string{"": "realtime: ", "a.pb": "realtime: a.pb: "} {
			_, err := Parse(nil, Message{Source: source, Data: []byte(text)})
			if err == nil || !strings.HasPrefix(err.Error(), begin) || strings.Count(err.Error(), "realtime:") > 1 {
				t.Errorf("%q of %q: %v, expected %q and why", text, source, err, begin)
			}
		}
	}
}
