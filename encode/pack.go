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
func fixedBytes(rows int, r ranges) int {
	return len(binary.AppendVarint(nil, int64(r.lo))) + 1 + (rows*int(width(r.hi-r.lo))+7)/8
}

func encodeFixed(v []uint64, r ranges) encodedInts {
	lo, n := r.lo, width(r.hi-r.lo)
	w := BitWriter{bytes: make([]byte, 0, len(v)*int(n)/8+24)}
	w.bytes = append(binary.AppendVarint(w.bytes, int64(lo)), byte(n))
	for _, x := range v {
		w.Put(x-lo, n)
	}
	return encodedInts{EncodingFixed, len(v), w.Bytes()}
}

// packer is how an encoding with heads divides a column: the heads, and the bits of its data.
type packer struct {
	enc            Encoding
	base           uint64
	heads          []blockHead
	bits           uint64
	exceptionWidth uint
}

// plan says what the packer would write.
func (p *packer) plan(v []uint64) directPlan {
	return directPlan{p.size(), func() encodedInts { return p.write(v) }}
}

// size returns the bytes of what write gives.
func (p *packer) size() int {
	head, _, _ := layoutOf(p.heads).bytes()
	n := len(binary.AppendVarint(nil, int64(p.base))) + 4 + len(p.heads)*int(head) + int(p.bits+7)/8
	if p.enc == EncodingPatched {
		n++
	}
	return n
}

// write puts the parts together: base, layout, the width of exceptions where there are any, heads, data.
func (p *packer) write(v []uint64) encodedInts {
	l := layoutOf(p.heads)
	b := binary.AppendVarint(make([]byte, 0, p.size()+slack), int64(p.base))
	b = append(b, byte(l.offset), byte(l.exceptions), byte(l.slope), byte(l.base))
	if p.enc == EncodingPatched {
		b = append(b, byte(p.exceptionWidth))
	}
	w := BitWriter{bytes: b}
	appendHeads(&w, l, p.heads)
	for k, h := range p.heads {
		p.block(&w, h, v[k*blockRows:min(len(v), (k+1)*blockRows)])
	}
	return encodedInts{p.enc, len(v), w.Bytes()}
}

// block writes the rows of a block.
func (p *packer) block(w *BitWriter, h blockHead, rows []uint64) {
	var buf [blockRows]uint64
	codes := buf[:len(rows)]
	for k, x := range rows {
		codes[k] = x - p.base - h.base - uint64(k)*h.slope>>slopeShift
	}
	w.Align(1) // only patched blocks need it
	split{width: h.width, exceptions: int(h.exceptions)}.put(w, codes, p.exceptionWidth)
}

// ranges are the smallest and the largest values of a column and of its blocks.
type ranges struct {
	lo, hi uint64
	blocks []struct{ lo, hi uint64 }
}

func rangesOf(v []uint64, o intsOptions) ranges {
	r := ranges{blocks: make([]struct{ lo, hi uint64 }, 0, len(v)/blockRows+1)}
	ends := make([]uint64, 0, 2*cap(r.blocks))
	for b := range slices.Chunk(v, blockRows) {
		lo, hi := lowHigh(b, o)
		r.blocks = append(r.blocks, struct{ lo, hi uint64 }{lo, hi})
		ends = append(ends, lo, hi)
	}
	r.lo, r.hi = lowHigh(ends, o)
	return r
}

func planPacked(v []uint64, r ranges) *packer {
	p := &packer{enc: EncodingPacked, base: r.lo, heads: make([]blockHead, 0, len(r.blocks))}
	for k, b := range r.blocks {
		h := blockHead{width: width(b.hi - b.lo), base: b.lo - r.lo, offset: p.bits / 64}
		p.heads = append(p.heads, h)
		p.bits += uint64(min(blockRows, len(v)-k*blockRows)) * uint64(h.width)
	}
	return p
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

// planPatched plans every so many blocks: all where the plan is to be written.
func planPatched(v []uint64, r ranges, step int) *packer {
	p := &packer{enc: EncodingPatched, base: r.lo, heads: make([]blockHead, 0, len(r.blocks)/step+1)}
	for _, b := range r.blocks {
		p.exceptionWidth = max(p.exceptionWidth, width(b.hi-b.lo))
	}
	var buf [blockRows]uint64
	for k := 0; k < len(r.blocks); k += step {
		lo, rows := r.blocks[k].lo, v[k*blockRows:min(len(v), (k+1)*blockRows)]
		codes := buf[:len(rows)]
		for i, x := range rows {
			codes[i] = x - lo
		}
		s := bestSplit(codes, p.exceptionWidth)
		p.bits = (p.bits + 7) &^ 7
		p.heads = append(p.heads, blockHead{width: s.width, base: lo - r.lo, offset: p.bits / 8, exceptions: uint64(s.exceptions)})
		p.bits += s.length(len(rows), p.exceptionWidth)
	}
	return p
}

// length returns the bits that put writes of n codes.
func (s split) length(n int, exceptionWidth uint) uint64 {
	if s.exceptions > 0 {
		n = blockRows
	}
	return uint64(n)*uint64(s.width) + uint64(s.exceptions)*uint64(exceptionWidth)
}

// planLinear plans rows that never fall, such as offsets. It is false for others, and for values that do not leave room for the
// slope.
func planLinear(v []uint64) (*packer, bool) {
	if !slices.IsSorted(v) || v[len(v)-1] > 1<<56 {
		return nil, false
	}
	p := &packer{enc: EncodingLinear, heads: make([]blockHead, 0, len(v)/blockRows+1)}
	low := int64(math.MaxInt64)
	var bases []int64
	for b := range slices.Chunk(v, blockRows) {
		h, base := linearHead(b)
		h.offset = p.bits / 64
		p.bits += uint64(len(b)) * uint64(h.width)
		p.heads, bases = append(p.heads, h), append(bases, base)
		low = min(low, base)
	}
	p.base = uint64(low)
	for k := range p.heads {
		p.heads[k].base = uint64(bases[k] - low)
	}
	return p, true
}

// linearHead returns the head of a block, without offset and base, and its base.
func linearHead(b []uint64) (blockHead, int64) {
	var h blockHead
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
