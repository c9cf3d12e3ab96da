package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"graphbuild/geometry"
	"graphbuild/internal/jsonwords"
)

// Area is a part of the earth: a box or polygons. The zero one is empty.
type Area struct {
	// isBox says that the area is the box, its rim included; else it is where an odd number of rings of some polygon is around.
	isBox    bool
	box      geometry.Box
	polygons int32
	// edges are those of the rings, and index finds them: the border of a country has a million.
	edges []edge
	index geometry.Index
}

// edge is an edge of a ring.
type edge struct {
	from, to geometry.Point
	polygon  int32 // numbered from 0
}

// box returns the box of an edge, which never crosses the 180th meridian: rings are plain lists of longitudes.
func (e edge) box() geometry.Box {
	return geometry.Box{W: min(e.from.Lon, e.to.Lon), S: min(e.from.Lat, e.to.Lat), E: max(e.from.Lon, e.to.Lon), N: max(e.from.Lat, e.to.Lat)}
}

// addPolygon adds the edges of rings, the first of which is around the others.
func (a *Area) addPolygon(rings ...[]geometry.Point) {
	for _, ring := range rings {
		for i, to := range ring {
			a.edges = append(a.edges, edge{ring[(i+len(ring)-1)%len(ring)], to, a.polygons})
		}
	}
	a.polygons++
}

// indexEdges makes the index of the edges.
func (a *Area) indexEdges() {
	var boxes []geometry.Box
	for _, e := range a.edges {
		boxes = append(boxes, e.box())
	}
	var err error
	if a.index, err = geometry.OpenIndex(geometry.BuildIndex(boxes), len(boxes)); err != nil {
		panic(err) // these bytes were made just now
	}
}

// Box returns the area of a box, its rim included.
func Box(b geometry.Box) Area {
	a := Area{isBox: true, box: b}
	if b.W <= b.E {
		a.addPolygon(rectangle(b.W, b.S, b.E, b.N))
	} else {
		a.addPolygon(rectangle(b.W, b.S, antimeridian, b.N))
		a.addPolygon(rectangle(-antimeridian, b.S, b.E, b.N))
	}
	a.indexEdges()
	return a
}

const antimeridian = 180e7

func rectangle(w, s, e, n int32) []geometry.Point {
	return []geometry.Point{{Lon: w, Lat: s}, {Lon: e, Lat: s}, {Lon: e, Lat: n}, {Lon: w, Lat: n}}
}

// maxPolygonBytes bounds a polygon file: the border of a country in full detail has some megabytes.
const maxPolygonBytes = 256 << 20

// ReadPolygon reads the polygons of a GeoJSON document: a geometry, a feature or a collection of these. What is no polygon
// is an error, as is a document without any.
func ReadPolygon(r io.Reader) (Area, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxPolygonBytes+1))
	if err != nil {
		return Area{}, err
	}
	if len(data) > maxPolygonBytes {
		return Area{}, fmt.Errorf("more than %d bytes", maxPolygonBytes)
	}
	var o geoObject
	if err := json.Unmarshal(data, &o); err != nil {
		return Area{}, fmt.Errorf("expected GeoJSON: %w", jsonwords.Of(err))
	}
	a := Area{box: geometry.EmptyBox()}
	if err := a.add(&o); err != nil {
		return Area{}, err
	}
	if len(a.edges) == 0 {
		return Area{}, errors.New("expected a polygon, found none")
	}
	a.indexEdges()
	return a, nil
}

// geoObject is any object of GeoJSON.
type geoObject struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
	Geometry    *geoObject      `json:"geometry"`
	Features    []geoObject     `json:"features"`
	Geometries  []geoObject     `json:"geometries"`
}

