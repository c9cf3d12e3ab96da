package diff

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/build"
	"graphbuild/encode"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/graphtest"
	"graphbuild/internal/shared"
)

// built returns the graph of a map and a feed.
func built(t *testing.T, path string, feed feedtest.Tables, label string) *graph.Graph {
	t.Helper()
	inputs := graphtest.Inputs(path)
	if feed != nil {
		inputs = append(inputs, build.Input{Path: feed.Folder(t), Label: label})
	}
	return graphtest.Open(t, build.Config{Inputs: inputs})
}

// lines returns what differs, one line each, and the counts.
func lines(t *testing.T, a, b *graph.Graph) ([]string, []Counts) {
	t.Helper()
	var list []string
	counts, err := Compare(context.Background(), a, b, Options{}, func(x Item) error {
		list = append(list, strings.TrimSpace(x.Kind+" "+string(x.Change)+" "+x.Object+" "+strings.Join(x.What, ",")))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, c := range counts {
		sum += c.Differing()
	}
	if sum != len(list) {
		t.Errorf("%d differ by the counts, %d told", sum, len(list))
	}
	return list, counts
}

// townMap draws a town; in its newer form, changes are planted.
func townMap(t *testing.T, newer bool) string {
	pick := func(before, after string) string {
		if newer {
			return after
		}
		return before
	}
	m := asciimap.DrawAt(t, geometry.Point{Lon: -755_500_000, Lat: 397_400_000}, 100, pick("A-B-C\n|   |\nD-E-F\n|\nG-H", "A-B-C\n|   |\nD-E-F\n\n G-H"))
	m.Way("ABC", "highway=residential", pick("name=Old Street", "name=New Street"))
	m.Way("ADG", "highway=residential")
	m.Way("CF", "highway=residential", pick("maxspeed=50", "maxspeed=30"))
	m.Way("DE", "highway=residential")
	m.Way("EF", pick("highway=residential", "building=yes"))
	m.Way("GH", pick("building=yes", "highway=service"))
	m.Way("BE", "highway=residential", pick("oneway=no", "oneway=yes"))
	m.Restriction("no_right_turn", "ABC", "C", "CF")
	m.Restriction(pick("no_right_turn", "only_right_turn"), "ADG", "D", "DE")
	if newer {
		m.Node("E", "barrier=bollard")
	}
	m.Node("F", "highway=elevator", pick("duration=00:01", "duration=00:02"), pick("level=0;1", "level=0;2"))
	return m.File()
}

func TestPlantedChanges(t *testing.T) {
	before := feedtest.Small()
	after := before.
		With("stops", strings.Replace(strings.Replace(before["stops"], "39.74,", "39.7401,", 1), "Market", "Market Square", 1)).
		With("trips", before["trips"]+"R,WK,T3\n").
		With("calendar", strings.Replace(before["calendar"], "1,1,1,1,1,0,0", "1,1,1,1,1,1,0", 1)).
		With("stop_times", strings.Replace(before["stop_times"], "T1,08:20:00,08:20:00", "T1,08:21:00,08:21:00", 1)+
			"T3,10:00:00,10:00:00,A,1\nT3,10:10:00,10:10:00,B,2\n")
	a, b := built(t, townMap(t, false), before, "bus"), built(t, townMap(t, true), after, "coach")
	got, _ := lines(t, a, b)
	want := []string{
		"streets changed way/1001 name", "streets changed way/1001 name", // of both pieces
		"streets moved way/1002 geometry",
		"streets changed way/1003 speed",
		"streets removed way/1005",
		"streets added way/1006",
		"streets changed way/1007 modes",
		"barriers added node/69", "barriers changed node/70 duration,levels",
		"restrictions changed relation/5002 kind", "restrictions changed relation/5002 kind", // from both pieces
		"stops moved bus:A position", "stops changed bus:B name",
		"trips changed bus:T1 times", "trips added bus:T3",
		"services changed bus:WK days",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if back, _ := lines(t, b, a); len(back) != len(want) {
		t.Errorf("the other way round %d differ", len(back))
	}
}

// TestTurnsOfOneRelationAreToldApart: a relation whose way runs through its via is a turn from either side.
func TestTurnsOfOneRelationAreToldApart(t *testing.T) {
	a, b := built(t, townMap(t, false), feedtest.Small(), "bus"), built(t, townMap(t, true), feedtest.Small(), "bus")
	var got []string
	if _, err := Compare(t.Context(), a, b, Options{}, func(x Item) error {
		if x.Kind == "restrictions" {
			got = append(got, x.Name)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{"only from node/65 on way/1002 to node/69 on way/1004", "only from node/71 on way/1002 to node/69 on way/1004"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestFeedChanges plants one change in each file of a feed.
func TestFeedChanges(t *testing.T) {
	before := feedtest.Small().
		With("stops", "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,zone_id,stop_timezone\nA,Harbour,39.74,-75.55,0,S,1,\nB,Market,39.749,-75.55,0,,1,\n"+
			"C,Mill,39.758,-75.55,0,,1,\nS,Station,39.74,-75.55,1,,,\nE,Door,39.7401,-75.55,2,S,,\n").
		With("pathways", "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length\nP,E,A,1,1,12\n").
		With("transfers", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\nA,B,2,120\nB,C,0,\n").
		With("feed_info", "feed_publisher_name,feed_publisher_url,feed_lang,feed_version\nHarbour,https://example.invalid/,en,1\n").
		With("stop_times", strings.ReplaceAll(strings.Replace(feedtest.Small()["stop_times"], "sequence\n", "sequence,timepoint\n", 1), "T2,09:10:00,09:10:00,B,2\n", "T2,09:10:00,09:10:00,B,2,1\n")).
		With("fare_attributes", "fare_id,price,currency_type,payment_method,transfers\nF,2.00,USD,0,0\n")
	edit := map[string][2]string{
		"agency":          {"Harbour Transit", "Harbour Lines"},
		"routes":          {"R,AG,1,3", "R,AG,1,0"},
		"stops":           {"B,Market,39.749,-75.55,0,,1,", "B,Market,39.749,-75.55,0,,2,America/Chicago"},
		"pathways":        {",12", ",14"},
		"transfers":       {"B,C,0,", "C,B,0,"},
		"feed_info":       {"en,1", "en,2"},
		"stop_times":      {"T2,09:10:00,09:10:00,B,2,1", "T2,09:10:00,09:10:00,B,2,0"},
		"fare_attributes": {"2.00", "2.50"},
	}
	after := before
	for name, x := range edit {
		after = after.With(name, strings.Replace(before[name], x[0], x[1], 1))
	}
	a, b := built(t, townMap(t, false), before, "bus"), built(t, townMap(t, false), after, "bus")
	got, _ := lines(t, a, b)
	want := []string{
		"stops changed bus:B zone,time zone",
		"routes changed bus:R type",
		"trips changed bus:T2 timepoints",
		"transfers removed bus:B to bus:C", "transfers added bus:C to bus:B",
		"pathways changed bus:P length,time",
		"agencies changed bus:AG name",
		"feeds changed bus version",
		"files changed bus:fare_attributes.txt values",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestFlexChanges: zones and trips on demand.
func TestFlexChanges(t *testing.T) {
	zone := func(east string) string {
		return `{"type":"FeatureCollection","features":[{"id":"Z","type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[-76,39],[` +
			east + `,39],[` + east + `,40],[-76,40],[-76,39]]]}}]}`
	}
	calls := "trip_id,arrival_time,departure_time,stop_id,stop_sequence,location_id,start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_type,drop_off_type\n" +
		"T1,08:00:00,08:00:00,A,1,,,,,\nT1,08:10:00,08:10:00,B,2,,,,,\nT2,,,,1,Z,09:00:00,17:00:00,2,1\nT2,,,,2,Z,09:00:00,17:00:00,1,2\n"
	before := feedtest.Small().With("locations.geojson", zone("-75")).With("stop_times", calls)
	after := before.With("locations.geojson", zone("-75.5")).With("stop_times", strings.ReplaceAll(calls, "17:00:00", "18:00:00"))
	got, _ := lines(t, built(t, townMap(t, false), before, "bus"), built(t, townMap(t, false), after, "bus"))
	want := []string{"areas moved bus:Z geometry", "trips on demand changed bus:T2 calls"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestEqual(t *testing.T) {
	a, b := built(t, townMap(t, false), feedtest.Small(), "bus"), built(t, townMap(t, false), feedtest.Small(), "bus")
	got, counts := lines(t, a, b)
	if len(got) != 0 || counts[0].Equal == 0 || counts[3].Equal != 3 || counts[5].Equal != 2 {
		t.Errorf("%q; %+v", got, counts)
	}
}

// TestParts: the answer does not depend on how many rows are compared at a time, but for its order.
func TestParts(t *testing.T) {
	a, b := built(t, townMap(t, false), nil, ""), built(t, townMap(t, true), feedtest.Small(), "bus")
	want, counts := lines(t, a, b)
	var got []string
	c := comparison{ctx: context.Background(), partRows: 2, each: func(x Item) error {
		got = append(got, strings.TrimSpace(x.Kind+" "+string(x.Change)+" "+x.Object+" "+strings.Join(x.What, ",")))
		return nil
	}}
	c.a, c.b = sidesOf(a, b)
	again, err := c.run()
	slices.Sort(want)
	slices.Sort(got)
	if err != nil || !cmp.Equal(want, got) || !cmp.Equal(counts, again) {
		t.Errorf("%v %v", err, cmp.Diff(want, got))
	}
}

// TestLean: without ids, streets are known by where they are.
func TestLean(t *testing.T) {
	full := built(t, townMap(t, false), feedtest.Small(), "bus")
	lean := edited(t, full, graph.WriteOptions{Lean: true}, func(*graph.Tables) {})
	if got, _ := lines(t, full, lean); len(got) != 0 {
		t.Errorf("%q", got)
	}
	other := edited(t, lean, graph.WriteOptions{}, func(x *graph.Tables) { x.Ways.Name = encode.StringsOf(make([]string, x.Ways.Name.Len())) })
	if got, _ := lines(t, lean, other); !slices.Equal(got, []string{"streets changed  name", "streets changed  name"}) {
		t.Errorf("%q", got)
	}
}

// edited writes the tables of a graph again after a change.
func edited(t *testing.T, g *graph.Graph, o graph.WriteOptions, change func(*graph.Tables)) *graph.Graph {
	t.Helper()
	tables := g.Unpack()
	change(tables)
	var file bytes.Buffer
	if _, err := graph.Write(&file, tables, o); err != nil {
		t.Fatal(err)
	}
	out, err := graph.Load(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestDelaware plants ten changes in a state and finds these alone.
func TestDelaware(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a state")
	}
	a := built(t, shared.Path(t, "data/osm/delaware.osm.pbf"), feedtest.Small(), "bus")
	var want []string
	b := edited(t, a, graph.WriteOptions{}, func(x *graph.Tables) { want = plant(a, x) })
	got, counts := lines(t, a, b)
	if d := cmp.Diff(want, got, sorted); d != "" || len(want) != 10 {
		t.Error(d)
	}
	if n := counts[0].Equal; n != a.NumPairs()-5 {
		t.Errorf("%d of %d streets are equal", n, a.NumPairs())
	}
}

var sorted = cmp.Transformer("sorted", func(s []string) []string { return slices.Sorted(slices.Values(s)) })

// plant changes ten things and returns how they should be told.
func plant(g *graph.Graph, x *graph.Tables) []string {
	way := func(p int) string { return object("way", x.Ways.ID.At(int(x.Pairs.Way.At(p)))) }
	names := texts(&x.Ways.Name)
	renamed := single(x, 1000) // of ways with one piece
	names[x.Pairs.Way.At(renamed)] += " North"
	x.Ways.Name = encode.StringsOf(names)
	faster := *g.FactsAt(x.Pairs.Facts[20000])
	faster.Speed[0] += 1000
	x.Facts = append(slices.Clone(x.Facts), faster)
	x.Pairs.Facts[20000] = graph.FactsID(len(x.Facts) - 1)
	bent := slices.IndexFunc(x.Pairs.InnerStart, func(n uint32) bool { return n > 5000 }) - 1
	x.Pairs.Inner[x.Pairs.InnerStart[bent]].Lat += 50
	turned := 40001
	x.Pairs.Reversed[turned] = !x.Pairs.Reversed[turned]
	longer := 60002
	x.Pairs.LengthDM[longer]++
	relation := x.Restrictions.Relation.Slice()
	kinds := x.Restrictions.Kind.Slice()
	kinds[3] ^= 1
	x.Restrictions.Kind = encode.ColOf(kinds)
	pass := x.Access.Pass.Slice()
	pass[7] ^= 1
	x.Access.Pass = encode.ColOf(pass)
	lat := x.Stops.Lat.Slice()
	lat[1] += 1000
	x.Stops.Lat = encode.ColOf(lat)
	start := x.Trips.StartS.Slice()
	start[1] += 60
	x.Trips.StartS = encode.ColOf(start)
	x.Services.Days = encode.List[uint64]{}
	x.Services.Days.Append(0b11111)
	return []string{
		"streets changed " + way(renamed) + " name", "streets changed " + way(20000) + " speed", "streets moved " + way(bent) + " geometry",
		"streets changed " + way(turned) + " drawing direction", "streets moved " + way(longer) + " length",
		"restrictions changed " + object("relation", relation[3]) + " kind",
		"barriers changed " + object("node", g.Vertex(x.Access.Vertex.At(7)).OSMNodeID()) + " modes",
		"stops moved bus:B position", "trips changed bus:T2 times", "services changed bus:WK days",
	}
}

// single returns the first pair from p on whose way has no other.
func single(x *graph.Tables, p int) int {
	count := map[graph.WayID]int{}
	for _, w := range x.Pairs.Way.Slice() {
		count[w]++
	}
	for count[x.Pairs.Way.At(p)] != 1 {
		p++
	}
	return p
}

func texts(c *encode.Strings) []string {
	list := make([]string, c.Len())
	for i := range list {
		list[i] = c.At(i)
	}
	return list
}

// TestDamaged: a damaged file is an error or gives another answer, and never a panic.
func TestDamaged(t *testing.T) {
	a := built(t, townMap(t, true), feedtest.Small(), "bus")
	data := fileOf(t, a)
	for at := 32; at < len(data); at += 3 {
		bad := bytes.Clone(data)
		bad[at] ^= byte(1 + at%255)
		g, err := graph.Load(bad)
		if err != nil {
			continue
		}
		for range 2 {
			if _, err := Compare(context.Background(), a, g, Options{}, func(Item) error { return nil }); err != nil {
				t.Fatal(err)
			}
			a, g = g, a
		}
	}
}

// fileOf returns the bytes of a graph.
func fileOf(t *testing.T, g *graph.Graph) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := graph.Write(&file, g.Unpack(), graph.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestCompareEnds: a context that is done ends it, also in the midst of the rows of a part, and its cause is the error.
func TestCompareEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	cancel(stop)
	g := built(t, townMap(t, false), nil, "")
	if _, err := Compare(ctx, g, g, Options{}, func(Item) error { return nil }); !errors.Is(err, stop) {
		t.Errorf("got %v, want %v", err, stop)
	}
	c := comparison{ctx: ctx}
	endless := &kind{rows: func(_ *side, _ part, yield func(row) bool) {
		for yield(row{}) {
		}
	}}
	if n := len(c.rowsOf(nil, endless, nil, part{})); n != rowsBetweenLooks {
		t.Errorf("%d rows", n)
	}
}
