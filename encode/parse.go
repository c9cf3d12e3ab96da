package encode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// parser takes the parts of a section from its bytes; the first error stays and everything after is zero. What it takes
// is not touched yet where the section is guarded; what it reads is.
type parser struct {
	b   []byte // with slack behind
	g   *guard // nil: all bytes are there
	at  uint64 // of b in the section
	err error
}

// errEnds is what a section gives that ends before its parts do.
var errEnds = errors.New("the section ends early")

func (p *parser) fail(err error) {
	if p.err == nil {
		p.err = err
	}
	p.b = nil
}

// left returns the bytes that are left, without slack.
func (p *parser) left() int { return max(len(p.b)-slack, 0) }

// ready makes sure of the next n bytes, before they are read.
func (p *parser) ready(n int) {
	if p.g != nil && p.err == nil && !p.g.touch(p.at, p.at+uint64(n)) {
		p.fail(p.g.failure())
	}
}

// place returns where the next bytes lie.
func (p *parser) place() stretch { return stretch{p.g, p.at} }

// skip goes on by n bytes, which are there.
func (p *parser) skip(n int) {
	p.b = p.b[n:]
	p.at += uint64(n)
}

func (p *parser) byte() byte {
	p.ready(1)
	if p.left() < 1 {
		p.fail(errEnds)
		return 0
	}
	v := p.b[0]
	p.skip(1)
	return v
}

func (p *parser) uvarint() uint64 {
	p.ready(binary.MaxVarintLen64)
	v, n := binary.Uvarint(p.b[:p.left()])
	if n <= 0 {
		p.fail(errEnds)
		return 0
	}
	p.skip(n)
	return v
}

func (p *parser) varint() int64 { return Unzigzag(p.uvarint()) }

// count reads a number that must not be above limit.
func (p *parser) count(limit uint64, what string) int {
	v := p.uvarint()
	if v > min(limit, math.MaxInt) {
		p.fail(fmt.Errorf("%d %s, at most %d expected", v, what, limit))
		return 0
	}
	return int(v)
}

// take returns the next n bytes, with whatever follows as slack. They are not to be read before they are touched.
func (p *parser) take(n uint64) []byte {
	if p.err != nil || n > uint64(p.left()) {
		p.fail(errEnds)
		return make([]byte, slack)
	}
	v := p.b[: n+slack : n+slack]
	p.skip(int(n))
	return v
}

// load is take for bytes that are read at once.
func (p *parser) load(n uint64) []byte {
	p.ready(int(min(n, uint64(p.left()))))
	return p.take(n)
}

// text returns the next n bytes alone.
func (p *parser) text(n int) []byte {
	b := p.load(uint64(n))
	n = min(n, len(b)-slack)
	return b[:n:n]
}

// rest returns all that is left with its slack.
func (p *parser) rest() []byte { return p.take(uint64(p.left())) }

// sub takes the next n bytes as a part with a parser of its own.
func (p *parser) sub(n int) parser {
	at := p.at
	return parser{b: p.take(uint64(n)), g: p.g, at: at, err: p.err}
}

// hotPart reads integers that stand as a part of the section and have O(1) access. It keeps parts from nesting without
// end.
func (p *parser) hotPart(most int) ints {
	p.ready(1)
	if p.left() > 0 && Encoding(p.b[0]) >= EncodingSparse {
		p.fail(fmt.Errorf("%v inside of a part", Encoding(p.b[0])))
		return ints{}
	}
	return p.part(most)
}

// part reads integers that stand as a part of the section, of which there are at most so many.
func (p *parser) part(most int) ints {
	enc := Encoding(p.byte())
	rows := p.count(uint64(most), "rows of a part")
	body := p.sub(p.count(uint64(p.left()), "bytes of a part"))
	if p.err != nil {
		return ints{}
	}
	v, err := openInts(enc, rows, &body)
	if err != nil {
		p.fail(err)
	}
	return v
}

// maxRows is the largest number of rows of a column.
const maxRows = 1<<32 - 2

// openInts returns a view of integers, which are all that p has left.
func openInts(enc Encoding, rows int, p *parser) (ints, error) {
	v := ints{enc: enc, rows: rows}
	size := p.left()
	switch enc {
	case EncodingConst:
		v.base = uint64(p.varint())
	case EncodingRaw:
		v.width = min(uint(p.byte()), 8)
		v.guardData(p)
	case EncodingFixed:
		v.base = uint64(p.varint())
		v.width = min(uint(p.byte()), 64)
		v.guardData(p)
	case EncodingPacked, EncodingPatched, EncodingLinear:
		v.openHeads(p)
	case EncodingSparse:
		v.base = uint64(p.varint())
		v.other = &exceptions{row: p.hotPart(rows), value: p.hotPart(rows)}
		if v.other.row.rows != v.other.value.rows {
			p.fail(errors.New("sparse rows and values do not fit"))
		}
	case EncodingBlocks, EncodingBlocksDelta, EncodingBlocksRecent:
		v.cold = openBlockInts(enc, rows, p)
	default:
		p.fail(fmt.Errorf("%v is no encoding of integers", enc))
	}
	if p.err == nil && !v.plausible() {
		p.fail(fmt.Errorf("%d rows do not fit into %d bytes of %v", rows, size, enc))
	}
	if p.err != nil {
		return ints{rows: rows}, p.err
	}
	return v, nil
}

func (v *ints) openHeads(p *parser) {
	v.base = uint64(p.varint())
	l := headLayout{uint(p.byte()), uint(p.byte()), uint(p.byte()), uint(p.byte())}
	if v.enc == EncodingPatched {
		v.width = min(uint(p.byte()), 64)
	}
	if !l.valid() {
		p.fail(fmt.Errorf("block heads of %d, %d, %d, %d bits", l.offset, l.exceptions, l.slope, l.base))
		return
	}
	size, _, _ := l.bytes()
	heads := p.place()
	v.head = newBlockHeads(l, p.take(uint64(v.rows+blockRows-1)/blockRows*size))
	v.guardData(p)
	if v.guard != nil {
		v.guard.heads = heads
	}
}

// guardData takes the rest as the data, and remembers where it lies if the section is guarded.
func (v *ints) guardData(p *parser) {
	if p.g != nil {
		v.guard = &guardedInts{data: p.place()}
	}
	v.data = p.rest()
}

// guardedInts is where integers lie in a guarded section.
type guardedInts struct{ heads, data stretch }

// touch makes sure of what row i is read from.
func (v *ints) touch(i uint64) bool {
	g := v.guard
	switch v.enc {
	case EncodingRaw:
		p := i * uint64(v.width)
		return g.data.touch(p, p+uint64(v.width))
	case EncodingFixed:
		p := i * uint64(v.width) >> 3
		return g.data.touch(p, p+uint64(v.width)/8+2)
	}
	p := i >> blockShift * v.head.size
	if !g.heads.touch(p, p+v.head.size) {
		return false
	}
	h := v.head.at(i >> blockShift)
	from := h.offset
	if v.enc != EncodingPatched {
		from *= 8
	}
	return g.data.touch(from, from+(blockRows*uint64(h.width)+h.exceptions*uint64(v.width)+7)/8)
}

// touchAll makes sure of all rows.
func (v *ints) touchAll() bool {
	return v.guard == nil || v.guard.heads.touch(0, uint64(len(v.head.bytes))) && v.guard.data.touch(0, uint64(len(v.data)))
}
