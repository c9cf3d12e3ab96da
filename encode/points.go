package encode

// Points is a hot column of coordinates: latitude and longitude of a row lie in one bit record.
type Points struct {
	enc *lazy[pointsView]
}

// PointsOf returns a column of points. The slices have the same length, else it panics.
func PointsOf(lat, lon []int32) Points {
	if len(lat) != len(lon) {
		panic("encode: latitudes and longitudes of different number")
	}
	return Points{enc: memory(newPoints(lat, lon), len(lat))}
}

// Len returns the number of rows.
func (c *Points) Len() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.rows()
}

// At returns row i, which must be below Len, in the units that the column was made with.
func (c *Points) At(i int) (lat, lon int32) { return c.enc.get().at(i) }
