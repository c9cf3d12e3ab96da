package encode

import (
	"encoding/binary"
	"math/bits"
)

// slack is the number of bytes behind a section that may be read along with it, so that a value at its end costs one
// load like any other. In a file the footer follows; the bytes never reach a result.
const slack = 8

// load64 returns the 8 bytes at p, little-endian, or 0 where they are not all there: corrupt offsets read as 0.
func load64(d []byte, p uint64) uint64 {
	if p < uint64(len(d)) {
		if s := d[p:]; len(s) >= 8 {
			return binary.LittleEndian.Uint64(s)
		}
	}
	return 0
}

// loadBits returns the n bits, n <= 64, that begin at bit p.
func loadBits(d []byte, p uint64, n uint) uint64 {
	s := uint(p & 7)
	v := load64(d, p>>3) >> s
	if n+s > 64 {
		v |= load64(d, p>>3+8) << (64 - s)
	}
	return v & mask(n)
}

// mask returns n ones; all 64 for a larger n.
func mask(n uint) uint64 { return 1<<n - 1 }

// BitWriter appends numbers of any width to bytes, the low bit first. The zero value is ready.
type BitWriter struct {
	bytes []byte
	word  uint64
	n     uint // bits in word
}

// Put appends the low n bits of v, n <= 64.
func (w *BitWriter) Put(v uint64, n uint) {
	v &= mask(n)
	w.word |= v << w.n
	if w.n+n < 64 {
		w.n += n
		return
	}
	w.bytes = binary.LittleEndian.AppendUint64(w.bytes, w.word)
	w.word = v >> (64 - w.n)
	w.n += n - 64
}

// Len returns the number of bits written.
func (w *BitWriter) Len() uint64 { return uint64(len(w.bytes))*8 + uint64(w.n) }

// Align fills up with zero bits to a multiple of n bytes, n a power of two up to 8.
func (w *BitWriter) Align(n uint64) {
	if over := w.Len() & (n*8 - 1); over != 0 {
		w.Put(0, uint(n*8-over))
	}
}

// Bytes returns what was written, filled up to whole bytes. The writer must not be used after.
func (w *BitWriter) Bytes() []byte {
	for k := uint(0); k < w.n; k += 8 {
		w.bytes = append(w.bytes, byte(w.word>>k))
	}
	return w.bytes
}

// width returns the number of bits that v takes.
func width(v uint64) uint { return uint(bits.Len64(v)) }

// padded returns b with slack behind it, without changing b.
func padded(b []byte) []byte {
	p := make([]byte, len(b)+slack)
	copy(p, b)
	return p
}
