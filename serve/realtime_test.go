package serve_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gtfsrt "github.com/jamespfennell/gtfs/proto"
	"google.golang.org/protobuf/proto"

	"graphbuild/build"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/graphs"
)

// line builds the graph of a street with a bus along it: at 8:00 from the south, at 8:20 in the north, at 9:00 again.
// label is that of its feed.
func line(t *testing.T, label string) string {
	t.Helper()
	dir := t.TempDir()
	street, out := filepath.Join(dir, "street.osm"), filepath.Join(dir, "line.graph")
	const osm = `<osm version="0.6"><node id="1" lat="39.739" lon="-75.55"/><node id="2" lat="39.79" lon="-75.55"/>
		<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>`
	if err := os.WriteFile(street, []byte(osm), 0o666); err != nil {
		t.Fatal(err)
	}
	stops := "stop_id,stop_name,stop_lat,stop_lon\nA,Harbour,39.74,-75.55\nB,Market,39.749,-75.55\nC,Mill,39.789,-75.55\n"
	bus := build.Input{Path: feedtest.Small().With("stops", stops).ZipFile(t), Label: label}
	if _, err := build.Run(t.Context(), build.Config{Inputs: []build.Input{{Path: street}, bus}, Output: out}); err != nil {
		t.Fatal(err)
	}
	return out
}

// message says that the first bus is late, and when it was made.
func message(t *testing.T, lateS int32, made time.Time) []byte {
	t.Helper()
	created := uint64(made.Unix())
	data, err := proto.Marshal(&gtfsrt.FeedMessage{
		Header: &gtfsrt.FeedHeader{GtfsRealtimeVersion: proto.String("2.0"), Timestamp: &created},
		Entity: []*gtfsrt.FeedEntity{{Id: proto.String("1"), TripUpdate: &gtfsrt.TripUpdate{
			Trip: &gtfsrt.TripDescriptor{TripId: proto.String("T1"), StartDate: proto.String("20260603")},
			StopTimeUpdate: []*gtfsrt.TripUpdate_StopTimeUpdate{{StopId: proto.String("A"),
				Departure: &gtfsrt.TripUpdate_StopTimeEvent{Delay: &lateS}}},
		}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// source is a server of a message; without one it fails.
type source struct {
	data atomic.Pointer[[]byte]
	url  string
}

func newSource(t *testing.T, data []byte) *source {
	x := &source{}
	x.data.Store(&data)
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if b := *x.data.Load(); b != nil {
			w.Write(b)
			return
		}
		http.Error(w, "none", http.StatusBadGateway)
	}))
	t.Cleanup(s.Close)
	x.url = s.URL + "/updates.pb?key=secret"
	return x
}

const ride = "/plan/v1?from=-75.55,39.7401&to=-75.55,39.7889&depart=2026-06-03T07:55"

const rideQuery = `{"mode":"transit","from":[-75.55,39.7401],"to":[-75.55,39.7889],"depart":"2026-06-03T07:55"}`

// departure returns when the ride of an answer leaves.
func departure(answer string) string {
	_, rest, _ := strings.Cut(answer, `"stops":[`)
	_, rest, _ = strings.Cut(rest, `"departure":"2026-06-03T`)
	return rest[:min(len(rest), len("08:00"))]
}

// followed returns a service of line with messages of a source.
func followed(t *testing.T, path string, x *source) *servetest.Service {
	t.Helper()
	s := servetest.File(t, path, serve.Options{})
	if err := s.Set.Follow("file", []graphs.Feed{{Label: "bus", Source: x.url}}); err != nil {
		t.Fatal(err)
	}
	refresh(t, s)
	return s
}

func refresh(t *testing.T, s *servetest.Service) {
	t.Helper()
	if err := s.Set.Refresh(t.Context(), "file", 0, time.Minute); err != nil {
		t.Fatal(err)
	}
}

// expectRide asks for the ride one by one and in a batch.
func expectRide(t *testing.T, s *servetest.Service, leaves, state string) {
	t.Helper()
	_, one := s.Get(ride)
	_, many := s.Post("/batch/v1", "application/json", "["+rideQuery+"]")
	for _, a := range []string{one, many} {
		if departure(a) != leaves {
			t.Errorf("the ride leaves at %q, expected %s: %s", departure(a), leaves, a)
		}
	}
	if _, ready := s.Get("/readyz"); !strings.Contains(ready, `"realtime":[{"feed":"bus","state":"`+state+`"`) || strings.Contains(ready, "secret") {
		t.Errorf("got %s, expected the state %s", ready, state)
	}
}

// TestRealtime lays messages over the timetable of a service, keeps the last where a fetch fails, and says so.
func TestRealtime(t *testing.T) {
	x := newSource(t, nil)
	s := followed(t, line(t, "bus"), x)
	expectRide(t, s, "08:00", "waiting")
	for _, c := range []struct {
		data          []byte
		leaves, state string
	}{
		{message(t, 120, time.Now()), "08:02", "fresh"},
		{nil, "08:02", "failing"},
		{[]byte("no message"), "08:02", "failing"},
		{message(t, 240, time.Now()), "08:04", "fresh"},
		{message(t, 240, time.Now().Add(-time.Hour)), "08:04", "old"},
		{message(t, 240, time.Now().Add(time.Hour)), "08:04", "fresh"}, // by when it came
		{message(t, 240, time.Unix(0, 0)), "08:04", "fresh"},
	} {
		x.data.Store(&c.data)
		refresh(t, s)
		expectRide(t, s, c.leaves, c.state)
	}
	_, metrics := s.Get("/metrics")
	for _, want := range []string{
		`graphbuild_realtime_fetches_total{graph="file",message="1",result="ok"} 5`,
		`graphbuild_realtime_fetches_total{graph="file",message="1",result="failed"} 3`,
		`graphbuild_realtime_updates{graph="file",message="1"} 1`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	_, age, _ := strings.Cut(metrics, "\n"+`graphbuild_realtime_age_seconds{graph="file",message="1"} `)
	age, _, _ = strings.Cut(age, "\n")
	if s, err := strconv.ParseFloat(age, 64); err != nil || s < 0 || s > 300 {
		t.Errorf("the message is said to be %q seconds old", age)
	}
}

// TestRealtimeOutlivesSwaps has the messages at hand over a new file from its first query on, and none over one without the feed.
func TestRealtimeOutlivesSwaps(t *testing.T) {
	path, bus, ferry := line(t, "bus"), line(t, "bus"), line(t, "ferry")
	s := followed(t, path, newSource(t, message(t, 120, time.Now())))
	for _, c := range []struct{ from, leaves, state string }{{ferry, "08:00", "failing"}, {bus, "08:02", "fresh"}} {
		if err := os.Rename(c.from, path); err != nil {
			t.Fatal(err)
		}
		if results, err := s.Server.Reload("file"); err != nil || results["file"] != "swapped" {
			t.Fatalf("got %v, %v, expected a swap", results, err)
		}
		if _, a := s.Get(ride); departure(a) != c.leaves {
			t.Errorf("at once after the swap the ride leaves at %q, expected %s", departure(a), c.leaves)
		}
		refresh(t, s)
		expectRide(t, s, c.leaves, c.state)
	}
}

// TestRealtimeAtOnce asks while messages come: each answer is by one of them.
func TestRealtimeAtOnce(t *testing.T) {
	x := newSource(t, message(t, 60, time.Now()))
	s := followed(t, line(t, "bus"), x)
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for range 50 {
				if _, a := s.Get(ride); departure(a) != "08:01" && departure(a) != "08:02" {
					t.Errorf("the ride leaves at %q", departure(a))
				}
			}
		})
	}
	for i := range 20 {
		data := message(t, int32(60+60*(i%2)), time.Now())
		x.data.Store(&data)
		refresh(t, s)
	}
	asking.Wait()
}

