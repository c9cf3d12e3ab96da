package tiles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/geojson"
	"github.com/paulmach/orb/maptile"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/samplegraph"
)

func address(t maptile.Tile) string { return fmt.Sprintf("%d/%d/%d.mvt", t.Z, t.X, t.Y) }

// tileAt returns the tile of a zoom that a place is on.
func tileAt(p geometry.Point, z maptile.Zoom) maptile.Tile {
	lon, lat := p.Degrees()
	return maptile.At(orb.Point{lon, lat}, z)
}

// decoded returns a tile by its layers.
func decoded(t testing.TB, s *Source, tile maptile.Tile) map[string][]*geojson.Feature {
	t.Helper()
	data, err := s.Tile(context.Background(), tile)
	if err != nil {
		t.Fatal(err)
	}
	layers, err := mvt.Unmarshal(data)
	if err != nil {
		t.Fatalf("tile %v: %v", tile, err)
	}
	out := map[string][]*geojson.Feature{}
	for _, l := range layers {
		out[l.Name] = l.Features
		for _, f := range l.Features {
			checkGeometry(t, f.Geometry)
		}
	}
	return out
}

// checkGeometry fails where a geometry is empty or leaves the tile and its buffer.
func checkGeometry(t testing.TB, g orb.Geometry) {
	t.Helper()
	rim := orb.Bound{Min: orb.Point{-buffer - 1, -buffer - 1}, Max: orb.Point{extent + buffer + 1, extent + buffer + 1}}
	if b := g.Bound(); b.IsEmpty() || !rim.Contains(b.Min) || !rim.Contains(b.Max) {
		t.Fatalf("geometry within %v", b)
	}
}

func idsOf(features []*geojson.Feature) []uint64 {
	var ids []uint64
	for _, f := range features {
		ids = append(ids, uint64(f.ID.(float64)))
	}
	return ids
}

// distanceToBox returns how far, in units of the tile, a line stays away from the tile and its buffer; 0 where it meets it,
// infinite where that is more than 10.
func distanceToBox(f *frame, line []geometry.Point) float64 {
	least := math.Inf(1)
	for i := range line[1:] {
		lon := near(int64(line[i].Lon), f.centre)
		a, b := f.project(lon, line[i].Lat), f.project(near(int64(line[i+1].Lon), lon), line[i+1].Lat)
		if (orb.LineString{a, b}).Bound().Intersects(f.bound.Pad(10)) { // else it is further away than anybody asks
			least = min(least, segmentToBox(a, b, f.bound))
		}
	}
	return least
}

// segmentToBox narrows a segment to where it is nearest to a box: the distance is convex along it.
func segmentToBox(a, b orb.Point, box orb.Bound) float64 {
	at := func(t float64) float64 {
		x, y := a[0]+t*(b[0]-a[0]), a[1]+t*(b[1]-a[1])
		return math.Hypot(max(box.Min[0]-x, 0, x-box.Max[0]), max(box.Min[1]-y, 0, y-box.Max[1]))
	}
	low, high := 0.0, 1.0
	for range 200 {
		third := (high - low) / 3
		if at(low+third) <= at(high-third) {
			high -= third
		} else {
			low += third
		}
	}
	return min(at(low), at(0), at(1))
}

// TestStreetsAgainstBruteForce: a tile has the streets whose lines meet it, all of them and no others.
func TestStreetsAgainstBruteForce(t *testing.T) {
	g := samplegraph.Open(t)
	s := NewSource(g)
	rnd := rand.New(rand.NewPCG(7, 9))
	for _, z := range []maptile.Zoom{12, 13, 14, 15, 16, 18, 20} {
		for range 3 {
			tile := tileAt(g.PointOf(graph.VertexID(rnd.IntN(g.NumStreetVertices()))), z)
			checkStreets(t, s, tile)
		}
	}
}

func checkStreets(t *testing.T, s *Source, tile maptile.Tile) {
	t.Helper()
	layers := decoded(t, s, tile)
	got := idsOf(layers["streets"])
	if !slices.IsSorted(got) {
		t.Fatalf("tile %v: streets are not in order", tile)
	}
	f, slack := newFrame(tile), toleranceOf(uint32(tile.Z))
	for row := range s.g.EdgePairs() {
		shown := rankOf(s.g.FactsAt(row.Facts).Class) <= rankAt(uint32(tile.Z))
		_, has := slices.BinarySearch(got, uint64(row.ID))
		away := distanceToBox(f, row.Line)
		if has && (!shown || away > slack+1e-6) {
			t.Fatalf("tile %v has pair %d, shown %v, %v units away", tile, row.ID, shown, away)
		}
		if !has && shown && away == 0 && meetsInner(f, row.Line, slack) {
			t.Fatalf("tile %v lacks pair %d", tile, row.ID)
		}
	}
}

