package encode

// Bits is a column of booleans, with the number of ones before a row in O(1).
type Bits struct {
	word []uint64
	rank []uint32 // ones before each word, of the first len(rank) words
	n    int
	view *lazy[bitsView]
}

// BitsOf returns a column with the rows v.
func BitsOf(v []bool) Bits {
	var c Bits
	for _, b := range v {
		c.Append(b)
	}
	return c
}

// Len returns the number of rows.
func (c *Bits) Len() int {
	if c.view != nil {
		return c.view.rows()
	}
	return c.n
}

// Append adds a row to a column that is not a view.
func (c *Bits) Append(b bool) {
	if c.n&63 == 0 {
		c.rank = append(c.rank, c.ones())
		c.word = append(c.word, 0)
	}
	if b {
		c.word[c.n>>6] |= 1 << (c.n & 63)
	}
	c.n++
}

// At returns row i, which must be in range.
func (c *Bits) At(i int) bool {
	if c.view == nil {
		return c.word[i>>6]>>(i&63)&1 != 0
	}
	return c.view.get().at(i)
}

// Rank returns the number of ones in the rows before i, which may be Len.
func (c *Bits) Rank(i int) int {
	if c.view == nil {
		return rankOf(c.word, c.rank, i)
	}
	return c.view.get().rankBefore(i)
}
