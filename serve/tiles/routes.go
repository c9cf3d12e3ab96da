package tiles

import (
	"context"
	"net/http"
	"strings"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
)

// ContentType is that of tiles.
const ContentType = "application/vnd.mapbox-vector-tile"

// Routes are the addresses of this package: /tiles/{z}/{x}/{y}.mvt and /tiles.json.
func Routes() []answer.Route {
	return []answer.Route{
		{Pattern: "GET /tiles/{z}/{x}/{y}", Name: "tile", Handler: serveTile, FromGraph: true},
		{Pattern: "GET /tiles.json", Name: "tilejson", Handler: serveTileJSON},
	}
}

// serveTile answers with a tile, 204 where the graph has nothing there.
func serveTile(ctx context.Context, g *graphs.Graph, r *http.Request) (answer.Body, error) {
	t, err := ParsePath(r.PathValue("z"), r.PathValue("x"), r.PathValue("y"))
	if err != nil {
		return nil, err
	}
	data, err := cacheOf(g).tile(ctx, t)
	if err != nil {
		return nil, err
	}
	return answer.Bytes{Type: ContentType, Data: data}, nil
}

// cacheKey is what the tiles of a graph are kept under.
type cacheKey struct{}

func cacheOf(g *graphs.Graph) *cache {
	return g.Derived(cacheKey{}, func() any { return newCache(NewSource(g.File)) }).(*cache)
}

// tileJSON describes the tiles; see https://github.com/mapbox/tilejson-spec.
type tileJSON struct {
	TileJSON    string     `json:"tilejson"`
	Name        string     `json:"name"`
	Attribution string     `json:"attribution"`
	Tiles       []string   `json:"tiles"`
	MinZoom     int        `json:"minzoom"`
	MaxZoom     int        `json:"maxzoom"`
	Bounds      [4]float64 `json:"bounds"`
	Streets     [4]float64 `json:"street_bounds"` // ours: without stops, which may lie far from all streets
	Layers      []layer    `json:"vector_layers"`
}

// layer describes a layer: its properties with what they are.
type layer struct {
	ID      string            `json:"id"`
	MinZoom int               `json:"minzoom"`
	Fields  map[string]string `json:"fields"`
}

// layers describes all layers.
func layers() []layer {
	const number, text, boolean = "Number", "String", "Boolean"
	return []layer{
		{"streets", 0, map[string]string{
			"class": text, "name": text, "way": number, "type": text, "kmh": number, "walk": number, "bike": number, "car": number,
			"walk_part": number, "bike_part": number, "car_part": number, "walk_limited": boolean, "bike_limited": boolean,
			"car_limited": boolean, "bridge": boolean, "tunnel": boolean, "toll": boolean, "unpaved": boolean,
		}},
		{"restrictions", restrictionZoom, map[string]string{
			"kind": text, "modes": text, "via_ways": number, "relation": number, "from": text, "to": text, "condition": text, "count": number,
		}},
		{"stops", 0, map[string]string{"id": text, "name": text, "type": text, "linked": boolean, "count": number}},
		{"links", linkZoom, map[string]string{"stop": text, "pair": number, "distance_m": number, "modes": text}},
		{"issues", 0, map[string]string{
			"code": text, "severity": number, "message": text, "object": text, "file": text, "line": number, "action": text, "count": number,
		}},
		{"vertices", vertexZoom, map[string]string{"type": text, "node": number, "pass": text}},
		{"about", 0, map[string]string{"truncated": boolean, "classes": text}},
	}
}

// serveTileJSON answers with the description of the tiles, whose addresses begin as that of the request does.
func serveTileJSON(_ context.Context, g *graphs.Graph, r *http.Request) (answer.Body, error) {
	base := "http://"
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		base = "https://"
	}
	base += r.Host + strings.TrimSuffix(r.URL.Path, "tiles.json")
	return answer.JSON(tileJSON{
		TileJSON: "3.0.0", Name: g.Name, Attribution: g.File.Meta().Attribution(), Tiles: []string{base + "tiles/{z}/{x}/{y}.mvt"},
		MaxZoom: MaxZoom, Bounds: g.File.Meta().Bounds, Layers: layers(),
		Streets: g.Derived(streetBoundsKey{}, func() any { return streetBounds(g.File) }).([4]float64),
	}), nil
}

// streetBoundsKey is that of the bounds of streets among what is derived from a graph.
type streetBoundsKey struct{}

// streetBounds returns the box of all ends of streets in degrees: west, south, east, north; that of the graph where there are none.
func streetBounds(g *graph.Graph) [4]float64 {
	box := geometry.EmptyBox()
	for v := range graph.VertexID(g.NumStreetVertices()) {
		box.Add(g.PointOf(v))
	}
	if box.Empty() {
		return g.Meta().Bounds
	}
	w, s := geometry.Point{Lon: box.W, Lat: box.S}.Degrees()
	e, n := geometry.Point{Lon: box.E, Lat: box.N}.Degrees()
	return [4]float64{w, s, e, n}
}
