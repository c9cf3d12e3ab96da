package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"graphbuild/build"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// town builds the small map of the tests of the command line.
func town(t *testing.T) string {
	t.Helper()
	inputs := filepath.Join("..", "cmd", "graphbuild", "testdata", "inputs")
	path := filepath.Join(t.TempDir(), "town.graph")
	_, err := build.Run(context.Background(), build.Config{Output: path, Inputs: []build.Input{
		{Path: filepath.Join(inputs, "town.osm")}, {Path: filepath.Join(inputs, "feed"), Label: "town"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// readRows returns the rows of a layer and its metadata.
func readRows[T any](t *testing.T, path, layer string) ([]T, *parquet.File) {
	t.Helper()
	var out bytes.Buffer
	if err := run([]string{"-layer", layer, path}, &out); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.Read[T](bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return rows, f
}

func TestLayers(t *testing.T) {
	path := town(t)
	g, err := graph.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	edges, f := readRows[edgeRow](t, path, "edges")
	if geo, ok := f.Lookup("geo"); !ok || len(geo) == 0 {
		t.Error("no metadata of the geometry")
	}
	if notice, _ := f.Lookup("attribution"); notice != graph.OSMAttribution {
		t.Errorf("attribution %q", notice)
	}
	if len(edges) != g.NumPairs() {
		t.Fatalf("%d edges, want %d", len(edges), g.NumPairs())
	}
	for i, row := range edges {
		e := g.Edge(graph.EdgeID(2 * i))
		if row.Name != e.Name() || row.LengthM != e.LengthM() || !bytes.Equal(row.Geometry, appendLine(nil, e.AppendGeometry(nil))) {
			t.Errorf("pair %d: %+v", i, row)
		}
	}
	if rows, _ := readRows[vertexRow](t, path, "vertices"); len(rows) != g.NumStreetVertices() {
		t.Errorf("%d vertices, want %d", len(rows), g.NumStreetVertices())
	}
	if rows, _ := readRows[stopRow](t, path, "stops"); len(rows) != g.NumStops() {
		t.Errorf("%d stops, want %d", len(rows), g.NumStops())
	}
	if rows, _ := readRows[tripRow](t, path, "trips"); len(rows) != g.NumTrips() {
		t.Errorf("%d trips, want %d", len(rows), g.NumTrips())
	}
}

// TestPoint compares all bytes of a point.
func TestPoint(t *testing.T) {
	want := []byte{1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0}
	if got := appendPoint(nil, geometry.Point{Lon: 1e7, Lat: -2e7}); !bytes.Equal(got, want) {
		t.Errorf("% x", got)
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"-layer", "roads", "x.graph"}, {filepath.Join(os.TempDir(), "no such file")}} {
		if err := run(args, io.Discard); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
