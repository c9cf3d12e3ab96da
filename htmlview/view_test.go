package htmlview

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
	"graphbuild/internal/shared"
)

func built(t *testing.T, inputs ...string) *graph.Graph {
	t.Helper()
	return graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(inputs...)})
}

func town(t *testing.T) *graph.Graph {
	folder := filepath.Join(shared.Root(t), "cmd", "graphbuild", "testdata", "inputs")
	return built(t, filepath.Join(folder, "town.osm"), filepath.Join(folder, "feed"))
}

// written returns the page and the data in it.
func written(t *testing.T, g *graph.Graph, o Options) (string, data) {
	t.Helper()
	var page bytes.Buffer
	if err := Write(&page, g, o); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	found := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(text)
	if found == nil {
		t.Fatal("no data in the page")
	}
	var d data
	if err := json.Unmarshal([]byte(found[1]), &d); err != nil {
		t.Fatal(err)
	}
	return text, d
}

func TestPageIsSelfContained(t *testing.T) {
	page, d := written(t, town(t), Options{Title: "a</script><b>.graph", Notice: "© OpenStreetMap contributors, ODbL"})
	for _, banned := range []string{"http://", "https://", "src=", "@import", "url(", "<b>", "/*DATA*/", "/*JS*/", "/*CSS*/"} {
		if strings.Contains(page, banned) {
			t.Errorf("the page has %s", banned)
		}
	}
	if d.Title != "a</script><b>.graph" || !strings.Contains(page, "© OpenStreetMap contributors, ODbL") {
		t.Error("title and notice")
	}
	if n := strings.Count(page, "</script>"); n != 2 {
		t.Errorf("%d ends of scripts, want 2", n)
	}
	again, _ := written(t, town(t), Options{Title: "a</script><b>.graph", Notice: "© OpenStreetMap contributors, ODbL"})
	if again != page {
		t.Error("the page of an equal graph differs")
	}
}

func TestData(t *testing.T) {
	g := town(t)
	_, d := written(t, g, Options{})
	if d.Streets.Total != g.NumPairs() || d.Streets.Shown != g.NumPairs() || d.Stops.Total != 2 || len(d.Stops.Shown) != 2 {
		t.Errorf("%d of %d streets, %d stops", d.Streets.Shown, d.Streets.Total, d.Stops.Total)
	}
	if d.Turns.Total != 1 || d.Turns.Shown[0].Text != "no turn from West Street to South Street for bike, car, bus, hgv, emergency" {
		t.Errorf("%+v", d.Turns)
	}
	if d.Barriers.Total != 1 || d.Barriers.Shown[0].Node != 5 || d.IssueCounts["osm_way_missing_nodes"] != 1 {
		t.Errorf("%+v %v", d.Barriers, d.IssueCounts)
	}
	bytes := int64(0)
	for _, s := range d.Sections {
		bytes += s.Bytes
	}
	if bytes == 0 || bytes > d.FileBytes {
		t.Errorf("sections of %d bytes in a file of %d", bytes, d.FileBytes)
	}
}

// TestStreetsReadBack reads the packed streets as the page does.
func TestStreetsReadBack(t *testing.T) {
	g := limitedTown(t)
	s, err := streetsOf(g, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	b := unpacked(t, s.Data)
	varint := func() int64 {
		v, n := binary.Varint(b)
		b = b[n:]
		return v
	}
	var way, lon, lat int64
	points := 0
	for p := range g.EdgePairs() {
		f := g.FactsAt(p.Facts)
		if b[0] != byte(f.Class) || b[1] != byte(f.Modes[0]) || b[2] != byte(f.Modes[1]) {
			t.Fatalf("pair %d: class and modes % x", p.ID, b[:3])
		}
		b = b[6:]
		limit, k := binary.Uvarint(b)
		b = b[k:]
		if got, want := s.Limits[limit], limitText(f); got != want {
			t.Errorf("pair %d: %q, want %q", p.ID, got, want)
		}
		n, k := binary.Uvarint(b)
		b = b[k:]
		way += varint()
		if id, _, _ := g.WayOf(p.Way); way != id || int(n) != len(p.Line) {
			t.Fatalf("pair %d: way %d with %d points", p.ID, way, n)
		}
		for _, at := range p.Line {
			lon, lat = lon+varint(), lat+varint()
			if d := lon*10 - int64(at.Lon); d < -5 || d > 5 {
				t.Fatalf("pair %d: longitude %d, want %d", p.ID, lon, at.Lon)
			}
			if d := lat*10 - int64(at.Lat); d < -5 || d > 5 {
				t.Fatalf("pair %d: latitude %d, want %d", p.ID, lat, at.Lat)
			}
			points++
		}
	}
	if len(b) != 0 || points != s.Points {
		t.Errorf("%d bytes left, %d points of %d", len(b), points, s.Points)
	}
}

func unpacked(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestLimits: what is too much is left out and counted.
func TestLimits(t *testing.T) {
	_, d := written(t, town(t), Options{MaxPoints: 11, MaxRows: 1})
	if d.Streets.Shown == 0 || d.Streets.Shown >= d.Streets.Total || d.Streets.Points > 12 {
		t.Errorf("%d of %d streets with %d points", d.Streets.Shown, d.Streets.Total, d.Streets.Points)
	}
	if d.Stops.Total != 2 || len(d.Stops.Shown) != 1 {
		t.Errorf("%d of %d stops", len(d.Stops.Shown), d.Stops.Total)
	}
}

// TestDamaged: a damaged file is an error or gives another answer, and never a panic.
func TestDamaged(t *testing.T) {
	data := fileOf(t, town(t))
	for at := 32; at < len(data); at += 13 {
		bad := bytes.Clone(data)
		bad[at] ^= byte(1 + at%255)
		g, err := graph.Load(bad)
		if err != nil {
			continue
		}
		_ = Write(io.Discard, g, Options{})
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

// limitedTown has a street for those who live there, and one that is private that way round.
func limitedTown(t *testing.T) *graph.Graph {
	t.Helper()
	m := asciimap.Draw(t, 100, `A--B--C--D`)
	m.Way("AB", "highway=residential")
	m.Way("BC", "highway=residential", "motor_vehicle=destination")
	m.Way("CD", "highway=service", "access:forward=private")
	return built(t, m.File())
}

// TestLimitText: a street says whose access is limited, by direction where these differ.
func TestLimitText(t *testing.T) {
	s, err := streetsOf(limitedTown(t), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	private := "limited along: walk=private bike=private car=private"
	if !slices.Contains(s.Limits, private) { // the pair lies the other way round
		private = strings.Replace(private, "along", "against", 1)
	}
	for _, want := range []string{"", "limited: car=destination", private} {
		if !slices.Contains(s.Limits, want) {
			t.Errorf("%q is not in %q", want, s.Limits)
		}
	}
}
