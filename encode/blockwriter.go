package encode

import "encoding/binary"

// BlockWriter writes blocks. In the first round it counts how often each symbol occurs in each context, and keeps what was put,
// so that the second, which writes, need not ask for it again.
type BlockWriter struct {
	count    [][]uint32 // by context and symbol
	asBytes  []bool     // contexts of PutByte
	codes    []Huffman  // in the second round
	bits     BitWriter
	counting bool
	kept     []uint64 // tokens of the first blocks, until there are too many
	keeping  bool
}

// A token is a context, a class and 45 bits of a number, from the highest bit down. Where the class has more raw bits, the number
// follows as a token of its own. Two contexts that nobody has stand for plain bits, whose number is the class, and for the end of
// a block.
const (
	tokenClass   = 45
	tokenContext = tokenClass + 8
	tokenRaw     = 1<<tokenClass - 1
	plainBits    = maxContexts
	blockEnd     = maxContexts + 1
	// maxKept bounds the memory of tokens: 32 MB. What comes after is asked for twice.
	maxKept = 1 << 22
)

// keep keeps a number with n raw bits.
func (w *BlockWriter) keep(context, class int, v uint64, n uint) {
	if !w.keeping {
		return
	}
	token := uint64(context)<<tokenContext | uint64(class)<<tokenClass
	if n <= tokenClass {
		w.kept = append(w.kept, token|v&mask(n))
		return
	}
	w.kept = append(w.kept, token, v)
}

// Put writes v with the code of a context: short where v is of a size that is frequent there.
func (w *BlockWriter) Put(context int, v uint64) {
	class, raw := classOf(v)
	if w.counting {
		w.count[context][class]++
		w.keep(context, class, v, raw)
		return
	}
	w.put(context, class, v, raw)
}

// put writes the code of a class and raw bits.
func (w *BlockWriter) put(context, class int, v uint64, raw uint) {
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
		w.asBytes[context] = true
		w.count[context][b]++
		w.keep(context, int(b), 0, 0)
		return
	}
	w.put(context, int(b), 0, 0)
}

// Bits writes the low n bits of v, n <= 56, as they are.
func (w *BlockWriter) Bits(v uint64, n uint) {
	if w.counting {
		w.keep(plainBits, int(n), v, n)
		return
	}
	w.bits.Put(v, n)
}

// newBlocks returns the bytes of blocks, which write writes: it runs over the first ones once and over others twice. Where the
// layout has a limit of bytes and they would be more, there are none.
func newBlocks(l BlockLayout, write func(*BlockWriter, int)) []byte {
	if l.BlockRows < 1 || l.Contexts > maxContexts {
		panic("encode: blocks of no rows or with too many contexts")
	}
	w := countBlocks(l, write, 1)
	cost := w.cost() / 8
	if l.limit > 0 && cost >= uint64(l.limit) {
		return nil
	}
	w.counting = false
	w.bits.bytes = make([]byte, 0, cost+cost/32+64)
	start := w.writeKept(make([]uint64, 1, l.blocks()+1))
	for b := len(start) - 1; b < l.blocks(); b++ {
		write(w, b)
		start = append(start, w.bits.Len())
	}
	return w.body(l, start)
}

// blocks returns the number of blocks.
func (l BlockLayout) blocks() int { return (l.Rows + l.BlockRows - 1) / l.BlockRows }

// countBlocks runs the first round over every so many blocks. It keeps tokens where these are all.
func countBlocks(l BlockLayout, write func(*BlockWriter, int), step int) *BlockWriter {
	w := &BlockWriter{counting: true, count: make([][]uint32, l.Contexts), asBytes: make([]bool, l.Contexts), codes: make([]Huffman, l.Contexts)}
	all := make([]uint32, l.Contexts*maxSymbols)
	for k := range w.count {
		w.count[k] = all[k*maxSymbols : (k+1)*maxSymbols]
	}
	if w.keeping = step == 1; w.keeping {
		w.kept = make([]uint64, 0, min(maxKept, max(l.Numbers, l.Rows)+2*l.blocks()))
	}
	for b := 0; b < l.blocks(); b += step {
		before := len(w.kept)
		write(w, b)
		if w.keeping = w.keeping && len(w.kept) < maxKept; w.keeping {
			w.kept = append(w.kept, blockEnd<<tokenContext)
		} else {
			w.kept = w.kept[:before]
		}
	}
	for k, c := range w.count {
		w.codes[k] = writerCode(c)
	}
	return w
}

// writeKept writes the blocks that were kept, and appends the bit at which each ends.
func (w *BlockWriter) writeKept(ends []uint64) []uint64 {
	for k := 0; k < len(w.kept); k++ {
		token := w.kept[k]
		context, class, v := int(token>>tokenContext), int(token>>tokenClass&0xff), token&tokenRaw
		if context == blockEnd {
			ends = append(ends, w.bits.Len())
			continue
		}
		n := uint(class)
		if context != plainBits {
			n = w.rawBits(context, class)
		}
		if n > tokenClass {
			k++
			v = w.kept[k]
		}
		if context == plainBits {
			w.bits.Put(v, n)
		} else {
			w.put(context, class, v, n)
		}
	}
	return ends
}

// rawBits returns the number of raw bits of a class in a context.
func (w *BlockWriter) rawBits(context, class int) uint {
	if w.asBytes[context] {
		return 0
	}
	return rawBits(class)
}

// cost returns the bits of what was counted, without plain bits, tables and index.
func (w *BlockWriter) cost() (bits uint64) {
	for k, count := range w.count {
		for class, n := range count {
			if n > 0 {
				bits += uint64(n) * uint64(uint(w.codes[k].length[class])+w.rawBits(k, class))
			}
		}
	}
	return bits
}

// body puts the parts together.
func (w *BlockWriter) body(l BlockLayout, start []uint64) []byte {
	body := binary.AppendUvarint(nil, uint64(l.BlockRows))
	body = binary.AppendUvarint(body, uint64(len(w.codes)))
	for k := range w.codes {
		body = w.codes[k].appendTable(body)
	}
	body = appendPart(body, encodeInts(start, intsOptions{hot: true}))
	return append(body, w.bits.Bytes()...)
}
