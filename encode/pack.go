package encode

import (
	"encoding/binary"
	"math"
	"slices"
)

func encodeConst(v []uint64) encodedInts {
	return encodedInts{EncodingConst, len(v), binary.AppendVarint(nil, int64(v[0]))}
}

// rawSize returns the fewest of 1, 2, 4, 8 bytes that hold all rows: negative ones take 8.
func rawSize(v []uint64) int {
	size := 1
	for width(slices.Max(v)) > uint(size)*8 {
		size *= 2
	}
	return size
}

// rawBytes is the length of what encodeRaw writes.
func rawBytes(v []uint64) int { return 1 + len(v)*rawSize(v) }

func encodeRaw(v []uint64) encodedInts {
	size := rawSize(v)
	w := BitWriter{bytes: append(make([]byte, 0, len(v)*size+16), byte(size))}
	for _, x := range v {
		w.Put(x, uint(size)*8)
	}
	return encodedInts{EncodingRaw, len(v), w.Bytes()}
}

// lowHigh returns the smallest and the largest value, in the order that the options ask for.
func lowHigh(v []uint64, o intsOptions) (lo, hi uint64) {
	flip := uint64(0)
	if o.signed {
		flip = 1 << 63
	}
	lo, hi = v[0]^flip, v[0]^flip
	for _, x := range v {
		lo, hi = min(lo, x^flip), max(hi, x^flip)
	}
	return lo ^ flip, hi ^ flip
}

// fixedBytes is the length of what encodeFixed writes.
func fixedBytes(v []uint64, o intsOptions) int {
	lo, hi := lowHigh(v, o)
	return len(binary.AppendVarint(nil, int64(lo))) + 1 + (len(v)*int(width(hi-lo))+7)/8
}

func encodeFixed(v []uint64, o intsOptions) encodedInts {
	lo, hi := lowHigh(v, o)
	n := width(hi - lo)
	w := BitWriter{bytes: make([]byte, 0, len(v)*int(n)/8+24)}
	w.bytes = append(binary.AppendVarint(w.bytes, int64(lo)), byte(n))
	for _, x := range v {
		w.Put(x-lo, n)
	}
	return encodedInts{EncodingFixed, len(v), w.Bytes()}
}

// packer collects blocks of an encoding with heads.
type packer struct {
	base  uint64
	heads []blockHead
	data  BitWriter
	buf   [blockRows]uint64
}

// finish puts the parts together: base, layout, the width of exceptions where there are any, heads, data.
func (p *packer) finish(enc Encoding, rows int, exceptionWidth uint) encodedInts {
	var heads BitWriter
	l := appendHeads(&heads, p.heads)
	b := binary.AppendVarint(nil, int64(p.base))
	b = append(b, byte(l.offset), byte(l.exceptions), byte(l.slope), byte(l.base))
	if enc == EncodingPatched {
		b = append(b, byte(exceptionWidth))
	}
	b = append(b, heads.Bytes()...)
	return encodedInts{enc, rows, append(b, p.data.Bytes()...)}
}

func encodePacked(v []uint64, o intsOptions) encodedInts {
	lo, _ := lowHigh(v, o)
	p := packer{base: lo}
	for b := range slices.Chunk(v, blockRows) {
		blo, bhi := lowHigh(b, o)
		h := blockHead{width: width(bhi - blo), base: blo - lo, offset: p.data.Len() / 64}
		p.heads = append(p.heads, h)
		for _, x := range b {
			p.data.Put(x-blo, h.width)
		}
	}
	return p.finish(EncodingPacked, len(v), 0)
}

// split is how a run of codes is divided: those that take width bits, and exceptions.
type split struct {
	width      uint
	exceptions int
	bits       int
}

// bestSplit finds the width at which a block with some exceptions of exceptionWidth bits each is smallest. The largest n
// codes are the exceptions; the n highest codes of the width stand for them.
func bestSplit(codes []uint64, exceptionWidth uint) split {
	var longer [66]uint8 // by number of bits: how many codes have as many or more
	widest := uint(0)
	for _, c := range codes {
		w := width(c)
		longer[w]++
		widest = max(widest, w)
	}
	for w := widest; w > 0; w-- {
		longer[w-1] += longer[w]
	}
	best := split{width: widest, bits: int(widest) * blockRows}
	for w := int(widest); w >= 0; w-- {
		least := int(longer[w+1])
		if w*blockRows+least*int(exceptionWidth) >= best.bits {
			continue
		}
		n := exceptionsAt(codes, uint(w), least)
		if bits := w*blockRows + n*int(exceptionWidth); n < min(len(codes), blockRows) && bits < best.bits {
			best = split{uint(w), n, bits}
		}
	}
	return best
}

