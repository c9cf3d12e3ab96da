package osm

import (
	"bytes"
	"hash/maphash"
)

// interner numbers distinct strings in the order of their first use. The zero value works after reset.
type interner struct {
	bytes []byte
	ends  []uint32
	slots []uint32 // number + 1 of a string, by its hash; 0 is free
	seed  maphash.Seed
}

func (t *interner) reset() {
	if t.slots == nil {
		t.slots = make([]uint32, 1<<10)
		t.seed = maphash.MakeSeed()
	}
	clear(t.slots)
	t.bytes, t.ends = t.bytes[:0], t.ends[:0]
}

// add returns the number of s.
func (t *interner) add(s []byte) uint32 {
	mask := uint64(len(t.slots) - 1)
	i := maphash.Bytes(t.seed, s) & mask
	for ; t.slots[i] != 0; i = (i + 1) & mask {
		if n := t.slots[i] - 1; bytes.Equal(t.at(n), s) {
			return n
		}
	}
	n := uint32(len(t.ends))
	t.bytes = append(t.bytes, s...)
	t.ends = append(t.ends, uint32(len(t.bytes)))
	t.slots[i] = n + 1
	if 2*len(t.ends) > len(t.slots) {
		t.grow()
	}
	return n
}

func (t *interner) at(n uint32) []byte {
	start := uint32(0)
	if n > 0 {
		start = t.ends[n-1]
	}
	return t.bytes[start:t.ends[n]:t.ends[n]]
}

func (t *interner) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for n := range t.ends {
		i := maphash.Bytes(t.seed, t.at(uint32(n))) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = uint32(n) + 1
	}
}

// table appends all strings to dst, as views that are valid until reset.
func (t *interner) table(dst [][]byte) [][]byte {
	for n := range t.ends {
		dst = append(dst, t.at(uint32(n)))
	}
	return dst
}
