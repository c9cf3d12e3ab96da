package transit

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
)

// zones are five zones with nights on which the clocks change: these are the days on which they do in 2026.
var zones = []struct {
	name         string
	spring, fall string
}{
	{"America/New_York", "2026-03-08", "2026-11-01"},
	{"Europe/London", "2026-03-29", "2026-10-25"},
	{"Europe/Helsinki", "2026-03-29", "2026-10-25"},
	{"Australia/Lord_Howe", "2026-10-04", "2026-04-05"}, // by half an hour
	{"America/Santiago", "2026-09-06", "2026-04-05"},    // at midnight
}

// drawTimetable draws a small timetable without streets: stops on a line, some 100 m apart.
func drawTimetable(t *rapid.T) (*graph.Graph, graph.Day) {
	x, day := drawTables(t)
	g, err := graph.NewGraph(x)
	if err != nil {
		t.Fatal(err)
	}
	return g, day
}

// drawTables draws the tables of it.
func drawTables(t *rapid.T) (*graph.Tables, graph.Day) {
	x := &graph.Tables{}
	one := func(what string, low, high int) int { return rapid.IntRange(low, high).Draw(t, what) }
	zone := zones[one("zone", 0, len(zones)-1)]
	text := []string{"2026-06-10", zone.spring, zone.fall}[one("night", 0, 2)]
	day, _ := graph.ParseDay(text)
	x.Feeds.Label.Append("f")
	x.Feeds.FeedID.Append("")
	x.Feeds.Publisher.Append("")
	x.Feeds.Lang.Append("")
	x.Feeds.Version.Append("")
	for i, name := range []string{zone.name, zones[one("zone of the other agency", 0, len(zones)-1)].name} {
		x.Agencies.Feed.Append(0)
		x.Agencies.ID.Append(fmt.Sprint("a", i))
		x.Agencies.Name.Append("")
		x.Agencies.URL.Append("")
		x.Agencies.Timezone.Append(name)
	}
	stops := one("stops", 2, 7)
	for i := range stops {
		drawStop(x, i, uint8(max(0, one("wheels at the stop", -4, 2))))
	}
	drawServices(x, t, day)
	routes := one("patterns", 1, 5)
	for p := range routes {
		drawPattern(x, t, p, stops)
	}
	drawConnections(x, t, stops)
	return x, day
}

// drawStop adds a stop; wheels is its wheelchair_boarding.
func drawStop(x *graph.Tables, i int, wheels uint8) {
	s := &x.Stops
	s.Feed.Append(0)
	s.ID.Append(fmt.Sprint("s", i))
	s.Code.Append("")
	s.Name.Append("")
	s.Lon.Append(80_000_000 + int32(i)*100_000)
	s.Lat.Append(470_000_000)
	s.LocationType.Append(0)
	s.Parent.Append(graph.NoStop)
	s.Level.Append(graph.NoLevel)
	s.Platform.Append("")
	s.Timezone.Append("")
	s.Wheelchair.Append(wheels)
}

// drawServices draws three services within five days around a day.
func drawServices(x *graph.Tables, t *rapid.T, day graph.Day) {
	x.Services.FirstDay.Append(int32(day - 2))
	for i := range 3 {
		x.Services.Feed.Append(0)
		x.Services.ID.Append(fmt.Sprint(i))
		x.Services.DaySet.Append(graph.DaySetID(i))
		x.Services.Days.Append(rapid.Uint64Range(1, 31).Draw(t, "days"))
	}
}

// drawPattern draws a pattern with its trips, which may overtake each other.
func drawPattern(x *graph.Tables, t *rapid.T, p, stops int) {
	n := rapid.IntRange(2, 6).Draw(t, "calls")
	calls := make([]graph.StopID, n)
	rules := [2][]uint8{make([]uint8, n), make([]uint8, n)}
	for i := range calls {
		calls[i] = graph.StopID(rapid.IntRange(0, stops-1).Draw(t, "stop"))
		for k := range rules {
			rules[k][i] = uint8(max(0, rapid.IntRange(-5, 1).Draw(t, "rule")))
		}
	}
	x.Routes.Feed.Append(0)
	x.Routes.ID.Append(fmt.Sprint("r", p))
	x.Routes.Agency.Append(graph.AgencyID(max(0, rapid.IntRange(-2, 1).Draw(t, "agency"))))
	x.Routes.ShortName.Append("")
	x.Routes.LongName.Append("")
	x.Routes.Type.Append(3)
	x.Routes.Color.Append(0)
	x.Routes.TextColor.Append(0)
	x.Patterns.Route.Append(graph.RouteID(p))
	x.Patterns.Direction.Append(2)
	x.Patterns.Stop.Append(calls...)
	x.Patterns.Pickup.Append(rules[0]...)
	x.Patterns.DropOff.Append(rules[1]...)
	x.Patterns.Shape.Append(graph.NoShape)
	x.Patterns.ShapeDM.Append()
	starts := rapid.SliceOfN(rapid.IntRange(-2*3600, 30*3600), 1, 6).Draw(t, "starts")
	slices.Sort(starts)
	for _, start := range starts {
		drawTrip(x, t, graph.PatternID(p), start, n)
	}
}

