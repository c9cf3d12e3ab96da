package graph

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/encode"
	"graphbuild/geometry"
)

const golden = "../testdata/golden"

// TestGoldenFiles: files of all versions of the format open for ever, and hold what they did. Do not write them anew.
func TestGoldenFiles(t *testing.T) {
	for _, name := range []string{"v1"} {
		g, err := Open(filepath.Join(golden, name+".graph"), Verify(encode.VerifyAll))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		defer g.Close()
		want, err := os.ReadFile(filepath.Join(golden, name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), dump(g)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
		for p := range Check(g) {
			t.Errorf("%s: %v", name, p)
		}
	}
}

// TestReaderFromTheDescription: docs/reader, which is written from FORMAT.md alone, prints the same of a graph as we do.
func TestReaderFromTheDescription(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	path := filepath.Join(t.TempDir(), "random.graph")
	if err := os.WriteFile(path, written(t, randomTables(81, 200), WriteOptions{}), 0o600); err != nil {
		t.Fatal(err)
	}
	lean := filepath.Join(t.TempDir(), "lean.graph")
	if err := os.WriteFile(lean, written(t, randomTables(82, 50), WriteOptions{Lean: true}), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{filepath.Join(golden, "v1.graph"), path, lean} {
		g, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		out, err := exec.Command(python, "../docs/reader/graphdump.py", file).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if d := cmp.Diff(dump(g), string(out)); d != "" {
			t.Errorf("%s (-go +python):\n%s", file, d)
		}
	}
}

// TestReaderSaysWhatIsWrong prints a line, and no trace, for what is no graph, cut or damaged, and nothing for one who stops reading.
func TestReaderSaysWhatIsWrong(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	data := written(t, randomTables(83, 200), WriteOptions{})
	flipped := append([]byte(nil), data...)
	flipped[len(flipped)/2] ^= 1
	for name, file := range map[string][]byte{"empty": {}, "text": []byte("no graph"), "cut": data[:len(data)/2], "flipped": flipped} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, file, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(python, "../docs/reader/graphdump.py", path)
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Run(); err == nil || !strings.HasPrefix(said.String(), "graphdump.py: the file is damaged, or no graph: ") || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%s: %v, %q", name, err, said.String())
		}
	}
	path := filepath.Join(t.TempDir(), "good")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("sh", "-c", `"$0" ../docs/reader/graphdump.py "$1" | head -1; "$0" ../docs/reader/graphdump.py --help | head -1`, python, path).CombinedOutput()
	if want := fmt.Sprintf("vertices %d\nusage: graphdump.py [-h] [--list] [--table NAME] FILE\n", numStreetVertices(t, data)); err != nil || string(out) != want {
		t.Errorf("%v: got %q, expected %q", err, out, want)
	}
}

// TestReaderPrintsOneTable: of a table that is asked for alone the lines are those of the whole, and any table has a line a row.
func TestReaderPrintsOneTable(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	g, err := Open(filepath.Join(golden, "v1.graph"))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for table, want := range map[string]string{
		"vertices": grep(dump(g), "vertex "),
		"trips":    grep(dump(g), "trip "),
		"stops":    fmt.Sprintf("stops %d: feed=0 stop_id=", g.NumStops()-1),
	} {
		out, err := exec.Command(python, "../docs/reader/graphdump.py", filepath.Join(golden, "v1.graph"), "--table", table).CombinedOutput()
		if got := string(out); err != nil || got != want && !(table == "stops" && strings.Contains(got, want) && strings.Contains(got, "lon=8.0137500 lat=46.9985000 ")) {
			t.Errorf("%s: %v, got %q, expected %q", table, err, got, want)
		}
	}
	out, err := exec.Command(python, "../docs/reader/graphdump.py", filepath.Join(golden, "v1.graph"), "--list").CombinedOutput()
	if err != nil || !strings.Contains(string(out), fmt.Sprintf("stops: %d rows of feed, stop_id, ", g.NumStops())) {
		t.Errorf("list: %v: %s", err, out)
	}
	out, err = exec.Command(python, "../docs/reader/graphdump.py", filepath.Join(golden, "v1.graph"), "--table", "cheese").CombinedOutput()
	if err == nil || string(out) != "graphdump.py: the file has no table cheese; --list tells which it has\n" {
		t.Errorf("unknown table: %v: %s", err, out)
	}
}

// grep returns the lines that begin with a text.
func grep(text, begin string) (found string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, begin) {
			found += line
		}
	}
	return found
}

func numStreetVertices(t *testing.T, data []byte) int {
	t.Helper()
	g, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return g.NumStreetVertices()
}

// dump is what graphdump.py prints.
func dump(g *Graph) string {
	var b strings.Builder
	fmt.Fprintf(&b, "vertices %d\npairs %d\n", g.NumStreetVertices(), g.NumPairs())
	for v := range VertexID(g.NumStreetVertices()) {
		x := g.Vertex(v)
		node := "-"
		if id := x.OSMNodeID(); id != NoNode {
			node = fmt.Sprint(id)
		}
		lon, lat := x.Point().Degrees()
		fmt.Fprintf(&b, "vertex %d: node %s at lon %.7f lat %.7f\n", v, node, lon, lat)
	}
	var line []geometry.Point
	for p := range PairID(g.NumPairs()) {
		e := g.Edge(EdgeID(2 * p))
		way, _ := e.OSMWayID()
		fmt.Fprintf(&b, "pair %d: %d to %d, %.0f dm, way %d %s: lon,lat", p, e.From().ID(), e.To().ID(), e.LengthM()*10, way, e.Name())
		line = e.AppendGeometry(line[:0])
		for _, q := range line {
			lon, lat := q.Degrees()
			fmt.Fprintf(&b, " %.7f,%.7f", lon, lat)
		}
		b.WriteByte('\n')
	}
	for t := range TripID(g.NumTrips()) {
		fmt.Fprintf(&b, "trip %s:", g.Trip(t).ID())
		for _, c := range g.Trip(t).StopTimes() {
			fmt.Fprintf(&b, " %s %d-%d", g.Stop(c.Stop).ID(), c.ArrivalS, c.DepartureS)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