// TestFollowChecksLabels refuses the label of a feed that there is not.
func TestFollowChecksLabels(t *testing.T) {
	s := servetest.File(t, line(t, "bus"), serve.Options{})
	err := s.Set.Follow("file", []graphs.Feed{{Label: "tram", Source: "x.pb"}})
	if err == nil || !strings.Contains(err.Error(), `feed "tram": expected one of the graph: bus`) {
		t.Errorf("got %v", err)
	}
}

// TestRealtimeWaitsForNone lays a message over the timetable while another source never answers, which then counts as failed.
func TestRealtimeWaitsForNone(t *testing.T) {
	end := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-end }))
	defer hanging.Close()
	defer close(end)
	s := servetest.File(t, line(t, "bus"), serve.Options{})
	sound := newSource(t, message(t, 120, time.Now()))
	if err := s.Set.Follow("file", []graphs.Feed{{Label: "bus", Source: hanging.URL}, {Label: "bus", Source: sound.url}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var following sync.WaitGroup
	following.Go(func() { s.Server.Follow(ctx, 50*time.Millisecond) })
	defer following.Wait()
	defer cancel()
	for {
		list := s.Set.Realtime("file")
		if list[1].Good > 1 && list[0].Bad > 1 {
			if !strings.Contains(list[0].Err.Error(), "expected it within 50ms") {
				t.Errorf("got %v", list[0].Err)
			}
			break
		}
		time.Sleep(time.Millisecond)
	}
	if _, a := s.Get(ride); departure(a) != "08:02" {
		t.Errorf("the ride leaves at %q", departure(a))
	}
}
