package diff

import (
	"cmp"
	"strings"

	"graphbuild/geometry"
)

// row is an object of a graph: its key, a digest of all that is compared, and its number in the graph.
type row struct {
	key    key
	digest uint64
	ref    uint32
}

// key is what an object is known by in both graphs.
type key struct {
	n [3]int64
	s string
}

func (k key) compare(o key) int {
	return cmp.Or(cmp.Compare(k.n[0], o.n[0]), cmp.Compare(k.n[1], o.n[1]), cmp.Compare(k.n[2], o.n[2]), strings.Compare(k.s, o.s))
}

// hash spreads keys over parts.
func (k key) hash() uint64 {
	h := newDigest()
	for _, n := range k.n {
		h.add(uint64(n))
	}
	h.text(k.s)
	return uint64(h)
}

// compareRows orders rows by key, then digest, so that the same rows have the same order in both graphs.
func compareRows(a, b row) int {
	return cmp.Or(a.key.compare(b.key), cmp.Compare(a.digest, b.digest), cmp.Compare(a.ref, b.ref))
}

// part is number i of n parts of all keys.
type part struct{ i, n uint64 }

func (p part) has(k key) bool { return p.n == 1 || k.hash()%p.n == p.i }

// digest is a hash of values: two objects that differ have the same one in about 1 of 2^64 cases.
type digest uint64

func newDigest() digest { return 0x9e3779b97f4a7c15 }

// add mixes a number in. The steps are those of the finalizer of MurmurHash3, by Austin Appleby.
func (d *digest) add(v uint64) {
	h := uint64(*d)*31 + v
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	*d = digest(h ^ h>>33)
}

// point mixes a position in.
func (d *digest) point(p geometry.Point) { d.add(uint64(uint32(p.Lat))<<32 | uint64(uint32(p.Lon))) }

// text mixes a text in, and where it ends.
func (d *digest) text(s string) {
	const prime = 1099511628211 // FNV-1a
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * prime
	}
	d.add(h)
	d.add(uint64(len(s)))
}
