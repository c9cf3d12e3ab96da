package encode

import (
	"errors"
	"fmt"
)

var errSymbols = errors.New("a code with more symbols or longer codes than allowed")

// maxContexts is the largest number of codes of a section.
const maxContexts = 1024

// blocksView is a view of entropy-coded blocks: codes by context, the bits at which each block begins and the last
// one ends, and the bits.
type blocksView struct {
	blockRows int
	numBlocks int
	codes     []Huffman
	index     ints
	data      []byte // with slack
	place     stretch
	whole     whole
}

// openBlocks returns a view of blocks, which are all that p has left. It is never nil.
func openBlocks(rows int, p *parser) (*blocksView, error) {
	whole := p.whole()
	v := p.blocks(rows)
	if p.err != nil {
		return &blocksView{blockRows: max(v.blockRows, 1)}, p.err
	}
	v.whole = whole
	return v, nil
}

// blocks reads the rest of a section as blocks of rows.
func (p *parser) blocks(rows int) *blocksView {
	v := &blocksView{blockRows: max(p.count(maxBlockRows, "rows of a block"), 1)}
	v.numBlocks = (rows + v.blockRows - 1) / v.blockRows
	contexts := p.count(maxContexts, "codes")
	v.codes = make([]Huffman, contexts)
	for k := range v.codes {
		v.codes[k] = p.huffman()
	}
	v.index = p.hotPart(v.numBlocks + 1)
	if p.err == nil && v.index.rows != v.numBlocks+1 {
		p.fail(fmt.Errorf("%d blocks in the index, %d by the rows", v.index.rows-1, v.numBlocks))
	}
	v.place = p.place()
	v.data = p.rest()
	return v
}

// maxBlockRows bounds the memory of one decoded block.
const maxBlockRows = 1 << 16

func (v *blocksView) reader(block int) BlockReader {
	r := BlockReader{view: v, bit: 1 << 63}
	if block < 0 || block >= v.numBlocks {
		return r
	}
	bit, end := v.index.at(uint64(block)), v.index.at(uint64(block)+1)
	if v.place.touch(bit>>3, end>>3+1) {
		r.bit, r.end = bit, end
	}
	return r
}

// BlockReader reads what a BlockWriter wrote. It is a value for one goroutine. After the end, and where the bytes are
// corrupt, it reads zeros or any numbers, and never fails.
type BlockReader struct {
	view *blocksView
	bit  uint64
	end  uint64
}

// Get returns the next number, written by Put with the same context.
func (r *BlockReader) Get(context int) uint64 {
	if context >= len(r.view.codes) {
		return 0
	}
	c := &r.view.codes[context]
	x := load64(r.view.data, r.bit>>3) >> (r.bit & 7)
	e := c.table[x&c.mask]
	n, class := uint64(e&15), uint64(e>>4)
	r.bit += n
	if class < 4 {
		return class
	}
	raw := (class - 4) >> 2
	top := (4 | class&3) << (raw & 63)
	low := x >> n
	if n+raw > 57 {
		low = loadBits(r.view.data, r.bit, uint(raw))
	}
	r.bit += raw
	return top | low&(1<<(raw&63)-1)
}

// GetSigned returns the next number, written by PutSigned.
func (r *BlockReader) GetSigned(context int) int64 { return Unzigzag(r.Get(context)) }

// GetByte returns the next symbol, written by PutByte.
func (r *BlockReader) GetByte(context int) byte {
	if context >= len(r.view.codes) {
		return 0
	}
	c := &r.view.codes[context]
	e := c.table[load64(r.view.data, r.bit>>3)>>(r.bit&7)&c.mask]
	r.bit += uint64(e & 15)
	return byte(e >> 4)
}

// Bits returns the next n bits, n <= 56.
func (r *BlockReader) Bits(n uint) uint64 {
	x := load64(r.view.data, r.bit>>3) >> (r.bit & 7)
	r.bit += uint64(n)
	return x & mask(n)
}

// Overrun reports whether more was read than the block has, so that a reader of a count can stop.
func (r *BlockReader) Overrun() bool { return r.bit > r.end }

// empty reports whether a block has no bits at all.
func (r *BlockReader) empty() bool { return r.bit == r.end }

// Zigzag maps integers near 0 to small unsigned ones: 0, -1, 1, -2 to 0, 1, 2, 3.
func Zigzag(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

// Unzigzag undoes Zigzag.
func Unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }
