package encode

// Degrees is a hot column of two counts and a flag a row, with the sums of the counts before a row: where the rows of
// a forward and of a backward list begin. 64 rows lie in 64 bytes, so that a row costs one cache line. Counts above 7
// are allowed and take 12 bytes more each.
type Degrees struct {
	enc *lazy[degreesView]
}

// SetFrom fills the column from a count forward, a count backward and a flag a row. The slices have the same length;
// flags may be nil. It panics where the lengths differ.
func (c *Degrees) SetFrom(forward, backward []uint32, flags []bool) {
	if len(forward) != len(backward) || flags != nil && len(flags) != len(forward) {
		panic("encode: degrees of different length")
	}
	c.enc = memory(newDegrees(forward, backward, flags), len(forward))
}

// Len returns the number of rows.
func (c *Degrees) Len() int {
	if c.enc == nil {
		return 0
	}
	return c.enc.rows()
}

// At returns for row i the sum of the forward counts before it, its forward count, and the same backward.
// i must be below Len.
func (c *Degrees) At(i int) (firstF, nF, firstB, nB uint32) { return c.enc.get().at(i) }

// Forward returns the forward half of At.
func (c *Degrees) Forward(i int) (first, n uint32) { return c.enc.get().forward(i) }

// Backward returns the backward half of At.
func (c *Degrees) Backward(i int) (first, n uint32) { return c.enc.get().backward(i) }

// Flag returns the flag of row i.
func (c *Degrees) Flag(i int) bool { return c.enc.get().flag(i) }