func (a *Area) add(o *geoObject) error {
	switch o.Type {
	case "Polygon":
		var rings [][][]float64
		if err := json.Unmarshal(o.Coordinates, &rings); err != nil {
			return fmt.Errorf("polygon: %w", jsonwords.Of(err))
		}
		return a.addRings(rings)
	case "MultiPolygon":
		var polygons [][][][]float64
		if err := json.Unmarshal(o.Coordinates, &polygons); err != nil {
			return fmt.Errorf("multipolygon: %w", jsonwords.Of(err))
		}
		for _, rings := range polygons {
			if err := a.addRings(rings); err != nil {
				return err
			}
		}
		return nil
	case "Feature":
		if o.Geometry == nil {
			return nil
		}
		return a.add(o.Geometry)
	case "FeatureCollection", "GeometryCollection":
		for i := range o.Features {
			if err := a.add(&o.Features[i]); err != nil {
				return err
			}
		}
		for i := range o.Geometries {
			if err := a.add(&o.Geometries[i]); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("type %q: expected Polygon or MultiPolygon, or a feature or collection of these", o.Type)
}

// addRings adds the rings of a polygon.
func (a *Area) addRings(rings [][][]float64) error {
	var polygon [][]geometry.Point
	for _, positions := range rings {
		var ring []geometry.Point
		for _, v := range positions {
			if len(v) < 2 {
				return fmt.Errorf("position %v: expected [lon, lat]", v)
			}
			p, err := geometry.FromDegrees(v[0], v[1])
			if err != nil {
				return fmt.Errorf("position %v: %w", v, err)
			}
			ring = append(ring, p)
		}
		if n := len(ring); n > 1 && ring[0] == ring[n-1] {
			ring = ring[:n-1]
		}
		if len(ring) < 3 {
			return fmt.Errorf("a ring of %d positions: expected at least 4, the last like the first", len(positions))
		}
		polygon = append(polygon, ring)
		a.box.AddLine(ring)
	}
	a.addPolygon(polygon...)
	return nil
}

// Contains reports whether a point is in the area, or on its rim, exactly.
func (a Area) Contains(p geometry.Point) bool {
	if a.isBox || !a.box.Contains(p) {
		return a.isBox && a.box.Contains(p)
	}
	var around []int32 // polygons, which may overlap
	isOnRim := false
	a.index.Within(geometry.Box{W: p.Lon, S: p.Lat, E: antimeridian, N: p.Lat}, func(i int) bool {
		switch e := a.edges[i]; geometry.RayTo(p, e.from, e.to) {
		case geometry.Crosses:
			around = toggled(around, e.polygon)
		case geometry.Holds:
			isOnRim = true
		}
		return !isOnRim
	})
	return isOnRim || len(around) > 0
}

// toggled returns a list without a number that is in it, or with one that is not.
func toggled(list []int32, n int32) []int32 {
	if i := slices.Index(list, n); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return append(list, n)
}

// Touches reports whether a line has a point in the area, or crosses its rim.
func (a Area) Touches(line []geometry.Point) bool {
	for _, p := range line {
		if a.Contains(p) {
			return true
		}
	}
	for i := 1; i < len(line); i++ {
		if a.crosses(line[i-1], line[i]) {
			return true
		}
	}
	return false
}

// crosses reports whether a segment crosses the rim. One that jumps over the 180th meridian does not.
func (a Area) crosses(p, q geometry.Point) bool {
	if int64(max(p.Lon, q.Lon))-int64(min(p.Lon, q.Lon)) > antimeridian {
		return false
	}
	found := false
	segment := edge{from: p, to: q}
	a.index.Within(segment.box(), func(i int) bool {
		found = segment.meets(a.edges[i])
		return !found
	})
	return found
}

// meets reports whether two edges cross.
func (e edge) meets(o edge) bool {
	a, b := e.box(), o.box()
	if a.E < b.W || a.W > b.E || a.N < b.S || a.S > b.N {
		return false
	}
	return side(e.from, e.to, o.from) != side(e.from, e.to, o.to) && side(o.from, o.to, e.from) != side(o.from, o.to, e.to)
}

// side tells on which side of the line from a to b point p is.
func side(a, b, p geometry.Point) bool {
	ax, ay := float64(a.Lon), float64(a.Lat)
	return (float64(b.Lon)-ax)*(float64(p.Lat)-ay) > (float64(b.Lat)-ay)*(float64(p.Lon)-ax)
}
