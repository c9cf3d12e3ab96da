package encode

import (
	"encoding/binary"
	"fmt"
	"slices"
)

const (
	// coldRows are the rows of a block of integers: from 64 on larger blocks gain 1 % and cost time.
	coldRows = 128
	// coldSlots is the number of decoded blocks that a column keeps, of 1 KB each.
	coldSlots = 64
	// sizeContexts are the contexts of plain and delta blocks: by a third of the bit length of the number before.
	sizeContexts = 12
	firstContext = sizeContexts - 1
	// recentKept is the length of the list of values used last.
	recentKept     = 32
	recentFar      = recentKept + 1
	recentContexts = 4
	farContext     = recentContexts - 1
)

// blockInts are integers in entropy-coded blocks.
type blockInts struct {
	enc    Encoding
	rows   int
	shift  uint   // logarithm of the rows of a block
	base   uint64 // plain: added to all; delta: the value before each block
	newest ints   // recent: the largest value before each block, plus one
	blocks *blocksView
	cache  *BlockCache[[]uint64]
}

// sizeContext is the context of a number after one of value v.
func sizeContext(v uint64) int { return int(min(width(v)/3, firstContext-1)) }

// blockPlan is one of the kinds of blocks for a column.
type blockPlan struct {
	v      []uint64
	enc    Encoding
	base   uint64
	newest []uint64 // recent: the largest value before each block, plus one
	layout BlockLayout
}

// planBlocks plans v in blocks of one of three kinds; false where the kind does not do for v.
func planBlocks(v []uint64, enc Encoding, o intsOptions) (blockPlan, bool) {
	p := blockPlan{v: v, enc: enc, layout: BlockLayout{Rows: len(v), BlockRows: coldRows, Contexts: sizeContexts}}
	ok := true
	switch enc {
	case EncodingBlocks:
		p.base, _ = lowHigh(v, o)
	case EncodingBlocksDelta:
		p.base = middleStart(v)
	case EncodingBlocksRecent:
		p.newest, ok = newestBefore(v)
		p.layout.Contexts = recentContexts
	}
	return p, ok
}

func (p *blockPlan) write(w *BlockWriter, block int) {
	part := p.v[block*coldRows : min(len(p.v), (block+1)*coldRows)]
	switch p.enc {
	case EncodingBlocks:
		writePlain(w, part, p.base)
	case EncodingBlocksDelta:
		writeDelta(w, part, p.base)
	case EncodingBlocksRecent:
		writeRecent(w, part, p.newest[block])
	}
}

// encode gives no bytes where they would be more than the limit, unless that is 0.
func (p *blockPlan) encode(limit int) encodedInts {
	head := binary.AppendVarint(nil, int64(p.base))
	if p.enc == EncodingBlocksRecent {
		head = appendPart(head, encodeInts(p.newest, intsOptions{hot: true}))
	}
	l := p.layout
	l.limit = limit
	body := newBlocks(l, p.write)
	if body == nil {
		return encodedInts{}
	}
	return encodedInts{p.enc, len(p.v), append(head, body...)}
}

// sampleStep is how many blocks there are to one that tells which kinds are worth the time.
const sampleStep = 8

// likelyBlocks returns the kinds of blocks that may be the smallest, by a sample of the blocks: those within a quarter of the
// best. Of few blocks all are likely.
func likelyBlocks(v []uint64, o intsOptions) []blockPlan {
	var plans []blockPlan
	var cost []uint64
	for _, enc := range []Encoding{EncodingBlocks, EncodingBlocksDelta, EncodingBlocksRecent} {
		p, ok := planBlocks(v, enc, o)
		if !ok {
			continue
		}
		plans = append(plans, p)
		if p.layout.blocks() < 8*sampleStep {
			cost = append(cost, 0)
		} else {
			cost = append(cost, countBlocks(p.layout, p.write, sampleStep).cost())
		}
	}
	least := slices.Min(cost)
	likely := plans[:0]
	for k, p := range plans {
		if cost[k] <= least+least/4 {
			likely = append(likely, p)
		}
	}
	return likely
}

// middleStart returns the median of the first values of the blocks: what a block's first difference starts from.
func middleStart(v []uint64) uint64 {
	var first []uint64
	for i := 0; i < len(v); i += coldRows {
		first = append(first, v[i])
	}
	slices.Sort(first)
	return first[len(first)/2]
}

// newestBefore returns for each block the largest value before it, plus one. Values must be numbered by first use: each at
// most one above the largest before it.
func newestBefore(v []uint64) (newest []uint64, ok bool) {
	next := uint64(0)
	for i, x := range v {
		if i%coldRows == 0 {
			newest = append(newest, next)
		}
		if x > next {
			return nil, false
		}
		next = max(next, x+1)
	}
	return newest, true
}

