package isochrone

import (
	"graphbuild/geometry"
	"graphbuild/wire"
)

// Answer is the areas of a query as a GeoJSON FeatureCollection, a feature for each contour. It is an answer.Body.
type Answer struct {
	*Query
	ID    string // of the request; empty: none
	areas []area
}

// ContentType returns the type of GeoJSON.
func (a *Answer) ContentType() string { return "application/geo+json" }

// AppendBody appends the answer.
func (a *Answer) AppendBody(b []byte) ([]byte, error) {
	b = append(b, `{"type":"FeatureCollection"`...)
	if a.ID != "" {
		b = wire.AppendString(append(b, `,"id":`...), a.ID)
	}
	b = append(b, `,"features":[`...)
	for i := range a.areas {
		if i > 0 {
			b = append(b, ',')
		}
		b = a.appendFeature(b, &a.areas[i])
	}
	return append(b, `]}`...), nil
}

// appendFeature appends a contour. Its properties say how to draw it, by the names of several libraries.
func (a *Answer) appendFeature(b []byte, x *area) []byte {
	b = append(b, `{"type":"Feature","properties":{"contour":`...)
	if x.Meters > 0 {
		b = append(wire.AppendFloat(b, x.Meters), `,"metric":"distance"`...)
	} else {
		b = append(wire.AppendFloat(b, x.Minutes), `,"metric":"time"`...)
	}
	for _, name := range []string{"color", "fill", "fillColor"} {
		b = append(append(append(b, `,"`...), name...), `":`...)
		b = wire.AppendString(b, "#"+x.Color)
	}
	b = append(b, `,"opacity":0.33,"fill-opacity":0.33,"fillOpacity":0.33},"geometry":`...)
	return append(a.appendGeometry(b, x.polygons), '}')
}

// appendGeometry appends polygons, or the lines around them; one by itself or several together.
func (a *Answer) appendGeometry(b []byte, list [][][]geometry.Point) []byte {
	kind := "LineString"
	if a.Polygons {
		kind = "Polygon"
	}
	if len(list) != 1 {
		kind = "Multi" + kind
	}
	b = append(append(append(b, `{"type":"`...), kind...), `","coordinates":`...)
	if len(list) == 1 {
		return append(a.appendShape(b, list[0]), '}')
	}
	b = append(b, '[')
	for i, p := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = a.appendShape(b, p)
	}
	return append(b, `]}`...)
}

// appendShape appends a polygon with its holes, or the line around it.
func (a *Answer) appendShape(b []byte, rings [][]geometry.Point) []byte {
	if !a.Polygons {
		return wire.AppendLine(b, rings[0])
	}
	b = append(b, '[')
	for i, r := range rings {
		if i > 0 {
			b = append(b, ',')
		}
		b = wire.AppendLine(b, r)
	}
	return append(b, ']')
}
