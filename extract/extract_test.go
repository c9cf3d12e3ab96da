package extract

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"graphbuild/build"
	"graphbuild/diff"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/graphtest"
	"graphbuild/internal/shared"
	"graphbuild/osm/tags"
	"graphbuild/route"
)

// built builds a graph and returns its bytes.
func built(t *testing.T, c build.Config, inputs ...string) []byte {
	t.Helper()
	c.Inputs = graphtest.Inputs(inputs...)
	data, err := os.ReadFile(graphtest.File(t, c))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func loaded(t *testing.T, data []byte) *graph.Graph {
	t.Helper()
	g, err := graph.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// extracted returns the bytes of an extract.
func extracted(t *testing.T, g *graph.Graph, a Area) []byte {
	t.Helper()
	tables, err := Tables(g, a, Options{Config: "test", Contract: route.NewHierarchy})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := graph.Write(&file, tables, graph.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// inputs are graphs with all that a graph can hold.
func inputs(t *testing.T) map[string][]byte {
	root := shared.Root(t)
	town := filepath.Join(root, "cmd", "graphbuild", "testdata", "inputs")
	profile, err := tags.ParseProfile("test", []byte("attributes: [surface, width, lanes]\n"))
	if err != nil {
		t.Fatal(err)
	}
	list := map[string][]byte{
		"town": built(t, build.Config{CH: []facts.Mode{facts.Car}, Contract: route.NewHierarchy}, filepath.Join(town, "town.osm"), filepath.Join(town, "feed")),
		"lean": built(t, build.Config{Lean: true}, filepath.Join(town, "town.osm"), filepath.Join(town, "feed")),
		"feeds": built(t, build.Config{}, shared.Path(t, "data/gtfs/aspen-flex-on-demand"), shared.Path(t, "data/gtfs/google-sample-feed-1.zip"),
			shared.Path(t, "data/gtfs/detroit-people-mover-dtc")),
	}
	if !testing.Short() {
		list["delft"] = built(t, build.Config{Profile: profile}, shared.Path(t, "data/osm/delft-station.osm.pbf"))
		list["newport"] = built(t, build.Config{}, shared.Path(t, "data/osm/newport-wales-2023-06-13.osm.pbf"), shared.Path(t, "data/gtfs/newport-wales-20230613.zip"))
	}
	return list
}

var world = geometry.Box{W: -180e7, S: -90e7, E: 180e7, N: 90e7}

// TestWhole: the extract of everything is the graph, byte by byte.
func TestWhole(t *testing.T) {
	for name, data := range inputs(t) {
		if got := extracted(t, loaded(t, data), Box(world)); !bytes.Equal(got, data) {
			t.Errorf("%s: %d bytes differ from the %d of the graph", name, len(got), len(data))
		}
	}
}

// TestParts: parts are sound, hold what touches them, unchanged, and are their own extract.
func TestParts(t *testing.T) {
	for name, data := range inputs(t) {
		g := loaded(t, data)
		b := g.Meta().Bounds
		for i := range 3 {
			w, s := b[0]+(b[2]-b[0])*float64(i)/5, b[1]+(b[3]-b[1])*float64(i)/6
			a := Box(box(t, w, s, w+(b[2]-b[0])/2, s+(b[3]-b[1])/2))
			t.Run(fmt.Sprintf("%s %d", name, i), func(t *testing.T) { checkPart(t, g, a) })
		}
	}
}

func box(t *testing.T, w, s, e, n float64) geometry.Box {
	t.Helper()
	sw, err := geometry.FromDegrees(w, s)
	if err != nil {
		t.Fatal(err)
	}
	ne, err := geometry.FromDegrees(e, n)
	if err != nil {
		t.Fatal(err)
	}
	return geometry.Box{W: sw.Lon, S: sw.Lat, E: ne.Lon, N: ne.Lat}
}

func checkPart(t *testing.T, g *graph.Graph, a Area) {
	data := extracted(t, g, a)
	part := loaded(t, data)
	if err := part.Verify(func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	pairs, restrictions := 0, 0
	for p := range g.EdgePairs() {
		if a.Touches(p.Line) {
			pairs++
		}
	}
	for i := range g.NumRestrictions() {
		if r := g.Restriction(graph.RestrictionID(i)); touchesAll(g, a, append(r.Via, r.From, r.To)) {
			restrictions++
		}
	}
	if part.NumPairs() != pairs || part.NumRestrictions() != restrictions {
		t.Errorf("%d pairs and %d turn restrictions, want %d and %d", part.NumPairs(), part.NumRestrictions(), pairs, restrictions)
	}
	if want := callingTrips(g, a); len(want) > 0 && part.NumTrips() < len(want) {
		t.Errorf("%d trips, %d call there", part.NumTrips(), len(want))
	}
	if !bytes.Equal(extracted(t, part, a), data) {
		t.Error("the extract of the extract is another")
	}
	onlyLess(t, g, part)
}

func touchesAll(g *graph.Graph, a Area, edges []graph.EdgeID) bool {
	return !slices.ContainsFunc(edges, func(e graph.EdgeID) bool { return !a.Touches(g.Edge(e).AppendGeometry(nil)) })
}

// callingTrips returns the trips with a stop in an area.
func callingTrips(g *graph.Graph, a Area) []graph.TripID {
	var list []graph.TripID
	for i := range graph.TripID(g.NumTrips()) {
		if slices.ContainsFunc(g.Trip(i).StopTimes(), func(c graph.StopTime) bool { return a.Contains(g.Stop(c.Stop).Point()) }) {
			list = append(list, i)
		}
	}
	return list
}

// onlyLess checks that an extract has nothing that the graph has not, or has otherwise.
func onlyLess(t *testing.T, g, part *graph.Graph) {
	t.Helper()
	_, err := diff.Compare(context.Background(), g, part, diff.Options{}, func(x diff.Item) error {
		linked := x.Kind == "stops" && slices.Equal(x.What, []string{"linked"})
		if x.Change != diff.Removed && !linked {
			t.Errorf("%s %s %s %v", x.Kind, x.Change, x.Object, x.What)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestKnowsAllTables: a table that is new must be cut too. Add it here with the lines that cut it.
func TestKnowsAllTables(t *testing.T) {
	known := strings.Fields(`Meta Vertices Access Pairs Facts Ways Conditions Restrictions Components Attributes Elevation Hierarchies
		StreetAreas Elevators Feeds Agencies Levels Stops Routes Patterns Profiles Trips Services Frequencies Transfers Pathways Shapes
		Links WalkTransfers Continuations Calls CallTexts Areas FlexTrips FlexCalls RawTables RawColumns RawCells Issues`)
	tables := reflect.TypeFor[graph.Tables]()
	for i := range tables.NumField() {
		if f := tables.Field(i); f.IsExported() && !slices.Contains(known, f.Name) {
			t.Errorf("%s is not cut", f.Name)
		}
	}
}

func TestReadPolygon(t *testing.T) {
	square := `[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[2,1],[2,2],[1,2],[1,1]]]`
	far := `[[[10,0],[11,0],[11,1],[10,0]]]`
	for _, text := range []string{
		`{"type":"Polygon","coordinates":` + square + `}`,
		`{"type":"MultiPolygon","coordinates":[` + far + `,` + square + `]}`,
		`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1},"geometry":{"type":"Polygon","coordinates":` + square + `}}]}`,
		// Where two overlap there is area too.
		`{"type":"MultiPolygon","coordinates":[` + square + `,[[[2.5,0],[4,0],[4,4],[2.5,4],[2.5,0]]]]}`,
		`{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":` + square + `}]}`,
	} {
		a, err := ReadPolygon(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for _, c := range []struct {
			lon, lat float64
			in       bool
		}{{3, 3, true}, {0.5, 1.5, true}, {1.5, 1.5, false}, {5, 3, false}, {-1, -1, false},
			{0, 3, true}, {4, 3, true}, {3, 0, true}, {3, 4, true}, {4, 0, true}, {0, 4, true}, {1, 1.5, true}, {2, 2, true}, {4, 4.0000001, false}} {
			if p := point(t, c.lon, c.lat); a.Contains(p) != c.in {
				t.Errorf("%s: contains %v,%v is %v", text, c.lon, c.lat, !c.in)
			}
		}
		if !a.Touches([]geometry.Point{point(t, -1, 3), point(t, 5, 3)}) || a.Touches([]geometry.Point{point(t, -1, 5), point(t, 5, 5)}) {
			t.Errorf("%s: lines across and beside", text)
		}
	}
	for _, text := range []string{
		`{`, `[]`, `{"type":"Point","coordinates":[1,2]}`, `{"type":"FeatureCollection","features":[]}`,
		`{"type":"Polygon","coordinates":[[[0,0],[1,1],[0,0]]]}`, `{"type":"Polygon","coordinates":[[[0,0],[1000,1],[0,1],[0,0]]]}`,
		`{"type":"Polygon","coordinates":[[[0],[1],[2]]]}`, `{"type":"Polygon","coordinates":7}`,
	} {
		if _, err := ReadPolygon(strings.NewReader(text)); err == nil || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: %v, expected an error in words of JSON", text, err)
		}
	}
}

func point(t *testing.T, lon, lat float64) geometry.Point {
	t.Helper()
	p, err := geometry.FromDegrees(lon, lat)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAcrossTheAntimeridian: a box may lie on both sides of it.
func TestAcrossTheAntimeridian(t *testing.T) {
	a := Box(box(t, 170, -20, -170, -10))
	if !a.Contains(point(t, 175, -15)) || !a.Contains(point(t, -175, -15)) || a.Contains(point(t, 0, -15)) {
		t.Error("contains")
	}
	if !a.Touches([]geometry.Point{point(t, 169, -25), point(t, 178, -5)}) {
		t.Error("a line across")
	}
}

// TestDamaged: a damaged file is an error or gives another answer, and never a panic.
func TestDamaged(t *testing.T) {
	folder := filepath.Join(shared.Root(t), "cmd", "graphbuild", "testdata", "inputs")
	data := built(t, build.Config{}, filepath.Join(folder, "town.osm"), filepath.Join(folder, "feed"))
	for at := 32; at < len(data); at += 29 {
		bad := bytes.Clone(data)
		bad[at] ^= byte(1 + at%255)
		g, err := graph.Load(bad)
		if err != nil {
			continue
		}
		tables, err := Tables(g, Box(box(t, 7.9, 49.9, 8.005, 50.001)), Options{})
		if err == nil {
			_, _ = graph.Write(io.Discard, tables, graph.WriteOptions{})
		}
	}
}