// meetsInner reports whether a line meets the tile less what lines may be simplified by.
func meetsInner(f *frame, line []geometry.Point, slack float64) bool {
	inner := *f
	inner.bound = f.bound.Pad(-slack - 1e-6)
	return distanceToBox(&inner, line) == 0
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{"": "", "Main Street": "Main Street", "I 95;US 202": "I 95, US 202", "A; B ;C": "A, B, C"} {
		if got := label(name); got != want {
			t.Errorf("%q: got %q, expected %q", name, got, want)
		}
	}
	const many = 1 << 20 // as a file may have that is not of the builder
	if got := label(strings.Repeat(";", many)); len(got) != 2*many {
		t.Errorf("got %d bytes, expected %d", len(got), 2*many)
	}
}

func TestPropertiesOfStreets(t *testing.T) {
	g := samplegraph.Open(t)
	for _, f := range decoded(t, NewSource(g), tileAt(wilmington, 15))["streets"] {
		e := g.Edge(graph.EdgeID(2 * uint32(f.ID.(float64))))
		p, x := f.Properties, e.Facts()
		if way, ok := e.OSMWayID(); p["class"] != x.Class.String() || !ok || p["way"] != float64(way) {
			t.Fatalf("pair %v: %v, want %s of way %d", f.ID, p, x.Class, way)
		}
		if name, _ := p["name"].(string); name != label(e.Name()) {
			t.Fatalf("pair %v: name %q, want %q", f.ID, name, label(e.Name()))
		}
		for _, r := range routedModes {
			m := r.mode
			along, _ := p[m.String()].(float64)
			if (int(along)&1 != 0) != e.Modes().Has(m) || (int(along)&2 != 0) != e.Reverse().Modes().Has(m) {
				t.Fatalf("pair %v: %s %v, want %v and %v", f.ID, m, along, e.Modes(), e.Reverse().Modes())
			}
			part, ok := p[m.String()+"_part"].(float64)
			if want := g.Component(e.From().ID(), m); ok && uint32(part) < want && want != graph.NoComponent {
				t.Fatalf("pair %v: component %v for %s, want at least %d", f.ID, part, m, want)
			}
		}
	}
}

var wilmington = geometry.Point{Lon: -755466000, Lat: 397447000}

// TestFarTiles: at low zooms streets are joined by class, with the classes of the table alone, and the tile is small.
func TestFarTiles(t *testing.T) {
	s := NewSource(samplegraph.Open(t))
	for z := range maptile.Zoom(singleZoom) {
		tile := tileAt(wilmington, z)
		layers := decoded(t, s, tile)
		about := layers["about"][0].Properties
		if about["truncated"] != false || about["classes"] != nameOfRank(rankAt(uint32(z))) {
			t.Errorf("zoom %d: %v", z, about)
		}
		if len(layers["streets"]) == 0 {
			t.Errorf("zoom %d: no streets", z)
		}
		for _, f := range layers["streets"] {
			c, ok := facts.ParseClass(f.Properties["class"].(string))
			if !ok || rankOf(c) > rankAt(uint32(z)) {
				t.Errorf("zoom %d: %v", z, f.Properties)
			}
		}
		data, _ := s.Tile(context.Background(), tile)
		if len(data) > 300_000 {
			t.Errorf("zoom %d: %d bytes", z, len(data))
		}
	}
}

// TestTilesAreEqual: two sources of the same graph give the same bytes, also at once.
func TestTilesAreEqual(t *testing.T) {
	one, two := NewSource(samplegraph.Open(t)), NewSource(samplegraph.Open(t))
	for _, z := range []maptile.Zoom{4, 9, 11, 12, 14, 16} {
		tile := tileAt(wilmington, z)
		var a, b []byte
		var work sync.WaitGroup
		work.Go(func() { a, _ = one.Tile(context.Background(), tile) })
		work.Go(func() { _, _ = two.Tile(context.Background(), tileAt(wilmington, z+1)) })
		work.Go(func() { b, _ = two.Tile(context.Background(), tile) })
		work.Wait()
		if len(a) == 0 || !bytes.Equal(a, b) {
			t.Errorf("tile %v: %d and %d bytes that differ", tile, len(a), len(b))
		}
	}
}

