package tiles

import (
	"cmp"
	"slices"
	"strings"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/geojson"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// pointIndex finds things in a box by their number.
type pointIndex struct {
	index geometry.Index
	ids   []uint32 // of each leaf
}

// entry is a thing with its box.
type entry struct {
	id  uint32
	box geometry.Box
}

func boxAt(p geometry.Point) geometry.Box {
	return geometry.Box{W: p.Lon, S: p.Lat, E: p.Lon, N: p.Lat}
}

// newPointIndex sorts the things along the curve, as the index wants it.
func newPointIndex(entries []entry) *pointIndex {
	slices.SortStableFunc(entries, func(a, b entry) int {
		return cmp.Compare(geometry.CurveKey(geometry.Point{Lon: a.box.W, Lat: a.box.S}), geometry.CurveKey(geometry.Point{Lon: b.box.W, Lat: b.box.S}))
	})
	x := &pointIndex{ids: make([]uint32, len(entries))}
	boxes := make([]geometry.Box, len(entries))
	for i, e := range entries {
		x.ids[i], boxes[i] = e.id, e.box
	}
	x.index, _ = geometry.OpenIndex(geometry.BuildIndex(boxes), len(boxes)) // what we built is sound
	return x
}

// in returns the numbers of the things that may be in a box, rising.
func (x *pointIndex) in(b geometry.Box) []uint32 {
	var out []uint32
	x.index.Within(b, func(leaf int) bool {
		out = append(out, x.ids[leaf])
		return true
	})
	slices.Sort(out)
	return out
}

// isPlace reports whether a feed gives a position: 0,0 is what is written where there is none.
func isPlace(p geometry.Point) bool { return p != geometry.Point{} && p.Valid() }

func (s *Source) indexStops() *pointIndex {
	var entries []entry
	for i := range s.g.NumStops() {
		if p := s.g.Stop(graph.StopID(i)).Point(); isPlace(p) {
			entries = append(entries, entry{uint32(i), boxAt(p)})
		}
	}
	return newPointIndex(entries)
}

// indexLinks indexes the stops that have links, with all that these reach.
func (s *Source) indexLinks() *pointIndex {
	var entries []entry
	for i := range s.g.NumStops() {
		stop := s.g.Stop(graph.StopID(i))
		links := stop.Links()
		if len(links) == 0 || !isPlace(stop.Point()) {
			continue
		}
		b := boxAt(stop.Point())
		for _, l := range links {
			b.Add(s.placeOf(l))
		}
		entries = append(entries, entry{uint32(i), b})
	}
	return newPointIndex(entries)
}

// placeOf returns the place on the street that a stop is tied to.
func (s *Source) placeOf(l graph.StopLink) geometry.Point {
	at, _ := geometry.PointAlong(s.g.AppendPairGeometry(nil, l.Pair), l.OffsetM)
	return at
}

func (s *Source) indexRestrictions() *pointIndex {
	entries := make([]entry, s.g.NumRestrictions())
	for i := range entries {
		r := s.g.Restriction(graph.RestrictionID(i))
		entries[i] = entry{uint32(i), boxAt(s.g.Edge(r.From).To().Point())}
	}
	return newPointIndex(entries)
}

func (s *Source) indexIssues() *pointIndex {
	var entries []entry
	for i := range s.g.NumIssues() {
		x := s.g.Issue(i)
		if p := (geometry.Point{Lon: x.Lon, Lat: x.Lat}); x.Lon != graph.NoCoordinate && p.Valid() {
			entries = append(entries, entry{uint32(i), boxAt(p)})
		}
	}
	return newPointIndex(entries)
}

// addPoints adds the layers of restrictions, stops, links and issues.
func (d *drawing) addPoints() error {
	if d.zoom >= restrictionZoom {
		d.layer("restrictions", d.points(d.Source.restrictions(), d.restriction))
	}
	d.layer("stops", d.points(d.Source.stops(), d.stop))
	if d.zoom >= linkZoom {
		d.layer("links", d.linkFeatures())
	}
	d.layer("issues", d.points(d.Source.issues(), d.issue))
	return d.ctx.Err()
}

// points returns features for the things of an index that are on the tile. describe gives position and properties.
func (d *drawing) points(x *pointIndex, describe func(id uint32) (geometry.Point, func() geojson.Properties)) []*geojson.Feature {
	var out []*geojson.Feature
	thin := map[orb.Point]*geojson.Feature{}
	for _, id := range x.in(d.box) {
		p, properties := describe(id)
		at, ok := d.frame.point(p)
		if !ok {
			continue
		}
		cell := cellOf(at)
		if first := thin[cell]; first != nil && d.zoom < thinZoom {
			first.Properties["count"] = first.Properties["count"].(int) + 1
			continue
		}
		f := geojson.NewFeature(at)
		f.ID, f.Properties = uint64(id), properties()
		if d.zoom < thinZoom {
			f.Properties["count"] = 1
			thin[cell] = f
		}
		out = append(out, f)
	}
	return out
}

// cellOf returns the square of two pixels that a point is in.
func cellOf(p orb.Point) orb.Point {
	const units = 2 * extent / 512
	return orb.Point{float64(int(p[0]+extent) / units), float64(int(p[1]+extent) / units)}
}

func (d *drawing) stop(id uint32) (geometry.Point, func() geojson.Properties) {
	s := d.g.Stop(graph.StopID(id))
	return s.Point(), func() geojson.Properties {
		return geojson.Properties{
			"id": d.g.Feed(s.Feed()).Label + ":" + s.ID(), "name": s.Name(), "type": graph.VertexTypeName(s.VertexType()), "linked": s.IsReached(),
		}
	}
}

// linkFeatures returns a line for each link.
func (d *drawing) linkFeatures() []*geojson.Feature {
	var out []*geojson.Feature
	for _, id := range d.Source.links().in(d.box) {
		stop := d.g.Stop(graph.StopID(id))
		for _, l := range stop.Links() {
			parts := d.frame.lines([]geometry.Point{stop.Point(), d.placeOf(l)}, true)
			if len(parts) == 0 {
				continue
			}
			f := geojson.NewFeature(geometryOf(parts))
			f.ID = uint64(id)
			f.Properties = geojson.Properties{
				"stop": d.g.Feed(stop.Feed()).Label + ":" + stop.ID(), "pair": int(l.Pair), "distance_m": l.DistanceM, "modes": modesText(l.Modes),
			}
			out = append(out, f)
		}
	}
	return out
}

func (d *drawing) restriction(id uint32) (geometry.Point, func() geojson.Properties) {
	r := d.g.Restriction(graph.RestrictionID(id))
	from := d.g.Edge(r.From)
	return from.To().Point(), func() geojson.Properties {
		to := d.g.Edge(r.To)
		p := geojson.Properties{"kind": "no", "modes": modesText(r.Modes), "via_ways": len(r.Via)}
		if r.Kind == facts.Only {
			p["kind"] = "only"
		}
		if r.RelationID > 0 {
			p["relation"] = r.RelationID
		}
		for name, text := range map[string]string{"from": nameOf(from), "to": nameOf(to), "condition": r.Condition} {
			if text != "" {
				p[name] = text
			}
		}
		return p
	}
}

// nameOf names a street: by its name, else by its way.
func nameOf(e graph.Edge) string {
	if name := e.Name(); name != "" {
		return name
	}
	return e.Facts().Class.String()
}

func modesText(s facts.Modes) string { return strings.Join(s.Names(), ", ") }

func (d *drawing) issue(id uint32) (geometry.Point, func() geojson.Properties) {
	x := d.g.Issue(int(id))
	return geometry.Point{Lon: x.Lon, Lat: x.Lat}, func() geojson.Properties {
		p := geojson.Properties{"code": x.Code, "severity": int(x.Severity), "message": x.Message}
		for name, text := range map[string]string{"object": x.Object, "file": x.File, "action": x.Action} {
			if text != "" {
				p[name] = text
			}
		}
		if x.Line > 0 {
			p["line"] = int(x.Line)
		}
		return p
	}
}
