package inflate

import (
	"errors"
	"math/bits"
)

// Sizes of codes and tables. A table has a first part, indexed by the next bits of the stream, and behind it a second part
// for each group of longer codes that share their first bits.
const (
	maxLit   = 288
	maxDist  = 32
	maxCode  = 15 // bits of the longest code
	litBits  = 11
	distBits = 8
	litRest  = maxCode - litBits
	distRest = maxCode - distBits
	// A second part has at least two codes, so half as many of them as codes are enough.
	litTable  = 1<<litBits + maxLit/2<<litRest
	distTable = 1<<distBits + maxDist/2<<distRest
)

// An entry of a table: its low four bits are the number of bits to use up, then come four bits with the number of extra
// bits, flags, and in the upper half the literal, the base to add extra bits to, or the index of a second part. Zero is no
// code at all.
const (
	literal  = 1 << 15
	indirect = 1 << 14
	endBlock = 1 << 13
)

// Meaning of the symbols for lengths, from 257 on, and for distances: base<<16 | extra bits<<4.
var (
	lengthEntries = entriesOf(3, []uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5})
	distEntries   = entriesOf(1, []uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13})
	codeOrder     = [19]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
)

func entriesOf(base uint32, extra []uint8) []uint32 {
	out := make([]uint32, len(extra))
	for i, bits := range extra {
		out[i] = base<<16 | uint32(bits)<<4
		base += 1 << bits
	}
	return out
}

// litEntry returns the entry of a symbol of the first code, less its length; false for symbols that must not be used.
func litEntry(symbol int) (uint32, bool) {
	switch {
	case symbol < 256:
		return uint32(symbol)<<16 | literal, true
	case symbol == 256:
		return endBlock, true
	case symbol == 285:
		return 258 << 16, true
	case symbol < 285:
		return lengthEntries[symbol-257], true
	}
	return 0, false
}

func distEntry(symbol int) (uint32, bool) {
	if symbol < len(distEntries) {
		return distEntries[symbol], true
	}
	return 0, false
}

func codeEntry(symbol int) (uint32, bool) { return uint32(symbol) << 16, true }

var errCode = errors.New("a damaged Huffman code")

// table is a table to be filled.
type table struct {
	entries []uint32
	first   uint // bits of the first part
	entry   func(symbol int) (uint32, bool)
}

// fill makes a table from the lengths of the codes, by symbol. A code of a single symbol, or of none, may leave bits
// without meaning; any other must use up all of them.
func (t *table) fill(lens []uint8) error {
	var count, next [maxCode + 2]int
	for _, n := range lens {
		count[n]++
	}
	used := len(lens) - count[0]
	count[0] = 0
	room := 1
	for n := 1; n <= maxCode; n++ {
		next[n+1] = (next[n] + count[n]) << 1
		room = room<<1 - count[n]
		if room < 0 {
			return errCode
		}
	}
	if room > 0 && (used > 1 || used == 1 && count[1] != 1) {
		return errCode
	}
	clear(t.entries[:1<<t.first])
	free := 1 << t.first
	for symbol, n := range lens {
		if n == 0 {
			continue
		}
		code := int(bits.Reverse16(uint16(next[n])) >> (16 - n))
		next[n]++
		e, ok := t.entry(symbol)
		if !ok {
			continue
		}
		free = t.put(code, uint(n), e, free)
	}
	return nil
}

// put enters a code, lowest bit first, of n bits; free is where second parts may begin.
func (t *table) put(code int, n uint, e uint32, free int) int {
	if n <= t.first {
		for i := code; i < 1<<t.first; i += 1 << n {
			t.entries[i] = e | uint32(n)
		}
		return free
	}
	rest := maxCode - t.first
	head := code & (1<<t.first - 1)
	if t.entries[head] == 0 {
		t.entries[head] = uint32(free)<<16 | indirect
		clear(t.entries[free : free+1<<rest])
		free += 1 << rest
	}
	second := t.entries[t.entries[head]>>16:][:1<<rest]
	for i := code >> t.first; i < 1<<rest; i += 1 << (n - t.first) {
		second[i] = e | uint32(n-t.first)
	}
	return free
}

func (d *Decoder) fixedCodes() error {
	for i := range d.lens[:maxLit] {
		switch {
		case i < 144, i >= 280:
			d.lens[i] = 8
		case i < 256:
			d.lens[i] = 9
		default:
			d.lens[i] = 7
		}
	}
	for i := range maxDist {
		d.lens[maxLit+i] = 5
	}
	return d.fillTables(maxLit, maxDist)
}

func (d *Decoder) fillTables(lits, dists int) error {
	lit := table{d.lit[:], litBits, litEntry}
	if err := lit.fill(d.lens[:lits]); err != nil {
		return err
	}
	dist := table{d.dist[:], distBits, distEntry}
	return dist.fill(d.lens[lits : lits+dists])
}

// dynamicCodes reads the codes of a block: the lengths of their codes, themselves coded.
func (d *Decoder) dynamicCodes() error {
	if err := d.need(14); err != nil {
		return err
	}
	lits, dists, codes := int(d.take(5))+257, int(d.take(5))+1, int(d.take(4))+4
	if lits > 286 {
		return errCode
	}
	var lens [19]uint8
	for _, i := range codeOrder[:codes] {
		if err := d.need(3); err != nil {
			return err
		}
		lens[i] = uint8(d.take(3))
	}
	var entries [1 << 7]uint32
	code := table{entries[:], 7, codeEntry}
	if err := code.fill(lens[:]); err != nil {
		return err
	}
	if err := d.readLens(entries[:], lits+dists); err != nil {
		return err
	}
	if d.lens[256] == 0 {
		return errors.New("a block without an end")
	}
	return d.fillTables(lits, dists)
}

// readLens reads so many lengths of codes: 0 to 15 is a length, 16 to 18 repeat one.
func (d *Decoder) readLens(entries []uint32, n int) error {
	for i := 0; i < n; {
		e, err := d.symbol(entries)
		if err != nil {
			return err
		}
		if e < 16 {
			d.lens[i] = uint8(e)
			i++
			continue
		}
		value, times := uint8(0), 3
		var bits uint
		switch e {
		case 16:
			if i == 0 {
				return errCode
			}
			value, bits = d.lens[i-1], 2
		case 17:
			bits = 3
		default:
			bits, times = 7, 11
		}
		if err := d.need(bits); err != nil {
			return err
		}
		times += int(d.take(bits))
		if times > n-i {
			return errCode
		}
		for range times {
			d.lens[i] = value
			i++
		}
	}
	return nil
}

// symbol reads one symbol of the code of lengths.
func (d *Decoder) symbol(entries []uint32) (uint32, error) {
	for d.n < 7 && d.ip < len(d.src) {
		if err := d.need(d.n + 1); err != nil {
			return 0, err
		}
	}
	e := entries[d.bits&127]
	if e == 0 {
		return 0, errCode
	}
	if uint(e&15) > d.n {
		return 0, ErrTruncated
	}
	d.take(uint(e & 15))
	return e >> 16, nil
}
