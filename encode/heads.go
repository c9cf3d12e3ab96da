package encode

// slopeShift is the number of fraction bits of the slope of a linear block.
const slopeShift = 4

// blockHead is what is known of a block of 64 rows.
type blockHead struct {
	width      uint   // bits a row
	offset     uint64 // of its bits in the data, in units of 8 bytes; of patched blocks in bytes
	exceptions uint64 // codes at the top of the range that stand for exceptions
	slope      uint64 // in 1/16
	base       uint64 // above the base of the column
}

// headLayout says how many bits the fields of block heads take. A head is a whole number of bytes: the fields in this
// order, width 7 bits, offset, exceptions; then, where all fit into 64 bits, slope and base follow at once, else slope
// begins at the next byte and base at the next byte after it.
type headLayout struct{ offset, exceptions, slope, base uint }

const widthBits = 7

func (l headLayout) wide() bool { return widthBits+l.offset+l.exceptions+l.slope+l.base > 64 }

// bytes returns the size of a head and the bytes at which slope and base begin in a wide one.
func (l headLayout) bytes() (size, slopeAt, baseAt uint64) {
	if !l.wide() {
		return uint64(widthBits+l.offset+l.exceptions+l.slope+l.base+7) / 8, 0, 0
	}
	slopeAt = uint64(widthBits+l.offset+l.exceptions+7) / 8
	baseAt = slopeAt + uint64(l.slope+7)/8
	return baseAt + uint64(l.base+7)/8, slopeAt, baseAt
}

// valid reports whether each field can be got with one load.
func (l headLayout) valid() bool {
	return widthBits+l.offset+l.exceptions <= 64 && l.offset <= 57 && l.exceptions <= 7 && l.slope <= 64 && l.base <= 64
}

// blockHeads is a view of the heads of all blocks of a column.
type blockHeads struct {
	bytes               []byte
	size                uint64
	exceptShift         uint
	slopeShift          uint
	baseShift           uint
	offsetMask          uint64
	exceptMask          uint64
	slopeMask, baseMask uint64
	slopeByte, baseByte uint64 // in wide heads
	wide                bool
}

func newBlockHeads(l headLayout, b []byte) blockHeads {
	h := blockHeads{bytes: b, wide: l.wide(), exceptShift: widthBits + l.offset, offsetMask: mask(l.offset), exceptMask: mask(l.exceptions),
		slopeMask: mask(l.slope), baseMask: mask(l.base)}
	h.slopeShift = h.exceptShift + l.exceptions
	h.baseShift = h.slopeShift + l.slope
	h.size, h.slopeByte, h.baseByte = l.bytes()
	return h
}

func (h *blockHeads) at(block uint64) blockHead {
	p := block * h.size
	x := load64(h.bytes, p)
	r := blockHead{width: uint(x & (1<<widthBits - 1)), offset: x >> widthBits & h.offsetMask,
		exceptions: x >> (h.exceptShift & 63) & h.exceptMask}
	if h.wide {
		r.slope, r.base = load64(h.bytes, p+h.slopeByte)&h.slopeMask, load64(h.bytes, p+h.baseByte)&h.baseMask
		return r
	}
	r.slope, r.base = x>>(h.slopeShift&63)&h.slopeMask, x>>(h.baseShift&63)&h.baseMask
	return r
}

// packed returns what at does of a block without exceptions and slope.
func (h *blockHeads) packed(block uint64) (width, offset, base uint64) {
	if h.wide {
		r := h.at(block)
		return uint64(r.width), r.offset, r.base
	}
	x := load64(h.bytes, block*h.size)
	return x & (1<<widthBits - 1), x >> widthBits & h.offsetMask, x >> (h.baseShift & 63) & h.baseMask
}

// layoutOf returns the smallest layout that holds all heads.
func layoutOf(heads []blockHead) headLayout {
	var m blockHead
	for _, h := range heads {
		m.offset, m.exceptions = m.offset|h.offset, m.exceptions|h.exceptions
		m.slope, m.base = m.slope|h.slope, m.base|h.base
	}
	return headLayout{width(m.offset), width(m.exceptions), width(m.slope), width(m.base)}
}

// appendHeads writes heads, each in whole bytes.
func appendHeads(w *BitWriter, l headLayout, heads []blockHead) {
	for _, h := range heads {
		w.Put(uint64(h.width), widthBits)
		w.Put(h.offset, l.offset)
		w.Put(h.exceptions, l.exceptions)
		if l.wide() {
			w.Align(1)
		}
		w.Put(h.slope, l.slope)
		if l.wide() {
			w.Align(1)
		}
		w.Put(h.base, l.base)
		w.Align(1)
	}
}
