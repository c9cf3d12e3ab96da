package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/shared"
	"graphbuild/report"
)

// buildBytes builds and returns the bytes of the file.
func buildBytes(t *testing.T, c Config) []byte {
	t.Helper()
	c.Output = filepath.Join(t.TempDir(), "out.graph")
	if _, err := Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(c.Output)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestSameInputsSameBytes builds with 1 and 4 workers, other orders and a bound of memory.
func TestSameInputsSameBytes(t *testing.T) {
	a, b := shared.Path(t, "data/osm/monaco-planetiler.osm.pbf"), shared.Path(t, "data/osm/felton-california.osm.pbf")
	c, d := shared.Path(t, "data/gtfs/r5-fake-agency"), shared.Path(t, "data/gtfs/beatty-sample-feed")
	want := buildBytes(t, Config{Inputs: inputsOf(a, b, c, d), Jobs: 1})
	for name, config := range map[string]Config{
		"4 workers":         {Inputs: inputsOf(a, b, c, d), Jobs: 4},
		"other order":       {Inputs: inputsOf(d, b, c, a), Jobs: 2},
		"a bound of memory": {Inputs: inputsOf(a, b, c, d), Jobs: 3, MemoryBytes: 1 << 30},
	} {
		if got := buildBytes(t, config); !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes differ from %d", name, len(got), len(want))
		}
	}
}

// TestSameMapInAnyForm builds one map from files that hold it in other forms and orders.
func TestSameMapInAnyForm(t *testing.T) {
	want := mapOf(t, shared.Path(t, "data/osm/locarno.osm.pbf"))
	for _, form := range []string{
		"blob-lz4.osm.pbf", "blob-zstd.osm.pbf", "blob-none.osm.pbf", "bom.osm", "every-object-twice.osm.pbf",
		"file-appended-to-itself.osm.pbf", "header-absent.osm.pbf", "history-flag.osh.pbf", "locations-on-ways.osm.pbf",
		"nometa.osm.pbf", "nondense.osm.pbf", "shuffled.osm.pbf", "types-reversed.osm.pbf", "lat-lon-offset.osm.pbf",
	} {
		got := mapOf(t, shared.Path(t, "data/odd/derived/locarno-"+form))
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", form, diff)
		}
	}
}

// mapOf lists streets and turn restrictions.
func mapOf(t *testing.T, path string) []string {
	tables, _ := tablesFrom(t, Config{Inputs: inputsOf(path)})
	return append(streetsOf(tables), restrictionsOf(tables)...)
}

// TestDelaware compares with counts that independent tools made of the same file: 52,585 ways with a highway tag; cut at
// shared nodes, those make 87,312 vertices, 209,343 directed edges and 17,605 km.
func TestDelaware(t *testing.T) {
	tables, issues := tablesFrom(t, Config{Inputs: inputsOf(shared.Path(t, "data/osm/delaware.osm.pbf"))})
	lengthDM := 0
	for _, dm := range tables.Pairs.LengthDM {
		lengthDM += int(dm)
	}
	for what, test := range map[string]struct{ got, low, high int }{
		// 52,585 less those under construction, proposed and the like, and with 5 ferries.
		"ways": {tables.Ways.ID.Len(), 52_400, 52_590},
		// More than 87,312: rings are cut once inside so that no edge is a loop, and barriers are vertices.
		"vertices": {len(tables.Vertices.Point), 87_312, 88_200},
		// A pair stands for both directions, closed ones too; the 209,343 edges do not count those.
		"pairs":        {len(tables.Pairs.From), 112_000, 117_000},
		"kilometres":   {lengthDM / 10_000, 17_590, 17_640}, // with 17 across areas
		"restrictions": {tables.Restrictions.From.Len(), 480, 543},
		"issues":       {len(issuesOf(issues)), 1, 200},
	} {
		if test.got < test.low || test.got > test.high {
			t.Errorf("%d %s, want %d to %d", test.got, what, test.low, test.high)
		}
	}
	checkNoLoops(t, tables)
}

func checkNoLoops(t *testing.T, tables *graph.Tables) {
	t.Helper()
	for pair, from := range tables.Pairs.From {
		if from >= tables.Pairs.To[pair] {
			t.Fatalf("pair %d runs from %d to %d", pair, from, tables.Pairs.To[pair])
		}
	}
}

