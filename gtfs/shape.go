package gtfs

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"graphbuild/geometry"
	"graphbuild/report"
)

// Shapes is shapes.txt in columns, sorted by shape, then sequence: 8 bytes a point, 4 more where the feed has distances.
type Shapes struct {
	ID    []string
	Line  []uint32 // of the first row in the file
	Start []uint32 // one more row than shapes
	Point []geometry.Point
	Dist  []float32 // shape_dist_traveled in the unit of the feed, NaN where empty; nil where no row has one
}

// shapeReader has the columns while they are being filled.
type shapeReader struct {
	*Shapes
	t     *table
	ids   map[string]ShapeIndex
	shape []ShapeIndex
	seq   []uint32
	last  ShapeIndex
	dist  distColumn
}

func (r *reader) readShapes() error {
	t, err := r.open("shapes.txt", "shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence")
	if t == nil {
		r.feed.Shapes.Start = []uint32{0}
		return err
	}
	key, lat, lon := t.column("shape_id"), t.column("shape_pt_lat"), t.column("shape_pt_lon")
	seq := t.column("shape_pt_sequence")
	t.keyed("shape", key)
	s := shapeReader{Shapes: &r.feed.Shapes, t: t, ids: r.shapes, last: NoShape, dist: distColumn{t: t, c: t.column("shape_dist_traveled")}}
	for t.next() {
		s.row(key, lat, lon, seq)
	}
	s.finish()
	return t.close()
}

func (s *shapeReader) row(key, lat, lon, seq column) {
	t := s.t
	p, bad := readPoint(t, lat, lon)
	if bad != "" {
		t.dropSaying("gtfs_bad_coordinate", bad)
		return
	}
	n, ok := sequence(t, seq)
	if !ok {
		return
	}
	i, ok := s.index(t, key)
	if !ok {
		t.drop("gtfs_missing_id", key, "is empty")
		return
	}
	if len(s.Point) == cap(s.Point) {
		n := t.moreRows(len(s.Point))
		s.shape, s.seq, s.Point = slices.Grow(s.shape, n), slices.Grow(s.seq, n), slices.Grow(s.Point, n)
	}
	s.shape = append(s.shape, i)
	s.seq = append(s.seq, n)
	s.Point = append(s.Point, p)
	s.dist.add(len(s.Point) - 1)
}

func (s *shapeReader) index(t *table, key column) (ShapeIndex, bool) {
	b := t.bytes(key)
	if s.last != NoShape && string(b) == s.ID[s.last] {
		return s.last, true
	}
	i, ok := lookup(s.ids, b)
	if !ok && len(b) > 0 {
		i = ShapeIndex(len(s.ID))
		s.ID = append(s.ID, t.text(key))
		s.Line = append(s.Line, uint32(t.s.line))
		s.ids[s.ID[i]] = i
		ok = true
	}
	s.last = i
	if !ok {
		s.last = NoShape
	}
	return i, ok
}

// finish sorts the points. Those of one sequence number are in order of distance, then of place, so that the order of
// rows in the file does not matter.
func (s *shapeReader) finish() {
	start, rows := grouped(s.shape, len(s.ID))
	s.shape = nil
	before := func(a, b uint32) int {
		pa, pb := s.Point[a], s.Point[b]
		return cmp.Or(cmp.Compare(s.seq[a], s.seq[b]), cmp.Compare(s.dist.at(a), s.dist.at(b)), cmp.Compare(pa.Lon, pb.Lon), cmp.Compare(pa.Lat, pb.Lat))
	}
	for i := range s.ID {
		if part := rows[start[i]:start[i+1]]; !slices.IsSortedFunc(part, before) {
			slices.SortFunc(part, before)
		}
		s.checkSequence(i, rows[start[i]:start[i+1]])
	}
	s.Start = start
	s.Dist = s.dist.values
	if !inOrder(rows) {
		s.Point = permuted(s.Point, rows)
		s.Dist = permuted(s.Dist, rows)
	}
}

// checkSequence tells once for a shape that places of it have the same number.
func (s *shapeReader) checkSequence(shape int, rows []uint32) {
	for i := 1; i < len(rows); i++ {
		if a, b := rows[i-1], rows[i]; s.seq[a] == s.seq[b] && s.Point[a] != s.Point[b] {
			r := s.t.r
			r.report.Add(report.Issue{Code: "gtfs_repeated_shape_sequence", Severity: report.Warning, File: s.t.file, Line: int(s.Line[shape]),
				Object:  r.feed.Object("shape", clip(s.ID[shape])),
				Message: fmt.Sprintf("shape_pt_sequence \"%d\" stands at two places of the shape, expected rising numbers", s.seq[a]),
				Action:  "rows taken in order of distance, then of longitude"})
			return
		}
	}
}

// sequence reads a number that orders rows; a row without it is dropped.
func sequence(t *table, c column) (uint32, bool) {
	v, ok := parseInt(t.bytes(c))
	if !ok || v < 0 || v > math.MaxUint32 {
		t.drop("gtfs_bad_sequence", c, "is not a whole number from 0")
		return 0, false
	}
	return uint32(v), true
}

// distColumn is shape_dist_traveled, which most feeds do not have: no memory until a row has a value.
type distColumn struct {
	t      *table
	c      column
	values []float32
}

func (d *distColumn) add(row int) {
	b := d.t.bytes(d.c)
	v := float32(math.NaN())
	if len(b) > 0 {
		f, ok := parseFloat(b)
		if ok && f >= 0 {
			v = float32(f)
		} else {
			d.t.repair("gtfs_bad_number", d.c, "is not a distance of 0 or more", "taken as empty")
		}
	}
	if v != v && d.values == nil {
		return
	}
	for len(d.values) < row {
		d.values = append(d.values, float32(math.NaN()))
	}
	d.values = append(d.values, v)
}

func (d *distColumn) at(row uint32) float32 {
	if d.values == nil {
		return 0
	}
	return d.values[row]
}
