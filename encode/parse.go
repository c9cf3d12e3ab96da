package encode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// parser takes the parts of a section from its bytes; the first error stays and everything after is zero.
type parser struct {
	b   []byte // with slack behind
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

func (p *parser) byte() byte {
	if p.left() < 1 {
		p.fail(errEnds)
		return 0
	}
	v := p.b[0]
	p.b = p.b[1:]
	return v
}

func (p *parser) uvarint() uint64 {
	v, n := binary.Uvarint(p.b[:p.left()])
	if n <= 0 {
		p.fail(errEnds)
		return 0
	}
	p.b = p.b[n:]
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

// take returns the next n bytes, with whatever follows as slack.
func (p *parser) take(n uint64) []byte {
	if p.err != nil || n > uint64(p.left()) {
		p.fail(errEnds)
		return make([]byte, slack)
	}
	v := p.b[: n+slack : n+slack]
	p.b = p.b[n:]
	return v
}

// text returns the next n bytes alone.
func (p *parser) text(n int) []byte {
	b := p.take(uint64(n))
	return b[:min(n, len(b)-slack)]
}

// rest returns all that is left with its slack.
func (p *parser) rest() []byte { return p.take(uint64(p.left())) }

// hotPart reads integers that stand as a part of the section and have O(1) access. It keeps parts from nesting without
// end.
func (p *parser) hotPart(most int) ints {
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
	body := p.take(uint64(p.count(uint64(p.left()), "bytes of a part")))
	if p.err != nil {
		return ints{}
	}
	v, err := openInts(enc, rows, body)
	if err != nil {
		p.fail(err)
	}
	return v
}

// maxRows is the largest number of rows of a column.
const maxRows = 1<<32 - 2

// openInts returns a view of integers: body has slack behind it.
func openInts(enc Encoding, rows int, body []byte) (ints, error) {
	v := ints{enc: enc, rows: rows}
	p := parser{b: body}
	switch enc {
	case EncodingConst:
		v.base = uint64(p.varint())
	case EncodingRaw:
		v.width = min(uint(p.byte()), 8)
		v.data = p.rest()
	case EncodingFixed:
		v.base = uint64(p.varint())
		v.width = min(uint(p.byte()), 64)
		v.data = p.rest()
	case EncodingPacked, EncodingPatched, EncodingLinear:
		v.openHeads(&p)
	case EncodingSparse:
		v.base = uint64(p.varint())
		v.other = &exceptions{row: p.hotPart(rows), value: p.hotPart(rows)}
		if v.other.row.rows != v.other.value.rows {
			p.fail(errors.New("sparse rows and values do not fit"))
		}
	case EncodingBlocks, EncodingBlocksDelta, EncodingBlocksRecent:
		v.cold = openBlockInts(enc, rows, &p)
	default:
		p.fail(fmt.Errorf("%v is no encoding of integers", enc))
	}
	if p.err == nil && !v.plausible() {
		p.fail(fmt.Errorf("%d rows do not fit into %d bytes of %v", rows, len(body)-slack, enc))
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
	v.head = newBlockHeads(l, p.take(uint64(v.rows+blockRows-1)/blockRows*size))
	v.data = p.rest()
}
