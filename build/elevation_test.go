package build

import (
	"bytes"
	"compress/gzip"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"graphbuild/graph"
)

// saveTile writes a tile that rises by a metre a column, from west to east: 1200 m a degree.
func saveTile(t *testing.T, folder, name string, extraM int) {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for range 1201 {
		row := make([]byte, 0, 2*1201)
		for column := range 1201 {
			row = append(row, byte((column+extraM)>>8), byte(column+extraM))
		}
		w.Write(row)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".hgt.gz"), b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// hillMap has a street that rises, a bridge of two pairs over a valley that the tile does not show, and one beyond the tile.
func hillMap() *osmDoc {
	d := &osmDoc{}
	d.nodeAt(1, 8.1, 47.5).nodeAt(2, 8.2, 47.5).nodeAt(3, 8.3, 47.5).nodeAt(4, 8.4, 47.5).nodeAt(5, 8.3, 47.6)
	d.nodeAt(6, 7.5, 47.5).nodeAt(7, 7.6, 47.5)
	d.way(10, []int64{1, 2}, "highway=residential")
	d.way(11, []int64{2, 3, 4}, "highway=residential", "bridge=yes")
	d.way(12, []int64{3, 5}, "highway=residential", "bridge=yes")
	d.way(13, []int64{4, 1}, "highway=residential")
	d.way(14, []int64{6, 7}, "highway=residential")
	return d
}

// climbsOf lists up and down by way and pair.
func climbsOf(t *testing.T, path string) map[int64][][2]float64 {
	t.Helper()
	g, err := graph.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	out := map[int64][][2]float64{}
	for e := range g.Edges() {
		id, _ := e.OSMWayID()
		if up, down, ok := e.Climb(); ok && e.AlongWay() {
			out[id] = append(out[id], [2]float64{up, down})
		}
	}
	for p := range graph.Check(g) {
		t.Error(p)
	}
	return out
}

func TestElevation(t *testing.T) {
	folder := t.TempDir()
	saveTile(t, folder, "N47E008", 0)
	c := Config{Inputs: inputsOf(hillMap().save(t, "hill.osm")), Elevation: folder, Output: filepath.Join(t.TempDir(), "a.graph")}
	result, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	got := climbsOf(t, c.Output)
	for way, want := range map[int64][2]float64{10: {120, 0}, 11: {120, 0}, 12: {0, 0}, 13: {0, 360}} {
		if len(got[way]) == 0 {
			t.Errorf("way %d: nothing is known", way)
		}
		for _, x := range got[way] {
			if math.Abs(x[0]-want[0]) > 0.3 || math.Abs(x[1]-want[1]) > 0.3 {
				t.Errorf("way %d: %v, want %v", way, x, want)
			}
		}
	}
	if x, ok := got[14]; ok {
		t.Errorf("way 14 lies in no tile, but climbs %v", x)
	}
	if counts := result.Meta.IssueCounts["elevation_tile_missing"]; counts != 1 {
		t.Errorf("%d issues for a missing tile", counts)
	}
	if d := result.Meta.Config["elevation"]; !strings.HasPrefix(d, "N47E007:missing N47E008:") {
		t.Errorf("config %q", d)
	}
}

// TestLongBridgesRiseEvenly has a bridge of 600 m up in 400 pairs, cut at bollards, which all rise by the same.
func TestLongBridgesRiseEvenly(t *testing.T) {
	const pairs = 400
	folder, doc := t.TempDir(), &osmDoc{}
	saveTile(t, folder, "N47E008", 0)
	var nodes []int64
	for i := range int64(pairs + 1) {
		doc.nodeAt(1+i, 8.1+0.5*float64(i)/pairs, 47.5, "barrier=bollard")
		nodes = append(nodes, 1+i)
	}
	doc.nodeAt(1001, 8.09, 47.5).nodeAt(1002, 8.61, 47.5)
	doc.way(10, nodes, road, "bridge=yes").way(11, []int64{1001, 1}, road).way(12, []int64{pairs + 1, 1002}, road)
	got := climbsOf(t, buildFile(t, Config{Inputs: inputsOf(doc.save(t, "a.osm")), Elevation: folder}))
	if len(got[10]) != pairs {
		t.Fatalf("%d pairs, want %d", len(got[10]), pairs)
	}
	for _, x := range got[10] {
		if x != [2]float64{1.5, 0} {
			t.Fatalf("a pair climbs %v, want 1.5 m", x)
		}
	}
}

func TestElevationChanges(t *testing.T) {
	folder := t.TempDir()
	saveTile(t, folder, "N47E008", 0)
	c := Config{Inputs: inputsOf(hillMap().save(t, "hill.osm")), Elevation: folder, Output: filepath.Join(t.TempDir(), "a.graph"), IfChanged: true}
	run := func(what string, unchanged bool) {
		t.Helper()
		result, err := Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if result.Unchanged != unchanged {
			t.Errorf("%s: unchanged %v, want %v", what, result.Unchanged, unchanged)
		}
	}
	run("first", false)
	run("again", true)
	saveTile(t, folder, "N10E010", 0)
	run("another tile that no street needs", true)
	saveTile(t, folder, "N47E008", 1)
	run("a changed tile", false)
	run("again", true)
	saveTile(t, folder, "N47E007", 0)
	run("the missing tile has come", false)
	c.Elevation = ""
	run("without elevation", false)
	if got := climbsOf(t, c.Output); len(got) != 0 {
		t.Errorf("without elevation: %v", got)
	}
	runFails(t, Config{Inputs: c.Inputs, Output: c.Output, Elevation: t.TempDir()}, "no tile such as")
}

// TestElevationAnyWorkers: the same bytes whatever the number of workers.
func TestElevationAnyWorkers(t *testing.T) {
	folder := t.TempDir()
	saveTile(t, folder, "N47E008", 0)
	path := hillMap().save(t, "hill.osm")
	one := buildBytes(t, Config{Inputs: inputsOf(path), Elevation: folder, Jobs: 1})
	four := buildBytes(t, Config{Inputs: inputsOf(path), Elevation: folder, Jobs: 4})
	if !slices.Equal(one, four) {
		t.Error("1 and 4 workers give other bytes")
	}
}
