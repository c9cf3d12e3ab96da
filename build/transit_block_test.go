package build

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"graphbuild/graph"
	"graphbuild/internal/feedtest"
)

// graphOfFeed builds the timetable of a feed as a graph.
func graphOfFeed(t *testing.T, f feedtest.Tables) *graph.Graph {
	t.Helper()
	g, err := graph.NewGraph(tablesOfFeed(t, f))
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Verify(func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	return g
}

// continuationsOf lists which trips go on as which: "T1>T2", with +1 for the next day and ! for an explicit transfer.
func continuationsOf(g *graph.Graph) []string {
	var list []string
	for i := range g.NumTrips() {
		trip := g.Trip(graph.TripID(i))
		for _, n := range trip.Next() {
			text := trip.ID() + ">" + n.Trip.ID()
			if n.DaysLater > 0 {
				text += fmt.Sprintf("+%d", n.DaysLater)
			}
			if n.Explicit {
				text += "!"
			}
			isBack := func(p graph.AdjacentTrip) bool { return p.Trip == trip && p.DaysLater == n.DaysLater }
			if !slices.ContainsFunc(n.Trip.Previous(), isBack) {
				text += " without the way back"
			}
			list = append(list, text)
		}
	}
	return list
}

func TestBlocks(t *testing.T) {
	for _, c := range []struct {
		name, trips, times, transfers string
		want                          []string
	}{
		{"one after the other", "R,WK,T1,b\nR,WK,T2,b\nR,WK,T3,\n", "T1 08:00 A 08:30 C\nT2 08:40 C 09:00 A\nT3 08:40 C 09:00 A\n", "", []string{"T1>T2"}},
		{"other days", "R,WK,T1,b\nR,SU,T2,b\n", "T1 08:00 A 08:30 C\nT2 08:40 C 09:00 A\n", "", nil},
		{"by day", "R,WK,T1,b\nR,MO,T2,b\nR,WK,T3,b\n", "T1 08:00 A 08:30 C\nT2 08:40 C 09:00 A\nT3 08:50 C 09:00 A\n", "", []string{"T1>T2", "T1>T3"}},
		{"too far", "R,WK,T1,b\nR,WK,T2,b\n", "T1 08:00 A 08:30 C\nT2 08:40 A 09:00 C\n", "", nil},
		{"overlap", "R,WK,T1,b\nR,WK,T2,b\n", "T1 08:00 A 08:30 C\nT2 08:20 C 09:00 A\n", "", nil},
		{"past midnight", "R,WK,T1,b\nR,WK,T2,b\n", "T1 23:50 A 24:20 C\nT2 00:30 C 01:00 B\n", "", []string{"T1>T2+1"}},
		{"past midnight on the last day", "R,SU,T1,b\nR,MO,T2,b\n", "T1 23:50 A 24:20 C\nT2 00:30 C 01:00 A\n", "", []string{"T1>T2+1"}},
		{"not on the day after", "R,MO,T1,b\nR,SU,T2,b\n", "T1 23:50 A 24:20 C\nT2 00:30 C 01:00 A\n", "", nil},
		{"forbidden", "R,WK,T1,b\nR,WK,T2,b\n", "T1 08:00 A 08:30 C\nT2 08:40 C 09:00 A\n", "T1,T2,5\n", nil},
		{"told", "R,WK,T1,\nR,WK,T2,\n", "T1 08:00 A 08:30 C\nT2 08:40 C 09:00 A\n", "T1,T2,4\n", []string{"T1>T2!"}},
		{"told of trips that overlap", "R,WK,T1,\nR,WK,T2,\n", "T1 08:00 A 08:20 C\nT2 08:10 C 09:00 A\n", "T1,T2,4\n", nil},
		{"told past midnight", "R,WK,T1,\nR,WK,T2,\n", "T1 23:50 A 24:20 C\nT2 00:30 C 01:00 B\n", "T1,T2,4\n", []string{"T1>T2+1!"}},
		{"told across midnight", "R,SU,T1,\nR,MO,T2,\n", "T1 23:20 A 23:50 C\nT2 00:10 C 01:00 B\n", "T1,T2,4\n", []string{"T1>T2+1!"}},
		{"told of two days", "R,WK,T1,\nR,WK,T2,\n", "T1 23:50 A 48:20 C\nT2 00:30 C 01:00 B\n", "T1,T2,4\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			times := stopTimesHeader
			var id, t1, a, t2, b string
			for rest := c.times; rest != ""; {
				n, err := fmt.Sscanf(rest, "%s %s %s %s %s\n", &id, &t1, &a, &t2, &b)
				if n != 5 || err != nil {
					t.Fatal(err)
				}
				times += fmt.Sprintf("%s,%s:00,%s:00,%s,1\n%s,%s:00,%s:00,%s,2\n", id, t1, t1, a, id, t2, t2, b)
				rest = rest[len(id)+len(t1)+len(a)+len(t2)+len(b)+5:]
			}
			feed := feedtest.Small().With("stop_times", times).With("trips", "route_id,service_id,trip_id,block_id\n"+c.trips).
				With("calendar_dates", "service_id,date,exception_type\nMO,20260601,1\nSU,20260531,1\n")
			if c.transfers != "" {
				feed = feed.With("transfers", "from_trip_id,to_trip_id,transfer_type\n"+c.transfers)
			}
			if d := cmp.Diff(c.want, continuationsOf(graphOfFeed(t, feed))); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestBlockOfAllTrips has a feed with one block for all trips, each of which begins far from where those before it end.
func TestBlockOfAllTrips(t *testing.T) {
	trips, times := "route_id,service_id,trip_id,block_id\n", stopTimesHeader
	const many = 1500
	for i := range many {
		trips += fmt.Sprintf("R,WK,T%04d,b\n", i)
		times += fmt.Sprintf("T%04d,%d:00:00,%d:00:00,A,1\nT%04d,%d:30:00,%d:30:00,C,2\n", i, i, i, i, i, i)
	}
	_, r := transitOf(t, feedtest.Small().With("trips", trips).With("stop_times", times))
	gaps := 0
	for _, c := range r.Counts() {
		if c.Code == "gtfs_block_gap" {
			gaps = c.Count
		}
	}
	if gaps != many-1 {
		t.Errorf("%d gaps of %d trips, expected one of each but the last", gaps, many)
	}
}

// TestBlockOfManyDays has a block with a trip past midnight, very many of another day, and one of the day after.
func TestBlockOfManyDays(t *testing.T) {
	trips, times := "route_id,service_id,trip_id,block_id\nR,SU,T1,b\nR,MO,T2,b\n", stopTimesHeader+
		"T1,23:50:00,23:50:00,A,1\nT1,24:20:00,24:20:00,C,2\nT2,00:30:00,00:30:00,C,1\nT2,01:00:00,01:00:00,A,2\n"
	for i := range 2 * maxBlockGaps {
		trips += fmt.Sprintf("R,SU,X%d,b\n", i)
		times += fmt.Sprintf("X%d,00:25:00,00:25:00,C,1\nX%d,00:26:00,00:26:00,B,2\n", i, i)
	}
	feed := feedtest.Small().With("trips", trips).With("stop_times", times).
		With("calendar_dates", "service_id,date,exception_type\nMO,20260601,1\nSU,20260531,1\n")
	if d := cmp.Diff([]string{"T1>T2+1"}, continuationsOf(graphOfFeed(t, feed))); d != "" {
		t.Error(d)
	}
}

// TestLongBlock: an issue tells of a block with so many trips that not all are looked at.
func TestLongBlock(t *testing.T) {
	for many, want := range map[int]bool{maxBlockLooks: false, maxBlockLooks + 1: true} {
		trips, times := "route_id,service_id,trip_id,block_id\n", stopTimesHeader
		for i := range many {
			trips += fmt.Sprintf("R,WK,T%d,b\n", i)
			times += fmt.Sprintf("T%d,08:00:00,08:00:00,A,1\nT%d,08:30:00,08:30:00,C,2\n", i, i)
		}
		_, r := transitOf(t, feedtest.Small().With("trips", trips).With("stop_times", times))
		if told := slices.Contains(codes(r), "gtfs_block_long a/trips.txt:2"); told != want {
			t.Errorf("%d trips: told %v, want %v", many, told, want)
		}
	}
}

// The rule with the most specific ends holds; those of a station hold for its platforms.
func TestTransferBetween(t *testing.T) {
	g := graphOfFeed(t, feedtest.Small().
		With("stops", "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nA,A,39.70,-75.55,0,S\nB,B,39.71,-75.55,0,S\nC,C,39.72,-75.55,0,\nS,S,39.70,-75.55,1,\n").
		With("transfers", "from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time\n"+
			"S,S,,,,,2,10\nA,B,,,,,2,20\nA,B,R,,,,2,30\nA,B,,,T1,,2,40\nA,B,,,T1,T2,2,50\nA,B,,,T1,T2,4,\nS,C,,,,,3,\n"))
	trip := func(id string) graph.Trip {
		x, err := g.TripByID(id)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, c := range []struct {
		from, to graph.StopID
		a, b     graph.Trip
		want     int32 // -2: none
		kind     uint8
	}{
		{1, 0, graph.Trip{}, graph.Trip{}, 10, 2},
		{0, 1, graph.Trip{}, graph.Trip{}, 20, 2},
		{0, 1, trip("T2"), graph.Trip{}, 30, 2},
		{0, 1, trip("T1"), trip("T1"), 40, 2},
		{0, 1, trip("T1"), trip("T2"), 50, 2},
		{1, 2, graph.Trip{}, graph.Trip{}, -1, 3},
		{2, 0, graph.Trip{}, graph.Trip{}, -2, 0},
	} {
		x, ok := g.TransferBetween(c.from, c.to, c.a, c.b)
		if ok != (c.want != -2) || ok && (x.MinS != c.want || x.Type != c.kind) {
			t.Errorf("from %d to %d by %q, %q: type %d, %d s, %v; want type %d, %d s", c.from, c.to, c.a.ID(), c.b.ID(), x.Type, x.MinS, ok, c.kind, c.want)
		}
	}
}

func TestFlexInGraph(t *testing.T) {
	g := graphOfFeed(t, richFeed())
	id, err := g.FlexTripByID("a:F")
	if err != nil {
		t.Fatal(err)
	}
	x := g.FlexTrip(id)
	if len(x.Calls) != 3 || x.Calls[0].Area != 0 || x.Calls[0].EndS != 12*3600 || x.Calls[2].Stop != 2 || x.Trip.Err() == nil {
		t.Errorf("%+v", x)
	}
	if d := cmp.Diff([]graph.StopID{0, 1, 2}, g.Area(0).Stops); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]graph.AreaID{0}, g.AreasOf(1)); d != "" {
		t.Error(d)
	}
	if _, err := g.TripByID("F"); err == nil {
		t.Error("a trip without times is among the trips")
	}
	calls := g.Trip(0).StopTimes()
	if calls[0].Headsign != "Port" || calls[1].Headsign != "Way" || calls[2].Headsign != "Port" {
		t.Errorf("headsigns %q %q %q", calls[0].Headsign, calls[1].Headsign, calls[2].Headsign)
	}
	if name := g.Stop(1).NameIn("fr"); name != "Ville" {
		t.Errorf("name in French %q", name)
	}
	if name := g.Stop(1).NameIn("de"); name != g.Stop(1).Name() {
		t.Errorf("name in German %q", name)
	}
}

// TestTranslations: a text is translated by the id of its row, else by its value, where the feed has the language.
func TestTranslations(t *testing.T) {
	g := graphOfFeed(t, feedtest.Small().
		With("routes", "route_id,agency_id,route_short_name,route_long_name,route_type\nR,AG,1,Harbour Line,3\n").
		With("trips", "route_id,service_id,trip_id,trip_headsign\nR,WK,T1,Market\nR,WK,T2,\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign\nT1,08:00:00,08:00:00,A,1,\nT1,08:10:00,08:10:00,B,2,Mill\n"+
			"T2,09:00:00,09:00:00,A,1,\nT2,09:10:00,09:10:00,B,2,\n").
		With("translations", "table_name,field_name,language,translation,record_id,record_sub_id,field_value\n"+
			"stops,stop_name,fr,March\u00e9,B,,\nstops,stop_name,fr,Port,,,Harbour\nstops,stop_name,de,Hafen,A,,\nroutes,route_long_name,fr,Ligne du port,,,Harbour Line\n"+
			"trips,trip_headsign,fr,Halle,,,Market\ntrips,trip_headsign,de,Markt,T1,,\nstop_times,stop_headsign,fr,Moulin,T1,2,\n"))
	byID := func(id string) graph.Trip {
		trip, err := g.TripByID(id)
		if err != nil {
			t.Fatal(err)
		}
		return trip
	}
	type texts struct{ A, B, route, t1, t2 string }
	for language, want := range map[string]texts{
		"fr": {"Port", "March\u00e9", "Ligne du port", "Halle", ""},
		"de": {"Hafen", "Market", "Harbour Line", "Markt", ""},
		"en": {"Harbour", "Market", "Harbour Line", "Market", ""},
		"":   {"Harbour", "Market", "Harbour Line", "Market", ""},
	} {
		if got := (texts{g.Stop(0).NameIn(language), g.Stop(1).NameIn(language), g.Route(0).NameIn(language), byID("T1").HeadsignIn(language), byID("T2").HeadsignIn(language)}); got != want {
			t.Errorf("%q: got %q, want %q", language, got, want)
		}
	}
	for sub, want := range map[string]bool{"1": false, "2": true} {
		text, ok := g.Translate(graph.Translation{Table: "stop_times", Field: "stop_headsign", Record: "T1", Sub: sub}, "Mill", "fr")
		if ok != want || ok && text != "Moulin" {
			t.Errorf("headsign of call %s: %q, %t", sub, text, ok)
		}
	}
	var table graph.RawTable
	for _, x := range g.RawTables() {
		if x.Name == "translations.txt" {
			table = x
		}
	}
	if row, ok := table.Find("translation", "Hafen"); !ok || table.Get(row, "record_id") != "A" {
		t.Errorf("row %d of Hafen, found %t", row, ok)
	}
	for _, x := range [][2]string{{"translation", "Bahnhof"}, {"no such column", ""}} {
		if row, ok := table.Find(x[0], x[1]); ok {
			t.Errorf("%q in column %q found in row %d", x[1], x[0], row)
		}
	}
}

// TestStopsOfArea: stops inside a polygon or on its rim are of its area, those in its hole are not, and stations and entrances of no
// area.
func TestStopsOfArea(t *testing.T) {
	const trip = "\nF,Z,1,08:00:00,12:00:00\nF,Z,2,08:00:00,12:00:00\n"
	g := graphOfFeed(t, feedtest.Small().
		With("trips", "route_id,service_id,trip_id\nR,WK,F\n").
		With("stop_times", "trip_id,location_id,stop_sequence,start_pickup_drop_off_window,end_pickup_drop_off_window"+trip).
		With("locations.geojson", `{"type":"FeatureCollection","features":[{"id":"Z","properties":{},"geometry":{"type":"Polygon","coordinates":[`+
			`[[-76,39],[-75,39],[-75,40],[-76,40],[-76,39]],[[-75.6,39.4],[-75.4,39.4],[-75.4,39.6],[-75.6,39.6],[-75.6,39.4]]]}}]}`).
		With("stops", "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nbeside,-,39.5,-74.9999999,0,\ncorner,-,40,-75,0,\nedge,-,39,-75.5,0,\n"+
			"entrance,-,39.1,-75.1,2,station\nhole,-,39.5,-75.5,0,\ninside,-,39.3,-75.5,0,\nrim of hole,-,39.4,-75.5,0,\nstation,-,39.1,-75.1,1,\nwest,-,39.9,-76,0,station\n"))
	var got []string
	for _, s := range g.Area(0).Stops {
		got = append(got, g.Stop(s).ID())
	}
	if d := cmp.Diff([]string{"corner", "edge", "inside", "rim of hole", "west"}, got); d != "" {
		t.Error(d)
	}
}

// A trip leaves at the instant that noon of its day, by Go's time zones, less twelve hours and its departure time make: on
// both nights on which the clocks change, in five zones.
func TestInstantsWhenTheClocksChange(t *testing.T) {
	for zone, days := range map[string][2]string{
		"Europe/Berlin": {"20260329", "20261025"}, "America/New_York": {"20260308", "20261101"}, "Australia/Lord_Howe": {"20260405", "20261004"},
		"America/Santiago": {"20260405", "20260906"}, "Africa/Cairo": {"20260424", "20261030"},
	} {
		location, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for _, day := range days {
			date, err := time.Parse("20060102", day)
			if err != nil {
				t.Fatal(err)
			}
			noon := time.Date(date.Year(), date.Month(), date.Day(), 12, 0, 0, 0, location)
			if noon.Sub(noon.AddDate(0, 0, -1)) == 24*time.Hour {
				t.Errorf("%s: the clocks do not change on %s", zone, day)
			}
			rapid.Check(t, func(rt *rapid.T) {
				s := rapid.Int32Range(0, 40*3600).Draw(rt, "departure")
				got := departureOn(rt, zone, s, noon)
				if want := noon.Add(time.Duration(s-12*3600) * time.Second); !got.Equal(want) {
					rt.Fatalf("%s on %s at %s: %s, want %s", zone, day, clockText(s), got, want)
				}
			})
		}
	}
}

func departureOn(t fataler, zone string, s int32, day time.Time) time.Time {
	tables := tablesOfFeed(t, feedtest.Small().
		With("agency", "agency_id,agency_name,agency_url,agency_timezone\nAG,A,u,"+zone+"\n").
		With("trips", "route_id,service_id,trip_id\nR,WK,T1\n").
		With("stop_times", stopTimesHeader+fmt.Sprintf("T1,%s,%s,A,1\nT1,%s,%s,B,2\n", clockText(s), clockText(s), clockText(s+60), clockText(s+60))))
	g, err := graph.NewGraph(tables)
	if err != nil {
		t.Fatal(err)
	}
	at, err := g.Trip(0).DepartureUTC(graph.DayOf(day))
	if err != nil {
		t.Fatal(err)
	}
	return at
}
