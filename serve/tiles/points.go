package tiles

import (
	"cmp"
	"slices"
	"strings"

	"github.com/paulmach/orb"

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
		entries[i] = entry{uint32(i), boxAt(s.placeOfRestriction(uint32(i)))}
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

// points adds the layers of restrictions, stops, links and issues.
func (d *drawing) points() error {
	if d.zoom >= restrictionZoom {
		d.pointLayer("restrictions", d.restrictions(), d.placeOfRestriction, d.describeRestriction)
	}
	d.pointLayer("stops", d.stops(), d.placeOfStop, d.describeStop)
	if d.zoom >= linkZoom {
		d.addLinks()
	}
	d.pointLayer("issues", d.issues(), d.placeOfIssue, d.describeIssue)
	return d.ctx.Err()
}

// spot is a point of the tile, and how many things stand there.
type spot struct {
	id    uint32
	at    orb.Point
	count int64
}

// pointLayer adds a layer of the things of an index that are on the tile, with the properties that describe adds.
func (d *drawing) pointLayer(name string, x *pointIndex, place func(id uint32) geometry.Point, describe func(l *layerWriter, id uint32)) {
	l := newLayerWriter(name)
	for _, s := range d.spots(x, place) {
		describe(l, s.id)
		if d.zoom < thinZoom {
			l.number("count", s.count)
		}
		l.point(uint64(s.id), s.at)
	}
	d.tile = l.appendTo(d.tile)
}

// spots returns the points for the things of an index: below thinZoom the first of those in a cell stands for all.
func (d *drawing) spots(x *pointIndex, place func(id uint32) geometry.Point) []spot {
	var out []spot
	first := map[orb.Point]int{}
	for _, id := range x.in(d.box) {
		at, ok := d.frame.point(place(id))
		if !ok {
			continue
		}
		if d.zoom < thinZoom {
			if i, ok := first[cellOf(at)]; ok {
				out[i].count++
				continue
			}
			first[cellOf(at)] = len(out)
		}
		out = append(out, spot{id, at, 1})
	}
	return out
}

// cellOf returns the square of two pixels that a point is in.
func cellOf(p orb.Point) orb.Point {
	const units = 2 * extent / 512
	return orb.Point{float64(int(p[0]+extent) / units), float64(int(p[1]+extent) / units)}
}

func (s *Source) placeOfStop(id uint32) geometry.Point { return s.g.Stop(graph.StopID(id)).Point() }

func (s *Source) describeStop(l *layerWriter, id uint32) {
	stop := s.g.Stop(graph.StopID(id))
	l.text("id", s.stopID(stop))
	l.text("name", stop.Name())
	l.text("type", graph.VertexTypeName(stop.VertexType()))
	l.bool("linked", stop.IsReached())
}

// stopID returns the id of a stop with the label of its feed.
func (s *Source) stopID(stop graph.Stop) string { return s.g.Feed(stop.Feed()).Label + ":" + stop.ID() }

// addLinks adds a line for each link.
func (d *drawing) addLinks() {
	l := newLayerWriter("links")
	for _, id := range d.links().in(d.box) {
		stop := d.g.Stop(graph.StopID(id))
		for _, link := range stop.Links() {
			parts := d.frame.lines([]geometry.Point{stop.Point(), d.placeOf(link)}, true)
			if len(parts) == 0 {
				continue
			}
			l.text("stop", d.stopID(stop))
			l.number("pair", int64(link.Pair))
			l.decimal("distance_m", link.DistanceM)
			l.text("modes", modesText(link.Modes))
			l.lines(uint64(id), parts)
		}
	}
	d.tile = l.appendTo(d.tile)
}

// placeOfRestriction returns the head of the edge that the restriction begins with.
func (s *Source) placeOfRestriction(id uint32) geometry.Point {
	return s.g.Edge(s.g.Restriction(graph.RestrictionID(id)).From).To().Point()
}

func (s *Source) describeRestriction(l *layerWriter, id uint32) {
	r := s.g.Restriction(graph.RestrictionID(id))
	kind := "no"
	if r.Kind == facts.Only {
		kind = "only"
	}
	l.text("kind", kind)
	l.text("modes", modesText(r.Modes))
	l.number("via_ways", int64(len(r.Via)))
	if r.RelationID > 0 {
		l.number("relation", r.RelationID)
	}
	l.text("from", nameOf(s.g.Edge(r.From)))
	l.text("to", nameOf(s.g.Edge(r.To)))
	l.text("condition", r.Condition)
}

// nameOf names a street: by its name, else by its class.
func nameOf(e graph.Edge) string {
	if name := e.Name(); name != "" {
		return name
	}
	return e.Facts().Class.String()
}

func modesText(s facts.Modes) string { return strings.Join(s.Names(), ", ") }

func (s *Source) placeOfIssue(id uint32) geometry.Point {
	x := s.g.Issue(int(id))
	return geometry.Point{Lon: x.Lon, Lat: x.Lat}
}

func (s *Source) describeIssue(l *layerWriter, id uint32) {
	x := s.g.Issue(int(id))
	l.text("code", x.Code)
	l.number("severity", int64(x.Severity))
	l.text("message", x.Message)
	l.text("object", x.Object)
	l.text("file", x.File)
	l.text("action", x.Action)
	if x.Line > 0 {
		l.number("line", int64(x.Line))
	}
}