func drawTrip(x *graph.Tables, t *rapid.T, p graph.PatternID, start, calls int) {
	id := graph.TripID(x.Trips.StartS.Len())
	var arrival, departure []int32
	at := int32(-rapid.IntRange(0, 60).Draw(t, "first dwell"))
	for i := range calls {
		if i > 0 {
			at += int32(rapid.IntRange(0, 3*3600).Draw(t, "run"))
		}
		arrival = append(arrival, at)
		if at += int32(rapid.IntRange(0, 300).Draw(t, "dwell")); i == 0 {
			at = 0
		}
		departure = append(departure, at)
	}
	x.Profiles.AppendTimes(arrival, departure)
	x.Profiles.Interpolated.Append()
	x.Profiles.Sequence.Append()
	only := rapid.IntRange(0, 5).Draw(t, "frequency") == 0
	x.Trips.Pattern.Append(p)
	x.Trips.StartS.Append(int32(start))
	x.Trips.Profile.Append(graph.ProfileID(id))
	x.Trips.Service.Append(graph.ServiceID(rapid.IntRange(0, 2).Draw(t, "service")))
	x.Trips.ID.Append(fmt.Sprint("t", id))
	x.Trips.Headsign.Append("")
	x.Trips.ShortName.Append("")
	x.Trips.Block.Append("")
	x.Trips.Wheelchair.Append(uint8(max(0, rapid.IntRange(-1, 2).Draw(t, "wheels"))))
	x.Trips.Bikes.Append(uint8(max(0, rapid.IntRange(-1, 2).Draw(t, "bikes"))))
	if !only {
		x.Trips.FrequencyOnly.Append(0)
		return
	}
	x.Trips.FrequencyOnly.Append(uint8(rapid.IntRange(0, 1).Draw(t, "only")))
	for range rapid.IntRange(1, 2).Draw(t, "rows") {
		from := int32(rapid.IntRange(0, 26*3600).Draw(t, "from"))
		x.Frequencies.Trip.Append(id)
		x.Frequencies.StartS.Append(from)
		x.Frequencies.EndS.Append(from + int32(rapid.IntRange(1, 4*3600).Draw(t, "until")))
		x.Frequencies.HeadwayS.Append(uint32(rapid.IntRange(60, 3600).Draw(t, "headway")))
		x.Frequencies.Exact.Append(uint8(rapid.IntRange(0, 1).Draw(t, "exact")))
	}
}

// drawConnections draws walks, transfers and trips that go on as others.
func drawConnections(x *graph.Tables, t *rapid.T, stops int) {
	single := rapid.Bool().Draw(t, "rules for single trips")
	for from := range stops {
		for to := range stops {
			kind := rapid.IntRange(-4, 5).Draw(t, "transfer")
			if from != to && (kind == 4 || kind == 0) {
				x.WalkTransfers.From.Append(graph.StopID(from))
				x.WalkTransfers.To.Append(graph.StopID(to))
				x.WalkTransfers.DistanceDM.Append(1000)
				x.WalkTransfers.TimeS.Append(uint32(rapid.IntRange(0, 900).Draw(t, "walk")))
				x.WalkTransfers.Modes.Append(rapid.SampledFrom([]facts.Modes{facts.ModesOf(facts.Walk), facts.ModesOf(facts.Walk, facts.Wheelchair)}).Draw(t, "modes"))
			}
			if kind >= 0 && kind <= 3 {
				drawTransfer(x, t, from, to, uint8(kind), false)
			}
			for single && rapid.IntRange(0, 11).Draw(t, "rule") == 0 {
				drawTransfer(x, t, from, to, uint8(rapid.IntRange(0, 3).Draw(t, "kind")), true)
			}
		}
	}
	drawContinuations(x, t)
}