// TestPoints: every stop, restriction and issue with a position is on the tiles around it, and at low zoom counted.
func TestPoints(t *testing.T) {
	g := samplegraph.Open(t)
	s := NewSource(g)
	for i := range g.NumStops() {
		stop := g.Stop(graph.StopID(i))
		f := featureOf(decoded(t, s, tileAt(stop.Point(), 14))["stops"], uint64(i))
		if f == nil || f.Properties["id"] != "wilmington:"+stop.ID() || f.Properties["linked"] != stop.IsReached() {
			t.Errorf("stop %s: %v", stop.ID(), f)
		}
	}
	for i := 0; i < g.NumRestrictions(); i += 40 {
		r := g.Restriction(graph.RestrictionID(i))
		f := featureOf(decoded(t, s, tileAt(g.Edge(r.From).To().Point(), 15))["restrictions"], uint64(i))
		if f == nil || f.Properties["relation"] != float64(r.RelationID) || (f.Properties["kind"] == "only") != (r.Kind == facts.Only) {
			t.Errorf("restriction %d: %v", i, f)
		}
	}
	sum := 0.0
	for _, f := range decoded(t, s, maptile.Tile{})["stops"] {
		sum += f.Properties["count"].(float64)
	}
	if int(sum) != g.NumStops() {
		t.Errorf("%v stops in the tile of the world, want %d", sum, g.NumStops())
	}
}

func featureOf(features []*geojson.Feature, id uint64) *geojson.Feature {
	for _, f := range features {
		if f.ID == float64(id) {
			return f
		}
	}
	return nil
}

// TestLinksEndOnTheirStreet: a link runs from its stop to a place on the pair that it names.
func TestLinksEndOnTheirStreet(t *testing.T) {
	g := samplegraph.Open(t)
	tile := tileAt(wilmington, 16)
	f := newFrame(tile)
	n := 0
	for _, link := range decoded(t, NewSource(g), tile)["links"] {
		line, ok := link.Geometry.(orb.LineString)
		stop := g.Stop(graph.StopID(link.ID.(float64)))
		at, isHere := f.point(stop.Point())
		if !ok || !isHere || !f.bound.Contains(line[1]) {
			continue // cut
		}
		pair := g.AppendPairGeometry(nil, graph.PairID(link.Properties["pair"].(float64)))
		if line[0] != at || distanceToLine(f, line[1], pair) > 2 {
			t.Errorf("link %v of %s ends %v units from pair %v", line, stop.ID(), distanceToLine(f, line[1], pair), link.Properties["pair"])
		}
		n++
	}
	if n == 0 {
		t.Error("no links")
	}
}

func distanceToLine(f *frame, p orb.Point, line []geometry.Point) float64 {
	inner := *f
	inner.bound = orb.Bound{Min: p, Max: p}
	return distanceToBox(&inner, line)
}

func TestVertices(t *testing.T) {
	g := samplegraph.Open(t)
	tile := tileAt(wilmington, 16)
	f := newFrame(tile)
	var want []uint64
	for v := range g.NumStreetVertices() {
		if _, ok := f.point(g.PointOf(graph.VertexID(v))); ok {
			want = append(want, uint64(v))
		}
	}
	if got := idsOf(decoded(t, NewSource(g), tile)["vertices"]); len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("%d vertices, want %d", len(got), len(want))
	}
}

func TestNoTile(t *testing.T) {
	s := NewSource(samplegraph.Open(t))
	data, err := s.Tile(context.Background(), maptile.Tile{Z: 10, X: 0, Y: 0})
	if err != nil || data != nil {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	for _, tile := range []maptile.Tile{{Z: 21}, {Z: 3, X: 8}, {Z: 3, Y: 8}} {
		if _, err := s.Tile(context.Background(), tile); err == nil {
			t.Errorf("tile %v: no error", tile)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Tile(ctx, tileAt(wilmington, 12)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestTooManyStreets: where there are too many, the last classes go, and the tile says so.
func TestTooManyStreets(t *testing.T) {
	d := drawing{last: lastRank}
	d.showAtMost(10, []int{3, 3, 3, 3, 0, 0, 0})
	if d.last != 2 || !d.truncated {
		t.Errorf("last %d, truncated %v", d.last, d.truncated)
	}
	d = drawing{last: 1}
	d.showAtMost(10, []int{3, 3, 3, 3, 0, 0, 0})
	if d.last != 1 || d.truncated {
		t.Errorf("last %d, truncated %v", d.last, d.truncated)
	}
	d.showAtMost(2, []int{3, 3})
	if d.last != -1 || !d.truncated || nameOfRank(d.last) != "" {
		t.Errorf("last %d, truncated %v", d.last, d.truncated)
	}
}

func BenchmarkTile(b *testing.B) {
	s := NewSource(samplegraph.Open(b))
	for _, z := range []maptile.Zoom{8, 10, 12, 13, 14, 15, 16} {
		b.Run(fmt.Sprintf("z%d", z), func(b *testing.B) {
			tile := tileAt(wilmington, z)
			n := 0
			for b.Loop() {
				data, err := s.Tile(context.Background(), tile)
				if err != nil {
					b.Fatal(err)
				}
				n = len(data)
			}
			b.ReportMetric(float64(n), "bytes/tile")
		})
	}
}