// exceptionsAt returns how many of the codes must be exceptions at a width: those above the codes that are left when as
// many stand for exceptions. There are n at least. It is len(codes) where the width does not do.
func exceptionsAt(codes []uint64, w uint, n int) int {
	for {
		if uint64(n) > mask(w) {
			return len(codes)
		}
		above := 0
		for _, c := range codes {
			if c > mask(w)-uint64(n) {
				above++
			}
		}
		if above == n {
			return n
		}
		n = above
	}
}

// put writes codes in the form of a split: the codes, filled up to a whole block where exceptions follow, then those.
func (s split) put(w *BitWriter, codes []uint64, exceptionWidth uint) {
	var apart []uint64
	limit := mask(s.width) - uint64(s.exceptions)
	for _, c := range codes {
		if s.exceptions > 0 && c > limit {
			apart = append(apart, c)
			c = mask(s.width) + 1 - uint64(len(apart))
		}
		w.Put(c, s.width)
	}
	if s.exceptions == 0 {
		return
	}
	for range blockRows - len(codes) {
		w.Put(0, s.width)
	}
	for len(apart) < s.exceptions {
		apart = append(apart, 0)
	}
	for _, c := range apart {
		w.Put(c, exceptionWidth)
	}
}

func encodePatched(v []uint64, o intsOptions) encodedInts {
	lo, _ := lowHigh(v, o)
	p := packer{base: lo}
	widest := uint(0)
	for b := range slices.Chunk(v, blockRows) {
		blo, bhi := lowHigh(b, o)
		widest = max(widest, width(bhi-blo))
	}
	for b := range slices.Chunk(v, blockRows) {
		blo, _ := lowHigh(b, o)
		codes := p.buf[:len(b)]
		for k, x := range b {
			codes[k] = x - blo
		}
		s := bestSplit(codes, widest)
		p.data.Align(1)
		p.heads = append(p.heads, blockHead{width: s.width, base: blo - lo, offset: p.data.Len() / 8, exceptions: uint64(s.exceptions)})
		s.put(&p.data, codes, widest)
	}
	return p.finish(EncodingPatched, len(v), widest)
}

// encodeLinear writes rows that never fall, such as offsets. It gives no bytes for others, and for values that do not
// leave room for the slope.
func encodeLinear(v []uint64) encodedInts {
	if !slices.IsSorted(v) || v[len(v)-1] > 1<<56 {
		return encodedInts{}
	}
	var p packer
	low := int64(math.MaxInt64)
	var bases []int64
	for b := range slices.Chunk(v, blockRows) {
		h, base := p.addLinear(b)
		p.heads = append(p.heads, h)
		bases = append(bases, base)
		low = min(low, base)
	}
	p.base = uint64(low)
	for k := range p.heads {
		p.heads[k].base = uint64(bases[k] - low)
	}
	return p.finish(EncodingLinear, len(v), 0)
}

// addLinear writes what one block lies above its line, and gives the block's head without base, and its base.
func (p *packer) addLinear(b []uint64) (blockHead, int64) {
	h := blockHead{offset: p.data.Len() / 64}
	if len(b) > 1 {
		h.slope = (b[len(b)-1] - b[0]) / uint64(len(b)-1) << slopeShift
		h.slope += (b[len(b)-1] - b[0]) % uint64(len(b)-1) << slopeShift / uint64(len(b)-1)
	}
	line := func(k int) int64 { return int64(b[k]) - int64(uint64(k)*h.slope>>slopeShift) }
	lo, hi := line(0), line(0)
	for k := range b {
		lo, hi = min(lo, line(k)), max(hi, line(k))
	}
	h.width = width(uint64(hi - lo))
	for k := range b {
		p.data.Put(uint64(line(k)-lo), h.width)
	}
	return h, lo
}

// encodeSparse writes columns of which most rows have one value.
func encodeSparse(v []uint64) encodedInts {
	usual := mostFrequent(v)
	others := 0
	for _, x := range v {
		if x != usual {
			others++
		}
	}
	if others > len(v)/4 {
		return encodedInts{}
	}
	rows, values := make([]uint64, 0, others), make([]uint64, 0, others)
	for i, x := range v {
		if x != usual {
			rows, values = append(rows, uint64(i)), append(values, x)
		}
	}
	b := binary.AppendVarint(nil, int64(usual))
	b = appendPart(b, encodeInts(rows, intsOptions{hot: true}))
	b = appendPart(b, encodeInts(values, intsOptions{hot: true}))
	return encodedInts{EncodingSparse, len(v), b}
}

// mostFrequent returns the value that more than half of the rows have, if there is one, else any.
func mostFrequent(v []uint64) uint64 {
	candidate, votes := v[0], 0
	for _, x := range v {
		switch {
		case x == candidate:
			votes++
		case votes == 0:
			candidate, votes = x, 1
		default:
			votes--
		}
	}
	return candidate
}
