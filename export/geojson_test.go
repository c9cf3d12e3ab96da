package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
)

type feature struct {
	Type        string
	ID          string
	Attribution string
	Properties  map[string]any
	Geometry    struct {
		Type        string
		Coordinates json.RawMessage
	}
}

// TestGeoJSON: the document says what the handles say, and the lines say what the document says.
func TestGeoJSON(t *testing.T) {
	g := town(t)
	var doc struct {
		Type, Attribution string
		Features          []feature
	}
	all := []Layer{Edges, Vertices, Stops}
	if err := json.Unmarshal(exported(t, g, Options{Format: GeoJSON, Layers: all}), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Type != "FeatureCollection" || doc.Attribution != graph.OSMAttribution {
		t.Errorf("type %q, attribution %q", doc.Type, doc.Attribution)
	}
	if want := g.NumPairs() + g.NumVertices(); len(doc.Features) != want {
		t.Fatalf("%d features, want %d", len(doc.Features), want)
	}
	for i := range g.NumPairs() {
		checkFeature(t, g.Edge(graph.EdgeID(2*i)), doc.Features[i])
	}
	var lines []feature
	for decoder := json.NewDecoder(bytes.NewReader(exported(t, g, Options{Format: GeoJSONLines, Layers: all}))); decoder.More(); {
		var f feature
		if err := decoder.Decode(&f); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, f)
	}
	doc.Features[0].Attribution = graph.OSMAttribution
	if diff := cmp.Diff(doc.Features, lines); diff != "" {
		t.Errorf("lines differ from the document:\n%s", diff)
	}
}

func checkFeature(t *testing.T, e graph.Edge, f feature) {
	t.Helper()
	var line [][2]float64
	if err := json.Unmarshal(f.Geometry.Coordinates, &line); err != nil || f.Geometry.Type != "LineString" {
		t.Fatalf("%s: %s, %v", f.ID, f.Geometry.Type, err)
	}
	var points []geometry.Point
	for _, c := range line {
		points = append(points, geometry.Point{Lon: int32(math.Round(c[0] * 1e7)), Lat: int32(math.Round(c[1] * 1e7))})
	}
	if diff := cmp.Diff(e.AppendGeometry(nil), points); diff != "" {
		t.Errorf("%s: geometry:\n%s", f.ID, diff)
	}
	way, _ := e.OSMWayID()
	name, _ := f.Properties["name"].(string)
	if f.Properties["way_id"] != float64(way) || name != e.Name() || f.Properties["length_m"] != e.LengthM() ||
		f.Properties["modes"] != modesText(e.Modes()) || f.Properties["modes_backward"] != modesText(e.Reverse().Modes()) {
		t.Errorf("%s: %v differs from way %d %q %g m %s", f.ID, f.Properties, way, e.Name(), e.LengthM(), modesText(e.Modes()))
	}
}

// TestCSV: each table has a row for each object and as many fields as its header.
func TestCSV(t *testing.T) {
	g := town(t)
	for layer, want := range map[Layer]int{Edges: g.NumPairs(), Vertices: g.NumStreetVertices(), Stops: g.NumStops(), Trips: g.NumTrips()} {
		rows, err := csv.NewReader(bytes.NewReader(exported(t, g, Options{Format: CSV, Layers: []Layer{layer}}))).ReadAll()
		if err != nil {
			t.Errorf("%s: %v", layer, err)
		}
		if len(rows) != want+1 || want == 0 {
			t.Errorf("%s: %d rows, want a header and %d", layer, len(rows), want)
		}
	}
	if Notice(g, CSV) != graph.OSMAttribution || Notice(g, GeoJSON) != "" {
		t.Errorf("notices: %q for CSV, %q for GeoJSON", Notice(g, CSV), Notice(g, GeoJSON))
	}
}

// TestLimitedAccess: the formats for maps say whose access is limited, and why, in which direction.
func TestLimitedAccess(t *testing.T) {
	m := asciimap.Draw(t, 100, `A--B--C`)
	m.Way("AB", "highway=residential", "motor_vehicle=destination")
	m.Way("BC", "highway=service", "access:forward=private")
	g := built(t, graphtest.Inputs(m.File())...)
	var doc struct{ Features []feature }
	if err := json.Unmarshal(exported(t, g, Options{Format: GeoJSON, Layers: []Layer{Edges}}), &doc); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(exported(t, g, Options{Format: CSV, Layers: []Layer{Edges}}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range doc.Features {
		along, against := "car=destination", "car=destination"
		if f.Properties["class"] == "service" {
			along, against = "walk=private bike=private car=private", ""
		}
		if e := g.Edge(graph.EdgeID(2 * i)); !e.Modes().Has(facts.Car) || e.Facts().Limited[facts.Forward][facts.Car] == facts.Unlimited {
			along, against = against, along // the pair lies the other way round
		}
		got := [2]string{text(f.Properties["restricted_access"]), text(f.Properties["restricted_access_backward"])}
		if want := [2]string{along, against}; got != want {
			t.Errorf("pair %d: %q, want %q", i, got, want)
		}
		for k, name := range []string{"restricted_access", "restricted_access_backward"} {
			if column := slices.Index(rows[0], name); rows[i+1][column] != got[k] {
				t.Errorf("row %d: %s is %q, want %q", i+1, name, rows[i+1][column], got[k])
			}
		}
	}
}

// text returns a property, empty where it is missing.
func text(property any) string {
	s, _ := property.(string)
	return s
}
