package graph

import (
	"slices"
	"sync"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// StreetAreaID is the row of an area that people cross: a square, a platform.
type StreetAreaID uint32

// StreetAreas are the areas that people cross in any direction, each with its polygon: squares, platforms and indoor areas,
// from closed ways and multipolygons. Their rings and the ways across them are edges of type area.
type StreetAreas struct {
	ID         encode.Col[int64] // of OSM; NoOSMID, or no rows to be filled, in a lean graph
	IsRelation encode.Col[uint8] // 1 where ID is that of a relation, else of a way
	Level      encode.Strings    // the tag level as written
	RingStart  []uint32          // one more row than areas: the rings of area a are RingStart[a] up to, not with, RingStart[a+1]
	PointStart []uint32          // one more row than rings
	Point      []geometry.Point  // of the rings, the first point not again at the end
	// Way lists the ways of the edges of areas, rising, and Area beside it their area; the first where a way has several.
	Way  encode.Col[WayID]
	Area encode.Col[StreetAreaID]
}

// AppendRing adds a ring to the area that is being made; EndArea ends that.
func (t *StreetAreas) AppendRing(ring []geometry.Point) {
	if len(t.PointStart) == 0 {
		t.PointStart = append(t.PointStart, 0)
	}
	t.Point = append(t.Point, ring...)
	t.PointStart = append(t.PointStart, uint32(len(t.Point)))
}

// EndArea adds the area of the rings since the last call.
func (t *StreetAreas) EndArea(id int64, isRelation bool, level string) {
	if len(t.RingStart) == 0 {
		t.RingStart = append(t.RingStart, 0)
	}
	t.RingStart = append(t.RingStart, uint32(len(t.PointStart)-1))
	t.ID.Append(id)
	kind := uint8(0)
	if isRelation {
		kind = 1
	}
	t.IsRelation.Append(kind)
	t.Level.Append(level)
}

func (t *StreetAreas) ring(i int) []geometry.Point { return t.Point[t.PointStart[i]:t.PointStart[i+1]] }

// storedAreas are the areas as they lie in a file. Each ring has its first point plainly, the others like geometry of
// pairs between that point and itself.
type storedAreas struct {
	ID         encode.Col[int64]   `col:"osm_id,unit=osm way or relation id,number=0,default=0"` // of the way or relation
	IsRelation encode.Col[uint8]   `col:"is_relation,number=1"`                                  // 1: osm_id is that of a relation, 0: of a way
	Level      encode.Strings      `col:"level,number=2"`                                        // the tag level as written
	Rings      encode.Col[uint32]  `col:"rings,number=3"`                                        // how many the area has; they follow each other
	First      encode.Points       `col:"first,unit=1e-7 degree,number=4,own"`                   // first point of each ring
	Ring       encode.CustomBlocks `col:"ring,unit=1e-7 degree,number=5,own"`                    // the points of each ring after the first
	Way        encode.Col[WayID]   `col:"way,number=6,own"`                                      // rising: ways of the edges of areas
	// beside way: row of this table; the first where a way has several
	Area encode.Col[StreetAreaID] `col:"way_area,number=7,own"`
}

// ringsPerBlock is how many rings are decoded together.
const ringsPerBlock = 32

func (s *storedAreas) pack(t *StreetAreas) {
	s.ID, s.IsRelation, s.Level, s.Way, s.Area = t.ID, t.IsRelation, t.Level, t.Way, t.Area
	for a := range t.IsRelation.Len() {
		s.Rings.Append(t.RingStart[a+1] - t.RingStart[a])
	}
	n := max(len(t.PointStart), 1) - 1
	lat, lon := make([]int32, n), make([]int32, n)
	for i := range n {
		lat[i], lon[i] = t.ring(i)[0].Lat, t.ring(i)[0].Lon
	}
	s.First = encode.PointsOf(lat, lon)
	layout := encode.BlockLayout{Rows: n, BlockRows: ringsPerBlock, Contexts: polylineContexts}
	s.Ring = encode.NewCustomBlocks(layout, func(w *encode.BlockWriter, block int) {
		for i := block * ringsPerBlock; i < min((block+1)*ringsPerBlock, n); i++ {
			ring := t.ring(i)
			putLine(w, lineEnds{ring[0], ring[0]}, ring[1:])
		}
	})
}

// unpack returns the areas as plain slices.
func (s *storedAreas) unpack() StreetAreas {
	t := StreetAreas{Way: encode.ColOf(s.Way.Slice()), Area: encode.ColOf(s.Area.Slice())}
	first, rings := 0, s.rings()
	for a := range s.IsRelation.Len() {
		last := first + int(s.Rings.At(a))
		for ; first < last && first < len(rings); first++ {
			t.AppendRing(rings[first])
		}
		t.EndArea(s.ID.At(a), s.IsRelation.At(a) != 0, s.Level.At(a))
	}
	return t
}

// rings decodes all rings.
func (s *storedAreas) rings() [][]geometry.Point {
	var out [][]geometry.Point
	for block := 0; block*ringsPerBlock < min(s.Ring.Len(), s.First.Len()); block++ {
		r := s.Ring.Reader(block)
		for i := block * ringsPerBlock; i < min((block+1)*ringsPerBlock, s.Ring.Len(), s.First.Len()); i++ {
			var p geometry.Point
			p.Lat, p.Lon = s.First.At(i)
			out = append(out, getLine(&r, lineEnds{p, p}, []geometry.Point{p}))
		}
	}
	return out
}

// streetAreas returns the areas as plain slices, decoded when first asked for and kept: 8 bytes a point.
func (g *Graph) streetAreas() *StreetAreas {
	g.mustBeOpen()
	if g.street.stored == nil {
		return &g.tables.StreetAreas
	}
	g.areas.once.Do(func() { g.areas.areas = g.street.stored.areas.unpack() })
	return &g.areas.areas
}

// areaCache holds the areas of a file.
type areaCache struct {
	once  sync.Once
	areas StreetAreas
}

// StreetArea is a handle of an area that people cross. The zero one is detached.
type StreetArea struct {
	g  *Graph
	id StreetAreaID
}

// NumStreetAreas returns the number of areas that people cross.
func (g *Graph) NumStreetAreas() int { return g.streetAreas().IsRelation.Len() }

// StreetArea returns an area; a detached one for a number that is not below NumStreetAreas.
func (g *Graph) StreetArea(id StreetAreaID) StreetArea {
	if int(id) >= g.NumStreetAreas() {
		return StreetArea{}
	}
	return StreetArea{g, id}
}

// Err returns ErrDetached when the area belongs to no graph, else nil.
func (a StreetArea) Err() error { return attachedErr(a.g) }

// ID returns the number of the area.
func (a StreetArea) ID() StreetAreaID { return a.id }

// OSM returns the id of the way or relation; false where the area is detached or the graph has no ids.
func (a StreetArea) OSM() (id int64, isRelation, ok bool) {
	if a.g == nil {
		return 0, false, false
	}
	t := a.g.streetAreas()
	id = t.ID.At(int(a.id))
	return id, t.IsRelation.At(int(a.id)) != 0, id != NoOSMID
}

// Level returns the tag level as written, "0;1"; empty where there is none.
func (a StreetArea) Level() string {
	if a.g == nil {
		return ""
	}
	return a.g.streetAreas().Level.At(int(a.id))
}

// Rings returns the rings of the polygon: a place is inside where it lies within an odd number of them. The slices belong
// to the graph and must not be changed.
func (a StreetArea) Rings() [][]geometry.Point {
	if a.g == nil {
		return nil
	}
	t := a.g.streetAreas()
	var rings [][]geometry.Point
	for i := t.RingStart[a.id]; i < t.RingStart[a.id+1]; i++ {
		rings = append(rings, t.ring(int(i)))
	}
	return rings
}

// StreetArea returns the area that an edge bounds or crosses; a detached one for other edges, and where the area has no
// polygon.
func (e Edge) StreetArea() StreetArea {
	w := e.Way()
	if w == NoWay || e.Type() != facts.Area {
		return StreetArea{}
	}
	t := e.g.streetAreas()
	i, ok := search(t.Way.Len(), func(i int) WayID { return t.Way.At(i) }, w)
	if !ok || i >= t.Area.Len() {
		return StreetArea{}
	}
	return e.g.StreetArea(t.Area.At(i))
}

// checkStreetAreas checks that rings have points on earth and that ways and areas are there.
func checkStreetAreas(c *checker) {
	t := c.g.streetAreas()
	if s := c.g.street.stored; s != nil {
		c.checkRings(&s.areas)
	}
	for i := range max(len(t.PointStart), 1) - 1 {
		ring := t.ring(i)
		if bad := slices.IndexFunc(ring, func(p geometry.Point) bool { return !p.Valid() }); bad >= 0 || len(ring) < 3 {
			c.problem(i, "ring of %d points, or with one that is not on earth", len(ring))
		}
	}
	if t.Way.Len() != t.Area.Len() {
		c.problem(0, "%d ways with %d areas", t.Way.Len(), t.Area.Len())
		return
	}
	for i := range t.Way.Len() {
		c.below(i, "way", int(t.Way.At(i)), c.g.tables.Ways.Name.Len())
		c.below(i, "area", int(t.Area.At(i)), t.IsRelation.Len())
		if i > 0 && t.Way.At(i) <= t.Way.At(i-1) {
			c.problem(i, "way %d after %d", t.Way.At(i), t.Way.At(i-1))
		}
	}
}

// checkRings checks that the areas of a file have all of its rings.
func (c *checker) checkRings(s *storedAreas) {
	sum := 0
	for _, n := range s.Rings.Slice() {
		sum += int(n)
	}
	if sum != s.First.Len() || sum != s.Ring.Len() {
		c.problem(0, "areas have %d rings of %d and %d", sum, s.First.Len(), s.Ring.Len())
	}
}
