package gtfs

import "graphbuild/geometry"

// Shapes is shapes.txt in columns, sorted by shape, then sequence: 8 bytes a point, 4 more where the feed has distances.
type Shapes struct {
	ID    []string
	Line  []uint32 // of the first row in the file
	Start []uint32 // one more row than shapes
	Point []geometry.Point
	Dist  []float32 // shape_dist_traveled in the unit of the feed, NaN where empty; nil where no row has one
}