func TestBuiltFileOpensAndNamesItsInputs(t *testing.T) {
	doc := line(3).way(100, []int64{1, 2, 3}, road, "name=Main Street")
	output := filepath.Join(t.TempDir(), "out.graph")
	result, err := Run(t.Context(), Config{Inputs: inputsOf(doc.save(t, "a.osm")), Output: output, Builder: "test 1"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.Open(output)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	edges := g.EdgesOfWay(100)
	if len(edges) != 2 || edges[0].Name() != "Main Street" {
		t.Errorf("way 100 has edges %v", edges)
	}
	if diff := gocmp.Diff(result.Meta, g.Meta()); diff != "" {
		t.Error(diff)
	}
	if m := g.Meta(); m.Builder != "test 1" || len(m.Inputs) != 1 || m.Inputs[0].Name != "a.osm" || len(m.Inputs[0].SHA256) != 64 {
		t.Errorf("meta %+v", m)
	}
}

// TestFeedAlone builds a timetable without streets, and beside a file without any.
func TestFeedAlone(t *testing.T) {
	feed := saveFeed(t, "A,0,0", "B,100,0")
	noStreets := line(2).way(100, []int64{1, 2}, "building=yes").save(t, "a.osm")
	for name, test := range map[string]struct {
		in     []Input
		issues map[string]int
	}{
		"alone":          {inputsOf(feed), map[string]int{}},
		"beside no road": {inputsOf(feed, noStreets), map[string]int{"osm_no_streets": 1}},
	} {
		output := filepath.Join(t.TempDir(), "out.graph")
		result, err := Run(t.Context(), Config{Inputs: test.in, Output: output})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := gocmp.Diff(test.issues, result.Meta.IssueCounts); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		g, err := graph.Open(output)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if stops := g.Meta().Stats.Transit.Stops; stops != 2 {
			t.Errorf("%s: %d stops, want 2", name, stops)
		}
		g.Close()
	}
}

func TestIfChanged(t *testing.T) {
	path := line(3).way(100, []int64{1, 2, 3}, road).save(t, "a.osm")
	c := Config{Inputs: inputsOf(path), Output: filepath.Join(t.TempDir(), "out.graph"), IfChanged: true}
	for _, step := range []struct {
		name      string
		change    func()
		unchanged bool
	}{
		{"first", func() {}, false},
		{"again", func() {}, true},
		{"other flags", func() { c.Prune = 1 }, false},
		{"those again", func() {}, true},
		{"other input", func() { c.Inputs = inputsOf(line(2).way(7, []int64{1, 2}, road).save(t, "a.osm")) }, false},
		{"damaged output", func() {
			if err := os.WriteFile(c.Output, []byte("junk"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, false},
	} {
		step.change()
		result, err := Run(t.Context(), c)
		if err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if result.Unchanged != step.unchanged || result.Meta.Stats.Vertices.Total == 0 {
			t.Errorf("%s: unchanged %v, meta %+v", step.name, result.Unchanged, result.Meta)
		}
	}
}

func TestTooManyIssuesFail(t *testing.T) {
	doc := line(3).way(100, []int64{1, 2, 90}, road).way(101, []int64{2, 3, 91}, road)
	in := inputsOf(doc.save(t, "a.osm"))
	for limit, fails := range map[int]bool{1: true, 2: true, 3: false} {
		reportPath := filepath.Join(t.TempDir(), "issues.json")
		_, err := Run(t.Context(), Config{Inputs: in, Output: filepath.Join(t.TempDir(), "out.graph"),
			FailOn: map[string]int{"osm_way_missing_nodes": limit}, ReportPath: reportPath})
		if got := errors.Is(err, ErrIssues); got != fails || err != nil && !got {
			t.Errorf("limit %d: error %v", limit, err)
		}
		if lines, err := os.ReadFile(reportPath); err != nil || bytes.Count(lines, []byte("\n")) != 2 {
			t.Errorf("limit %d: report %q, %v", limit, lines, err)
		}
	}
}

// TestCancelAtEachStage stops a build at the start of each stage: it ends at once, with nothing left behind.
func TestCancelAtEachStage(t *testing.T) {
	path := line(3).way(100, []int64{1, 2, 3}, road).save(t, "a.osm")
	tiles := t.TempDir()
	saveTile(t, tiles, "N47E009", 0)
	base, feed := buildFile(t, Config{Inputs: inputsOf(path)}), inputsOf(feedtest.Small().Folder(t))
	for _, s := range stages {
		if s.name == "hierarchies" {
			continue // not asked for here
		}
		ctx, cancel := context.WithCancel(t.Context())
		folder := t.TempDir()
		c := Config{Inputs: inputsOf(path), Output: filepath.Join(folder, "out.graph"), Elevation: tiles,
			Report: report.New(report.Options{Sink: stopAt{s.name, cancel}})}
		if s.name == "base" {
			c.Base, c.Elevation, c.Inputs = base, "", feed
		}
		_, err := Run(ctx, c)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", s.name, err)
		}
		if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
			t.Errorf("%s: left %v, %v", s.name, entries, err)
		}
	}
}

// TestCancelWhileContracting stops a build while a hierarchy is made: it ends before that does.
func TestCancelWhileContracting(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	release, ended := make(chan struct{}), make(chan error, 1)
	defer close(release)
	c := Config{Inputs: inputsOf(line(3).way(100, []int64{1, 2, 3}, road).save(t, "a.osm")), Output: filepath.Join(t.TempDir(), "out.graph"),
		CH: []facts.Mode{facts.Car}, Contract: func(*graph.Graph, facts.Mode) *graph.Hierarchy {
			cancel()
			<-release
			return new(graph.Hierarchy)
		}}
	go func() {
		_, err := Run(ctx, c)
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("a build that is cancelled waits for the hierarchy")
	}
}

// stopAt cancels when a stage starts.
type stopAt struct {
	stage  string
	cancel func()
}

func (s stopAt) Start(stage string) {
	if stage == s.stage {
		s.cancel()
	}
}
func (s stopAt) Progress(report.Progress) {}
func (s stopAt) End(report.StageTime)     {}
func (s stopAt) Interval() time.Duration  { return time.Hour }

// TestStopLinks has stops beside streets that cannot be walked on, and on islands.
func TestStopLinks(t *testing.T) {
	doc := line(3).node(11, 0, 30).node(12, 200, 30).node(21, 90, 12).node(22, 110, 12).
		way(100, []int64{1, 2, 3}, "highway=motorway").way(101, []int64{11, 12}, "highway=footway").way(102, []int64{21, 22}, "highway=footway").
		nodeAt(4, 9.05, 47).node(5, 0, 5000).way(103, []int64{11, 5}, road).way(104, []int64{5, 4}, road)
	osmPath := doc.save(t, "a.osm")
	tables, issues := tablesFrom(t, Config{Inputs: inputsOf(osmPath, saveFeed(t, "A,50,3", "B,100,10", "C,100,200", "D,90000,0"))})
	var got []string
	for i := range tables.Links.Stop.Len() {
		way := tables.Ways.ID.At(int(tables.Pairs.Way.At(int(tables.Links.Pair.At(i)))))
		got = append(got, fmt.Sprintf("%s way/%d %.0fm", tables.Stops.ID.At(int(tables.Links.Stop.At(i))), way, float64(tables.Links.DistanceDM.At(i))/10))
	}
	slices.Sort(got)
	want := []string{"A way/101 27m", "B way/101 20m", "B way/102 2m"}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var codes []string
	for _, i := range issues {
		if len(i.Code) > 5 && i.Code[:5] == "link_" {
			codes = append(codes, i.Code+" "+i.Object[len(i.Object)-1:])
		}
	}
	wantCodes := []string{"link_stop_far A", "link_stop_on_island B", "link_stop_outside D", "link_stop_unlinked C"}
	if diff := gocmp.Diff(wantCodes, codes); diff != "" {
		t.Error(diff)
	}
}

// saveFeed writes a feed with one trip over the stops, given as "ID,metres east,metres north" of 9° E, 47° N.
func saveFeed(t *testing.T, stops ...string) string {
	t.Helper()
	stopRows, timeRows := "stop_id,stop_name,stop_lat,stop_lon\n", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
	for i, s := range stops {
		var id string
		var east, north float64
		parts := bytes.Split([]byte(s), []byte(","))
		id = string(parts[0])
		fmt.Sscan(string(parts[1]), &east)
		fmt.Sscan(string(parts[2]), &north)
		stopRows += fmt.Sprintf("%s,%s,%.7f,%.7f\n", id, id, 47+north/111_195.08, 9+east/75_834.77)
		timeRows += fmt.Sprintf("T,08:%02d:00,08:%02d:00,%s,%d\n", i, i, id, i+1)
	}
	folder := t.TempDir()
	for name, content := range map[string]string{
		"agency.txt":     "agency_id,agency_name,agency_url,agency_timezone\nX,X,http://example.com,Europe/Berlin\n",
		"routes.txt":     "route_id,agency_id,route_short_name,route_type\nR,X,1,3\n",
		"trips.txt":      "route_id,service_id,trip_id\nR,S,T\n",
		"calendar.txt":   "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nS,1,1,1,1,1,1,1,20260101,20291231\n",
		"stops.txt":      stopRows,
		"stop_times.txt": timeRows,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