// writePlain writes nothing for a block of which all rows are the base: with one bit a row, columns of few exceptions would
// take more than they need.
func writePlain(w *BlockWriter, v []uint64, base uint64) {
	if slices.Max(v) == base && slices.Min(v) == base {
		return
	}
	w.Bits(1, 1) // codes may take no bits: this tells the block from an empty one
	context := firstContext
	for _, x := range v {
		w.Put(context, x-base)
		context = sizeContext(x - base)
	}
}

func writeDelta(w *BlockWriter, v []uint64, before uint64) {
	context := firstContext
	for _, x := range v {
		z := Zigzag(int64(x - before))
		w.Put(context, z)
		context, before = sizeContext(z), x
	}
}

// recentList is the list of the values used last, the last one first. It starts with 0.
type recentList struct {
	value [recentKept]uint64
	n     int
}

// touch moves a value to the front: from place at, or from nowhere where at is the length.
func (l *recentList) touch(v uint64, at int) {
	if at == l.n {
		l.n = min(l.n+1, recentKept)
		at = l.n - 1
	}
	copy(l.value[1:at+1], l.value[:at])
	l.value[0] = v
}

func (l *recentList) find(v uint64) int {
	if at := slices.Index(l.value[:l.n], v); at >= 0 {
		return at
	}
	return l.n
}

// recentContext is the context after a code: after a new value, after a repeat of the last one, after any other.
func recentContext(code uint64) int { return int(min(code, 2)) }

// writeRecent writes 0 for a value that is new, else 1 + its place in the list of the last ones, else a mark and how far
// it is below the newest.
func writeRecent(w *BlockWriter, v []uint64, next uint64) {
	list := recentList{n: 1}
	context := 0
	for _, x := range v {
		at := list.find(x)
		code := uint64(at + 1)
		switch {
		case x == next:
			code = 0
			next++
		case at == list.n:
			code = recentFar
		}
		w.Put(context, code)
		if code == recentFar {
			w.Put(farContext, next-1-x)
		}
		list.touch(x, at)
		context = recentContext(code)
	}
}

// openBlockInts reads the rest of a section as integers in blocks.
func openBlockInts(enc Encoding, rows int, p *parser) *blockInts {
	c := &blockInts{enc: enc, rows: rows, base: uint64(p.varint())}
	if enc == EncodingBlocksRecent {
		c.newest = p.hotPart(rows)
	}
	c.blocks = p.blocks(rows)
	if p.err == nil && enc == EncodingBlocksRecent && c.newest.rows != c.blocks.numBlocks {
		p.fail(fmt.Errorf("%d blocks, but newest values of %d", c.blocks.numBlocks, c.newest.rows))
	}
	if n := uint64(c.blocks.blockRows); p.err == nil && n&(n-1) != 0 {
		p.fail(fmt.Errorf("blocks of %d rows, a power of two expected", n))
	}
	c.shift = width(uint64(c.blocks.blockRows)) - 1
	c.cache = NewBlockCache[[]uint64](min(coldSlots, c.blocks.numBlocks))
	return c
}

func (c *blockInts) at(i uint64) uint64 {
	b := c.decode(int(i >> (c.shift & 63)))
	return b[i&uint64(len(b)-1)]
}

// decode returns the values of a block, blockRows of them also in the last one.
func (c *blockInts) decode(block int) []uint64 {
	if b := c.cache.cached(block); b != nil {
		return *b // a method value costs an allocation
	}
	return *c.cache.Get(block, c.decodeNew)
}

func (c *blockInts) decodeNew(block int) *[]uint64 {
	out := make([]uint64, c.blocks.blockRows)
	part := out[:min(c.blocks.blockRows, c.rows-block*c.blocks.blockRows)]
	r := c.blocks.reader(block)
	switch c.enc {
	case EncodingBlocks:
		readPlain(&r, part, c.base)
	case EncodingBlocksDelta:
		readDelta(&r, part, c.base)
	case EncodingBlocksRecent:
		readRecent(&r, part, c.newest.at(uint64(block)))
	}
	return &out
}

func readPlain(r *BlockReader, out []uint64, base uint64) {
	if r.empty() {
		for k := range out {
			out[k] = base
		}
		return
	}
	r.Bits(1)
	context := firstContext
	for k := range out {
		x := r.Get(context)
		out[k], context = base+x, sizeContext(x)
	}
}

func readDelta(r *BlockReader, out []uint64, before uint64) {
	context := firstContext
	for k := range out {
		z := r.Get(context)
		before += uint64(Unzigzag(z))
		out[k], context = before, sizeContext(z)
	}
}

func readRecent(r *BlockReader, out []uint64, next uint64) {
	list := recentList{n: 1}
	context := 0
	for k := range out {
		code := r.Get(context)
		x, at := next, list.n
		switch {
		case code == 0:
			next++
		case code <= uint64(list.n):
			at = int(code - 1)
			x = list.value[at]
		default:
			x = next - 1 - r.Get(farContext)
		}
		list.touch(x, at)
		out[k], context = x, recentContext(code)
	}
}
