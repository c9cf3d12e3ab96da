package encode

import (
	"encoding/binary"
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

// BlockWriter writes one block of a CustomBlocks column.
type BlockWriter struct {
	count    [][]uint32 // by context and symbol, in the first round
	codes    []Huffman  // in the second
	bits     BitWriter
	counting bool
}

// Put writes v with the code of a context: short where v is of a size that is frequent there.
func (w *BlockWriter) Put(context int, v uint64) {
	class, raw := classOf(v)
	if w.counting {
		w.count[context][class]++
		return
	}
	c := &w.codes[context]
	length := uint(c.length[class])
	if length+raw <= 64 {
		w.bits.Put(uint64(c.code[class])|v&mask(raw)<<length, length+raw)
		return
	}
	w.bits.Put(uint64(c.code[class]), length)
	w.bits.Put(v, raw)
}

// PutSigned writes v, small for values near 0.
func (w *BlockWriter) PutSigned(context int, v int64) { w.Put(context, Zigzag(v)) }

// PutByte writes a symbol with a code of its own, whatever its size. A context is for Put or for PutByte, not both.
func (w *BlockWriter) PutByte(context int, b byte) {
	if w.counting {
		w.count[context][b]++
		return
	}
	c := &w.codes[context]
	w.bits.Put(uint64(c.code[b]), uint(c.length[b]))
}

// Bits writes the low n bits of v, n <= 56, as they are.
func (w *BlockWriter) Bits(v uint64, n uint) {
	if !w.counting {
		w.bits.Put(v, n)
	}
}

// newBlocks runs write over all blocks twice, to count and to write. Where the layout has a limit of bytes and they would
// be more, the view has none.
func newBlocks(l BlockLayout, write func(*BlockWriter, int)) *blocksView {
	if l.BlockRows < 1 || l.Contexts > maxContexts {
		panic("encode: blocks of no rows or with too many contexts")
	}
	n := (l.Rows + l.BlockRows - 1) / l.BlockRows
	w := BlockWriter{counting: true, count: make([][]uint32, l.Contexts)}
	for k := range w.count {
		w.count[k] = make([]uint32, maxSymbols)
	}
	for b := range n {
		write(&w, b)
	}
	for _, c := range w.count {
		w.codes = append(w.codes, NewHuffman(c))
	}
	cost := w.cost() / 8
	if l.limit > 0 && cost >= uint64(l.limit) {
		return &blocksView{}
	}
	w.counting = false
	w.bits.bytes = make([]byte, 0, cost+cost/32+64)
	start := make([]uint64, n+1)
	for b := range n {
		write(&w, b)
		start[b+1] = w.bits.Len()
	}
	return w.view(l, start)
}

// cost returns the bits of what was counted, without tables and index.
func (w *BlockWriter) cost() (bits uint64) {
	for k, count := range w.count {
		for class, n := range count {
			if n > 0 {
				bits += uint64(n) * uint64(uint(w.codes[k].length[class])+rawBits(class))
			}
		}
	}
	return bits
}

// view puts the parts together and opens them.
func (w *BlockWriter) view(l BlockLayout, start []uint64) *blocksView {
	body := binary.AppendUvarint(nil, uint64(l.BlockRows))
	body = binary.AppendUvarint(body, uint64(len(w.codes)))
	for k := range w.codes {
		body = w.codes[k].appendTable(body)
	}
	body = appendPart(body, encodeInts(start, intsOptions{hot: true}))
	body = append(body, w.bits.Bytes()...)
	v, err := openBlocks(l.Rows, &parser{b: padded(body)})
	if err != nil {
		panic("encode: own blocks: " + err.Error())
	}
	return v
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
