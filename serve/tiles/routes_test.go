package tiles

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/paulmach/orb/maptile"

	"graphbuild/build"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/graphtest"
	"graphbuild/internal/samplegraph"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
)

// ask calls the handler of an address.
func ask(t *testing.T, g *graphs.Graph, address string) (answer.Body, error) {
	t.Helper()
	var body answer.Body
	var err error
	mux := http.NewServeMux()
	for _, r := range Routes() {
		mux.HandleFunc(r.Pattern, func(_ http.ResponseWriter, q *http.Request) { body, err = r.Handler(q.Context(), g, q) })
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	if body == nil && err == nil {
		t.Fatalf("%s: no handler", address)
	}
	return body, err
}

func TestServeTile(t *testing.T) {
	g := graphs.New("delaware", samplegraph.Open(t), nil, 0)
	want, err := NewSource(g.File).Tile(context.Background(), tileAt(wilmington, 11))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second is kept
		body, err := ask(t, g, "/tiles/"+address(tileAt(wilmington, 11)))
		b, ok := body.(answer.Bytes)
		if err != nil || !ok || b.Type != ContentType || !bytes.Equal(b.Data, want) || b.Status() != http.StatusOK {
			t.Fatalf("%v %v", ok, err)
		}
	}
	if body, err := ask(t, g, "/tiles/11/0/0.mvt"); err != nil || body.(answer.Bytes).Status() != http.StatusNoContent {
		t.Errorf("an empty tile: %v %v", body, err)
	}
	var e *answer.Error
	if _, err := ask(t, g, "/tiles/3/8/0.mvt"); !errors.As(err, &e) || e.Status != http.StatusBadRequest || e.Code != answer.CodeQuery {
		t.Errorf("beyond the last column: %v", err)
	}
}

// TestServeTileJSON: every layer and property of a tile is described, and the address of tiles is beside that of the request.
func TestServeTileJSON(t *testing.T) {
	g := graphs.New("delaware", samplegraph.Open(t), nil, 0)
	body, err := ask(t, g, "/tiles.json")
	if err != nil {
		t.Fatal(err)
	}
	data, err := body.AppendBody(nil)
	var got tileJSON
	if err != nil || json.Unmarshal(data, &got) != nil {
		t.Fatalf("%s %v", data, err)
	}
	if got.Name != "delaware" || got.Tiles[0] != "http://example.com/tiles/{z}/{x}/{y}.mvt" || got.Bounds != g.File.Meta().Bounds ||
		got.Attribution != graph.OSMAttribution {
		t.Errorf("%+v", got)
	}
	described := map[string]map[string]string{}
	for _, l := range got.Layers {
		described[l.ID] = l.Fields
	}
	for _, z := range []maptile.Zoom{9, 12, 14, 16} {
		for name, features := range decoded(t, NewSource(g.File), tileAt(wilmington, z)) {
			for _, f := range features {
				for property := range f.Properties {
					if described[name][property] == "" {
						t.Fatalf("zoom %d: layer %s: property %s is not described", z, name, property)
					}
				}
			}
		}
	}
}

// TestStreetBounds: a stop far from all streets widens the bounds of the graph alone.
func TestStreetBounds(t *testing.T) {
	m := asciimap.Draw(t, 100, `
		A---B
		    |
		    C`)
	m.Way("AB", "highway=residential")
	m.Way("BC", "highway=residential")
	feed := feedtest.Small() // in Delaware, a continent away from the map
	g := graphtest.Open(t, build.Config{Inputs: append(graphtest.Inputs(m.File()), build.Input{Path: feed.ZipFile(t)})})
	w, n := m.At('A').Degrees()
	e, s := m.At('C').Degrees()
	if got := streetBounds(g); got != [4]float64{w, s, e, n} {
		t.Errorf("got %v, expected %v", got, [4]float64{w, s, e, n})
	}
	if b := g.Meta().Bounds; b[0] > -75 {
		t.Errorf("the stops are not in the bounds of the graph: %v", b)
	}
	stops := graphtest.Open(t, build.Config{Inputs: []build.Input{{Path: feed.ZipFile(t)}}})
	if got := streetBounds(stops); got != stops.Meta().Bounds {
		t.Errorf("without streets: %v, expected %v", got, stops.Meta().Bounds)
	}
}

// TestCacheForgets: it keeps what was used last, within its bytes.
func TestCacheForgets(t *testing.T) {
	c := newCache(nil)
	data := make([]byte, cachedBytes/8)
	for i := range uint32(20) {
		c.put(maptile.Tile{Z: 11, X: i}, data)
		c.get(maptile.Tile{Z: 11}) // the first stays in use
	}
	if c.bytes > cachedBytes || len(c.tiles) != c.order.Len() || len(c.tiles) != 7 {
		t.Errorf("%d tiles with %d bytes", len(c.tiles), c.bytes)
	}
	if _, ok := c.get(maptile.Tile{Z: 11}); !ok {
		t.Error("the tile that was used is gone")
	}
	if _, ok := c.get(maptile.Tile{Z: 11, X: 1}); ok {
		t.Error("the tile that was used longest ago is there")
	}
	c.put(maptile.Tile{Z: 1}, make([]byte, cachedBytes))
	if _, ok := c.get(maptile.Tile{Z: 1}); ok {
		t.Error("a tile as large as the cache is kept")
	}
}
