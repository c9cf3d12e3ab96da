package build

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/internal/feedtest"
	"graphbuild/report"
)

// withShape is the small feed with one trip along a shape. Its stops A, B, C lie 1000.8 m apart, one north of the other.
func withShape(shape string) feedtest.Tables {
	return feedtest.Small().With("trips", "route_id,service_id,trip_id,shape_id\nR,WK,T1,S\n").
		With("stop_times", stopTimesHeader+"T1,08:00:00,08:00:00,A,1\nT1,08:10:00,08:10:00,B,2\nT1,08:20:00,08:20:00,C,3\n").
		With("shapes", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\n"+shape)
}

func TestStopOffsets(t *testing.T) {
	for _, c := range []struct {
		name, shape string
		want        []uint32
		issues      []string
	}{
		{"straight", "S,39.74,-75.55,1\nS,39.758,-75.55,2\n", []uint32{0, 10008, 20015}, nil},
		{"beyond both ends", "S,39.731,-75.5501,1\nS,39.767,-75.5501,2\n", []uint32{10008, 20015, 30023}, nil},
		// Down a street beside the stops, back up to A, then along them: the way back is nearer, but A comes first there too.
		{"passed twice", "S,39.749,-75.551,1\nS,39.74,-75.551,2\nS,39.74,-75.55,3\nS,39.758,-75.55,4\n", []uint32{10863, 20870, 30878}, nil},
		{"repeated points", "S,39.74,-75.55,1\nS,39.74,-75.55,2\nS,39.749,-75.55,3\nS,39.749,-75.55,4\nS,39.758,-75.55,5\n", []uint32{0, 10008, 20015}, nil},
		{"the other way", "S,39.758,-75.55,1\nS,39.74,-75.55,2\n", nil, []string{"gtfs_shape_not_along_stops a/trips.txt:2"}},
		{"elsewhere", "S,39.758,-74.55,1\nS,39.74,-74.55,2\n", nil, []string{"gtfs_shape_not_along_stops a/trips.txt:2"}},
		{"one point", "S,39.758,-75.55,1\nS,39.758,-75.55,2\n", nil, []string{"gtfs_shape_too_short a/shapes.txt:2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, r := transitOf(t, withShape(c.shape))
			if d := cmp.Diff(c.want, got.Patterns.ShapeDM.AppendRow(nil, 0)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.issues, codes(r)); d != "" {
				t.Error(d)
			}
			if has := got.Patterns.Shape.At(0) != graph.NoShape; has != (c.want != nil) {
				t.Errorf("shape %v", has)
			}
		})
	}
}

// Distances of the feed decide, in whatever unit, where they lead to the stops.
func TestStopOffsetsByDistance(t *testing.T) {
	tables := withShape("").With("shapes", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\nS,39.74,-75.55,1,0\nS,39.758,-75.55,2,2\n")
	header := "trip_id,arrival_time,departure_time,stop_id,stop_sequence,shape_dist_traveled\n"
	for name, c := range map[string]struct {
		middle string
		want   uint32
	}{"good": {"1.05", 10508}, "far from the stop": {"1.5", 10008}, "missing": {"", 10008}} {
		got, _ := transitOf(t, tables.With("stop_times", header+"T1,08:00:00,08:00:00,A,1,0\nT1,08:10:00,08:10:00,B,2,"+c.middle+"\nT1,08:20:00,08:20:00,C,3,2\n"))
		if d := cmp.Diff([]uint32{0, c.want, 20015}, got.Patterns.ShapeDM.AppendRow(nil, 0)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// Equal shapes are stored once and make no pattern of their own; different ones do.
func TestShapesSharedBetweenTrips(t *testing.T) {
	got, _ := transitOf(t, feedtest.Small().With("trips", "route_id,service_id,trip_id,shape_id\nR,WK,T1,S1\nR,WK,T2,S2\n").
		With("shapes", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\nS1,39.74,-75.55,1\nS1,39.758,-75.55,2\nS2,39.74,-75.55,5\nS2,39.758,-75.55,9\n"))
	if got.Shapes.ID.Len() != 1 || got.Patterns.Route.Len() != 1 || len(got.Shapes.Point) != 2 {
		t.Errorf("%d shapes, %d patterns", got.Shapes.ID.Len(), got.Patterns.Route.Len())
	}
	got, _ = transitOf(t, feedtest.Small().With("trips", "route_id,service_id,trip_id,shape_id\nR,WK,T1,S1\nR,WK,T2,\n").
		With("shapes", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\nS1,39.74,-75.55,1\nS1,39.758,-75.55,2\n"))
	if got.Patterns.Route.Len() != 2 {
		t.Errorf("%d patterns, want 2", got.Patterns.Route.Len())
	}
}

func TestPathwayTimes(t *testing.T) {
	got, _ := transitOf(t, feedtest.Small().With("pathways", "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time,stair_count\n"+
		"P1,A,B,1,1,133,,\nP2,A,B,1,0,133,7,\nP3,A,B,2,1,,,-20\nP4,A,B,5,1,,,\nP5,A,B,6,1,0,,\nP6,A,B,1,1,,,\n"))
	var rows []string
	for i := range got.Pathways.ID.Len() {
		p := &got.Pathways
		rows = append(rows, fmt.Sprintf("%s %d dm %d s both %d", p.ID.At(i), p.LengthDM.At(i), p.TraversalS.At(i), p.Bidirectional.At(i)))
	}
	want := []string{"P1 1330 dm 100 s both 1", "P2 1330 dm 7 s both 0", "P3 10008 dm 12 s both 1", "P4 10008 dm 45 s both 1", "P5 0 dm 3 s both 1", "P6 10008 dm 752 s both 1"}
	if d := cmp.Diff(want, rows); d != "" {
		t.Error(d)
	}
}

func TestTransfers(t *testing.T) {
	got, r := transitOf(t, feedtest.Small().With("trips", "route_id,service_id,trip_id\nR,WK,T1\nR,WK,T2\nR,WK,T3\n").With("transfers",
		"from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_trip_id,to_trip_id,from_route_id\nC,A,2,300,,,\nA,C,,,,,R\nB,B,3,,,,\nA,B,4,,T1,T2,\nA,B,4,,T1,T3,\nC,A,2,300,,,\n"))
	var rows []string
	for i := range got.Transfers.Type.Len() {
		x := &got.Transfers
		rows = append(rows, fmt.Sprintf("%s %s type %d min %d trips %d %d route %d", got.Stops.ID.At(int(x.FromStop.At(i))), got.Stops.ID.At(int(x.ToStop.At(i))),
			x.Type.At(i), x.MinS.At(i), int32(x.FromTrip.At(i)), int32(x.ToTrip.At(i)), int32(x.FromRoute.At(i))))
	}
	want := []string{"A B type 4 min -1 trips 0 1 route -1", "A C type 0 min -1 trips -1 -1 route 0", "B B type 3 min -1 trips -1 -1 route -1",
		"C A type 2 min 300 trips -1 -1 route -1"}
	if d := cmp.Diff(want, rows); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"gtfs_duplicate_transfer a/transfers.txt:7", "gtfs_transfer_of_dropped_trip a/transfers.txt:6", "gtfs_trip_too_short a/trips.txt:4"}, codes(r)); d != "" {
		t.Error(d)
	}
}

// Bits of day sets are days after the first day of all feeds.
func TestDaySets(t *testing.T) {
	got, _ := transitOf(t, feedtest.Small().With("calendar_dates", "service_id,date,exception_type\nWK,20260605,2\nWK,20261201,1\nX,20260603,1\nX,20260701,2\nNEVER,20260601,2\n"))
	days := map[string][]string{}
	for i := range got.Services.ID.Len() {
		for w, word := range got.Services.Days.AppendRow(nil, int(got.Services.DaySet.At(i))) {
			for bit := range 64 {
				if word>>bit&1 != 0 {
					id := got.Services.ID.At(i)
					days[id] = append(days[id], gtfs.Day(got.Services.FirstDay.At(0)+int32(w*64+bit)).String())
				}
			}
		}
	}
	if n := len(days["WK"]); n != 22 || slices.Contains(days["WK"], "2026-06-05") || days["WK"][21] != "2026-12-01" {
		t.Errorf("WK: %v", days["WK"])
	}
	if d := cmp.Diff([]string{"2026-06-03"}, days["X"]); d != "" {
		t.Error(d)
	}
	if got.Services.ID.Len() != 3 || len(days) != 2 {
		t.Errorf("%d services, %v", got.Services.ID.Len(), days)
	}
}

func TestReportExpired(t *testing.T) {
	f, err := gtfs.OpenFS(feedtest.Small().FS(), "feed.zip", "x", gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for today, want := range map[gtfs.Day]int{gtfs.DayOf(2026, 6, 30): 0, gtfs.DayOf(2026, 7, 1): 1} {
		r := report.New(report.Options{})
		reportExpired([]*gtfs.Feed{f}, today, r)
		if n := len(r.Issues()); n != want {
			t.Errorf("%s: %d issues, want %d", today, n, want)
		}
	}
}

// TestFollower finds the same state before as looking at all of them.
func TestFollower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states := func(name string) []pathState {
			var list []pathState
			along := 0
			for _, step := range rapid.SliceOfN(rapid.IntRange(0, 300), 1, 20).Draw(t, name) {
				along += step
				list = append(list, pathState{place: place{alongM: float64(along)}, cost: float64(rapid.IntRange(0, 40_000).Draw(t, "cost"))})
			}
			return list
		}
		before, after, backM := states("before"), states("after"), rapid.SampledFrom([]float64{0, maxBackM}).Draw(t, "backM")
		f := follower{before: before, backM: backM, best: -1}
		for _, s := range after {
			want, least := -1, math.Inf(1)
			for k, q := range before {
				back := max(0, q.alongM-s.alongM)
				if cost := q.cost + back*back; back <= backM && cost < least {
					want, least = k, cost
				}
			}
			if found := f.reaches(&s); found != (want >= 0) || s.from != want || s.cost != least {
				t.Fatalf("at %v from %d at cost %v, want %d at %v", s.alongM, s.from, s.cost, want, least)
			}
		}
	})
}

// TestShapeThatZigzags has a shape that comes near the stops again and again, without end.
func TestShapeThatZigzags(t *testing.T) {
	shape := &strings.Builder{}
	const points = 150_000
	for i := range points {
		south := 39.74 + 0.009*float64(i/(points/3)) + 0.001*float64(i%(points/3))/points
		fmt.Fprintf(shape, "S,%.7f,%.7f,%d\n", south, -75.55+0.0005*float64(i/2%2), i)
	}
	tables, _ := transitOf(t, withShape(shape.String()))
	if n := tables.Patterns.ShapeDM.NumValues(); n != 3 {
		t.Errorf("%d stops lie along the shape, expected 3", n)
	}
}

// TestNearestPlaces: of the many places of a line that goes to and fro past a stop, the nearest stay, in order along it.
func TestNearestPlaces(t *testing.T) {
	const turns = 5 * maxPlaces
	var l shapeLine
	var points []geometry.Point
	for i := range int32(turns) {
		points = append(points, geometry.Point{Lon: 4 * i, Lat: -9_000}, geometry.Point{Lon: 4*i + 2, Lat: -9_000}, geometry.Point{Lon: 4*i + 2, Lat: 20 * i})
	}
	l.measure(points, nil)
	got := nearestPlaces(l.placesNear(geometry.Point{Lon: 4 * turns, Lat: 20 * turns}))
	if len(got) != maxPlaces {
		t.Fatalf("%d places, want %d", len(got), maxPlaces)
	}
	for i, p := range got {
		if i > 0 && (p.alongM <= got[i-1].alongM || p.distanceM >= got[i-1].distanceM) {
			t.Fatalf("place %d is %v behind %v", i, p, got[i-1])
		}
	}
	if last := got[maxPlaces-1].distanceM; last > 1 {
		t.Errorf("the nearest place is %.1f m away", last)
	}
}
