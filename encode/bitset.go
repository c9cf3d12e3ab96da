package encode

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"sort"
)

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

// rankWords is the number of words between two samples of the number of ones.
const rankWords = 8

// bitsView is a view of Bits: for every 8 words the number of ones before them, 4 bytes, then the words; or, sparse, the
// sorted rows that are ones.
type bitsView struct {
	rows   int
	sample []byte
	word   []byte
	sparse *ints
	// where they lie
	samples, words stretch
}

func (v *bitsView) at(i int) bool {
	if v.sparse == nil {
		p := uint64(i) >> 6 * 8
		return v.words.touch(p, p+8) && load64(v.word, p)>>(i&63)&1 != 0
	}
	k := v.rankBefore(i)
	return k < v.sparse.rows && v.sparse.at(uint64(k)) == uint64(i)
}

func (v *bitsView) rankBefore(i int) int {
	if v.sparse != nil {
		return sort.Search(v.sparse.rows, func(k int) bool { return v.sparse.at(uint64(k)) >= uint64(i) })
	}
	w := uint64(i) >> 6
	first := w / rankWords
	if !v.samples.touch(first*4, first*4+4) || !v.words.touch(first*rankWords*8, w*8+8) {
		return 0
	}
	n := int(uint32(load64(v.sample, first*4)))
	for k := first * rankWords; k < w; k++ {
		n += bits.OnesCount64(load64(v.word, k*8))
	}
	return n + bits.OnesCount64(load64(v.word, w*8)&mask(uint(i)&63))
}

// ones returns the number of ones of all rows.
func (c *Bits) ones() uint32 {
	if len(c.word) == 0 {
		return 0
	}
	last := len(c.word) - 1
	return c.rank[last] + uint32(bits.OnesCount64(c.word[last]))
}

func rankOf(word []uint64, rank []uint32, i int) int {
	if i>>6 >= len(word) {
		if len(word) == 0 {
			return 0
		}
		return int(rank[len(word)-1]) + bits.OnesCount64(word[len(word)-1])
	}
	return int(rank[i>>6]) + bits.OnesCount64(word[i>>6]&mask(uint(i)&63))
}

// encodeBits writes words with rank samples, or sparse where that is smaller and O(log n) will do.
func encodeBits(c *Bits, hot bool) (Encoding, []byte) {
	var b []byte
	for k := 0; k < len(c.word); k += rankWords {
		b = binary.LittleEndian.AppendUint32(b, c.rank[k])
	}
	for _, w := range c.word {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	if hot || int(c.ones()) > c.n/8 {
		return EncodingBits, b
	}
	var rows []uint64
	for i := range c.n {
		if c.At(i) {
			rows = append(rows, uint64(i))
		}
	}
	if s := appendPart(nil, encodeInts(rows, intsOptions{hot: true})); len(s) < len(b) {
		return EncodingSparse, s
	}
	return EncodingBits, b
}

func openBits(enc Encoding, rows int, p *parser) (*bitsView, error) {
	v := &bitsView{rows: rows}
	switch enc {
	case EncodingSparse:
		s := p.hotPart(rows)
		v.sparse = &s
	case EncodingBits:
		words := uint64(rows+63) / 64
		v.samples = p.place()
		v.sample = p.take((words + rankWords - 1) / rankWords * 4)
		v.words = p.place()
		v.word = p.take(words * 8)
	default:
		p.fail(fmt.Errorf("%v is no encoding of bits", enc))
	}
	if p.err != nil {
		return &bitsView{rows: rows}, p.err
	}
	return v, nil
}