// drawTransfer draws a row of transfers.txt, for all trips or for those of a route or a single one at its ends.
func drawTransfer(x *graph.Tables, t *rapid.T, from, to int, kind uint8, single bool) {
	f := &x.Transfers
	route := func(what string) graph.RouteID {
		if !single || rapid.Bool().Draw(t, what) {
			return graph.NoRoute
		}
		return graph.RouteID(rapid.IntRange(0, x.Routes.ID.Len()-1).Draw(t, what))
	}
	trip := func(what string) graph.TripID {
		if !single || rapid.IntRange(0, 2).Draw(t, what) > 0 {
			return graph.NoTrip
		}
		return graph.TripID(rapid.IntRange(0, x.Trips.StartS.Len()-1).Draw(t, what))
	}
	f.FromStop.Append(graph.StopID(from))
	f.ToStop.Append(graph.StopID(to))
	f.FromRoute.Append(route("from route"))
	f.ToRoute.Append(route("to route"))
	f.FromTrip.Append(trip("from trip"))
	f.ToTrip.Append(trip("to trip"))
	f.Type.Append(kind)
	f.MinS.Append(int32(rapid.IntRange(-1, 600).Draw(t, "least")))
}

// drawContinuations draws which trips go on as others.
func drawContinuations(x *graph.Tables, t *rapid.T) {
	trips := x.Trips.StartS.Len()
	for k := range 2 * trips { // a train may be divided, and two may become one
		from := k / 2
		if rapid.IntRange(0, 4).Draw(t, "goes on") != 0 {
			continue
		}
		to := rapid.IntRange(0, trips-1).Draw(t, "as")
		later := rapid.IntRange(0, 1).Draw(t, "later")
		agency := func(trip int) graph.AgencyID {
			return x.Routes.Agency.At(int(x.Patterns.Route.At(int(x.Trips.Pattern.At(trip)))))
		}
		if agency(from) != agency(to) { // a feed has one zone
			continue
		}
		if x.Trips.StartS.At(to) <= x.Trips.StartS.At(from) { // vehicles that go round for ever are cut somewhere
			continue
		}
		x.Continuations.From.Append(graph.TripID(from))
		x.Continuations.To.Append(graph.TripID(to))
		x.Continuations.DaysLater.Append(uint8(later))
		x.Continuations.Explicit.Append(0)
	}
}

// TestRandomTimetables compares journeys on drawn timetables with the oracle.
func TestRandomTimetables(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		g, day := drawTimetable(t)
		r, o := NewRouter(g, route.NewRouter(g)), newOracle(t, g)
		onWheels := newOracleFor(t, g, true)
		if seed := rapid.Uint64Range(0, 99).Draw(t, "news"); seed > 33 {
			o.live = drawLive(g, seed, 2, day-2, day-1, day, day+1, day+2)
			onWheels.live, r = o.live, r.WithRealtime(o.live)
		}
		s := r.NewSearch()
		for range 8 {
			at := day.Start(zoneOfGraph(g)).Add(time.Duration(rapid.IntRange(-3*3600, 30*3600).Draw(t, "at")) * time.Second)
			place := func(what string) geometry.Point {
				return g.Stop(graph.StopID(rapid.IntRange(0, g.NumStops()-1).Draw(t, what))).Point()
			}
			q := Query{From: place("from"), To: place("to"), Time: at, WalkS: int32(rapid.IntRange(1, 900).Draw(t, "limit")), ArriveBy: rapid.Bool().Draw(t, "arrive")}
			if rapid.IntRange(0, 3).Draw(t, "window") == 0 {
				q.Window = time.Duration(rapid.IntRange(1, 4*3600).Draw(t, "seconds")) * time.Second
			}
			q.SlackS = int32(max(0, rapid.IntRange(-300, 300).Draw(t, "slack")))
			q.BikeAboard = rapid.IntRange(0, 3).Draw(t, "bike") == 0
			ask := o
			if q.Wheelchair = !q.BikeAboard && rapid.IntRange(0, 3).Draw(t, "wheelchair") == 0; q.Wheelchair {
				ask = onWheels
			}
			if ask.compare(t, s, q) {
				found++
			}
		}
	})
	if found == 0 {
		t.Error("no journey was found at all")
	}
	t.Logf("%d journeys", found)
}
