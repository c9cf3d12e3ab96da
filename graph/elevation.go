package graph

import "graphbuild/encode"

// Elevation is how far one climbs and descends along the pairs, from their From to their To vertex; a row a pair, or
// none in a graph that was built without elevation. Zero is unknown; other values are one more than the decimetres.
type Elevation struct {
	Ascent  encode.Col[uint32] `col:"ascent,unit=dm plus 1"`  // metres up from the `from` vertex to the `to` vertex; 0: unknown
	Descent encode.Col[uint32] `col:"descent,unit=dm plus 1"` // metres down, likewise
}

// Append adds the next pair.
func (t *Elevation) Append(ascentDM, descentDM uint32) {
	t.Ascent.Append(ascentDM + 1)
	t.Descent.Append(descentDM + 1)
}

// AppendUnknown adds the next pair, of which nothing is known.
func (t *Elevation) AppendUnknown() {
	t.Ascent.Append(0)
	t.Descent.Append(0)
}

// Climb returns the metres up and down along a street edge, to the decimetre; false where they are not known.
func (e Edge) Climb() (upM, downM float64, ok bool) {
	if !e.IsStreet() {
		return 0, 0, false
	}
	e.g.mustBeOpen()
	t, p := &e.g.tables.Elevation, int(e.Pair())
	if p >= t.Ascent.Len() || p >= t.Descent.Len() {
		return 0, 0, false
	}
	up, down := t.Ascent.At(p), t.Descent.At(p)
	if up == 0 || down == 0 {
		return 0, 0, false
	}
	upM, downM = float64(up-1)/10, float64(down-1)/10
	if e.id%2 == 1 {
		upM, downM = downM, upM
	}
	return upM, downM, true
}

// checkElevation checks that there is a row a pair, and that the two directions are known alike.
func checkElevation(c *checker) {
	t := &c.g.tables.Elevation
	if n := t.Ascent.Len(); n != 0 && n != c.g.street.pairs {
		c.problem(n, "%d rows for %d pairs", n, c.g.street.pairs)
		return
	}
	for p := 0; p < t.Ascent.Len() && !c.done; p++ {
		if (t.Ascent.At(p) == 0) != (t.Descent.At(p) == 0) {
			c.problem(p, "ascent is %d plus 1 dm, descent %d", t.Ascent.At(p), t.Descent.At(p))
		}
	}
}
