package route

// bitSet is a set of small numbers: a bit for each that there may be.
type bitSet []uint64

// newBitSet returns an empty set of numbers below n.
func newBitSet(n int) bitSet { return make(bitSet, (n+63)/64) }

func (s bitSet) has(i uint32) bool { return s[i/64]>>(i%64)&1 != 0 }

func (s bitSet) add(i uint32) { s[i/64] |= 1 << (i % 64) }
