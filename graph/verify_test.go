package graph

import (
	"slices"
	"strings"
	"testing"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// TestCheckFinds breaks one invariant at a time.
func TestCheckFinds(t *testing.T) {
	for _, c := range []struct {
		table, text string
		broken      func(*Tables)
	}{
		{"vertices", "two vertices", func(t *Tables) { t.Vertices.NodeID.Slice()[3] = t.Vertices.NodeID.At(4) }},
		{"vertices", "not on earth", func(t *Tables) { t.Vertices.Point[5] = geometry.Point{Lat: 91e7} }},
		{"vertex_access", "after", func(t *Tables) { t.Access.Vertex.Slice()[1] = 0 }},
		{"vertex_access", "not registered", func(t *Tables) { t.Access.Type.Slice()[0] = 99 }},
		{"pairs", "facts is", func(t *Tables) { t.Pairs.Facts[7] = 1000 }},
		{"pairs", "way is", func(t *Tables) { t.Pairs.Way.Slice()[7] = 1 << 20 }},
		{"pairs", "pair with duration", func(t *Tables) { t.Pairs.DurationPair.Slice()[0] = 1 << 20 }},
		{"patterns", "does not hold its stops", func(t *Tables) {
			t.Patterns.As = encode.ColOf(make([]PatternID, t.Patterns.Route.Len()))
			t.Patterns.As.Slice()[0] = 1
		}},
		{"trips", "earlier than the trip before", func(t *Tables) { t.Trips.StartS.Slice()[1] = -1 << 20 }},
		{"continuations", "trip is", func(t *Tables) {
			t.Continuations = Continuations{encode.ColOf([]TripID{0}), encode.ColOf([]TripID{1 << 20}), encode.ColOf([]uint8{0}), encode.ColOf([]uint8{0})}
		}},
		{"calls", "headsign is", func(t *Tables) {
			t.Calls.Headsign.Append(9)
			t.Calls.ContinuousPickup.Append()
			t.Calls.ContinuousDropOff.Append()
		}},
		{"areas", "longitudes", func(t *Tables) { t.addArea(3, 1, 2) }},
		{"flex_calls", "expected one of them", func(t *Tables) { t.addFlexCall(NoStop, NoArea) }},
		{"raw_tables", "values, expected", func(t *Tables) {
			t.RawTables = RawTables{encode.ColOf([]FeedID{0}), encode.StringsOf([]string{"x.txt"}), encode.ColOf([]uint32{2}), encode.ColOf([]uint32{1})}
			t.RawColumns.Name.Append("a")
		}},
		{"index", "not on earth", func(t *Tables) { t.Pairs.Inner[0].Lat = -91e7 }},
		{"restrictions", "ends at vertex", func(t *Tables) { t.Restrictions.To.Slice()[2] = (t.Restrictions.To.At(2) + 40) % 100 }},
		{"restrictions", "edge is", func(t *Tables) { t.Restrictions.To.Slice()[2] = 1 << 20 }},
		{"conditions", "way is", func(t *Tables) { t.Conditions.Way.Slice()[0] = 1 << 20 }},
		{"components", "vertices", func(t *Tables) { t.Components.Of[facts.Car][9] = 50 }},
		{"links", "offset", func(t *Tables) { t.Links.OffsetDM.Slice()[0] = 1 << 30 }},
		{"links", "stop is", func(t *Tables) { t.Links.Stop.Slice()[t.Links.Stop.Len()-1] = 77 }},
		{"agencies", "time zone", func(t *Tables) { t.Agencies.Timezone = encode.StringsOf([]string{"Mars/North", "UTC"}) }},
		{"agencies", "time zone", func(t *Tables) { t.Agencies.Timezone = encode.StringsOf([]string{"Local", "UTC"}) }},
		{"stops", "parent is", func(t *Tables) { t.Stops.Parent.Slice()[0] = 77 }},
		{"routes", "feed is", func(t *Tables) { t.Routes.Feed.Slice()[0] = 7 }},
		{"patterns", "shape is", func(t *Tables) { t.Patterns.Shape.Slice()[0] = 7 }},
		{"profiles", "arrives", func(t *Tables) { t.addProfile([]int32{0, 100, -50}, nil) }},
		{"profiles", "departures for", func(t *Tables) { t.addProfile([]int32{0, 1}, []int32{0}) }},
		{"trips", "times for", func(t *Tables) { t.addProfile([]int32{0}, nil); t.Trips.Profile.Slice()[0] = 2 }},
		{"trips", "service is", func(t *Tables) { t.Trips.Service.Slice()[0] = 2 }},
		{"services", "day set is", func(t *Tables) { t.Services.DaySet.Slice()[0] = 2 }},
		{"frequencies", "every 0 s", func(t *Tables) { t.Frequencies.HeadwayS.Slice()[0] = 0 }},
		{"transfers", "stop is", func(t *Tables) { t.Transfers.ToStop.Slice()[0] = 77 }},
		{"pathways", "stop is", func(t *Tables) { t.Pathways.To.Slice()[0] = 77 }},
	} {
		tables := randomTables(31, 120)
		c.broken(tables)
		g, err := NewGraph(tables)
		if err != nil {
			t.Fatal(c.table, err)
		}
		found := slices.Collect(Check(g))
		if !slices.ContainsFunc(found, func(p Problem) bool { return p.Table == c.table && strings.Contains(p.Text, c.text) }) {
			t.Errorf("%s: %q is not among the %d problems found: %v", c.table, c.text, len(found), found[:min(3, len(found))])
		}
	}
}

// TestTablesThatDoNotFit: what no graph can be made of is refused.
func TestTablesThatDoNotFit(t *testing.T) {
	for name, broken := range map[string]func(*Tables){
		"short column":         func(t *Tables) { t.Pairs.To = t.Pairs.To[:3] },
		"short transit column": func(t *Tables) { t.Stops.Name.Append("one too many") },
		"node ids":             func(t *Tables) { t.Vertices.NodeID.Append(1) },
		"way ids":              func(t *Tables) { t.Ways.ID.Append(1) },
		"area ids":             func(t *Tables) { t.StreetAreas.ID.Append(1) },
		"vertex out of range":  func(t *Tables) { t.Pairs.To[3] = 1 << 20 },
		"backward pair":        func(t *Tables) { t.Pairs.From[0], t.Pairs.To[0] = 5, 2 },
		"unsorted":             func(t *Tables) { t.Pairs.From[1] = 0; t.Pairs.From[0] = 1; t.Pairs.To[0] = 9 },
		"inner points":         func(t *Tables) { t.Pairs.InnerStart[4] = 1 << 30 },
	} {
		tables := randomTables(32, 50)
		broken(tables)
		if _, err := NewGraph(tables); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := Write(discard{}, tables, WriteOptions{}); err == nil {
			t.Errorf("%s: written", name)
		}
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

func (t *Tables) addArea(corners uint32, points ...int32) {
	a := &t.Areas
	a.Feed.Append(0)
	a.ID.Append("Z")
	a.Name.Append("")
	a.Kind.Append(PolygonArea)
	a.Stops.Append()
	a.Ring.Append(corners)
	a.Lon.Append(points...)
	a.Lat.Append(points...)
}

func (t *Tables) addFlexCall(s StopID, a AreaID) {
	f, c := &t.FlexTrips, &t.FlexCalls
	f.ID.Append("F")
	f.Route.Append(0)
	f.Service.Append(0)
	f.Headsign.Append("")
	f.Trip.Append(NoTrip)
	c.Trip.Append(0)
	c.Sequence.Append(1)
	c.Stop.Append(s)
	c.Area.Append(a)
	c.StartS.Append(NoTime)
	c.EndS.Append(NoTime)
	c.Pickup.Append(0)
	c.DropOff.Append(0)
	c.PickupBooking.Append("")
	c.DropOffBooking.Append("")
}

func (t *Tables) addProfile(run, dwell []int32) {
	t.Profiles.Run.Append(run...)
	t.Profiles.Dwell.Append(dwell...)
	t.Profiles.Interpolated.Append()
	t.Profiles.Sequence.Append()
}

// TestCheckFindsLengths: in a file the length of a pair is that of its line.
func TestCheckFindsLengths(t *testing.T) {
	tables := randomTables(33, 120)
	g, err := NewGraph(tables)
	if err != nil {
		t.Fatal(err)
	}
	var line []geometry.Point
	for p := range tables.Pairs.LengthDM {
		line = g.AppendPairGeometry(line[:0], PairID(p))
		tables.Pairs.LengthDM[p] = uint32(geometry.Length(line)*10 + 0.5)
	}
	tables = g.Unpack()
	lengths := func() (found []int) {
		g, err := Load(written(t, tables, WriteOptions{}))
		if err != nil {
			t.Fatal(err)
		}
		for p := range Check(g) {
			if strings.Contains(p.Text, "its line is") {
				found = append(found, p.Row)
			}
		}
		return found
	}
	if found := lengths(); len(found) > 0 {
		t.Errorf("found in pairs %d of a sound file", found)
	}
	tables.Pairs.LengthDM[7] += 2
	if found := lengths(); !slices.Equal(found, []int{7}) {
		t.Errorf("found in pairs %d, expected 7", found)
	}
}
