package osm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

var errVarint = errors.New("damaged number (varint) in a message")

// message walks the fields of a protobuf message. Unknown fields are the caller's to ignore.
type message struct {
	rest  []byte
	num   uint32 // of the current field
	wire  uint8  // its wire type
	value uint64 // of wire type 0
	data  []byte // of the other wire types; of wire type 0 the bytes of the varint
	err   error
}

// Wire types of protobuf.
const (
	wireVarint = 0
	wire64     = 1
	wireBytes  = 2
	wire32     = 5
)

// next goes to the next field. It returns false at the end of the message, and where the message is damaged (see err).
func (m *message) next() bool {
	if len(m.rest) == 0 {
		return false
	}
	key, i := uint64(m.rest[0]), 1
	if key >= 0x80 {
		key, i = uvarint(m.rest, 0)
	}
	if i < 0 || key>>3 == 0 || key>>3 > 1<<29 {
		return m.fail(errVarint)
	}
	m.num, m.wire = uint32(key>>3), uint8(key&7)
	m.rest = m.rest[i:]
	switch m.wire {
	case wireVarint:
		return m.takeVarint()
	case wireBytes:
		return m.takeBytes()
	case wire64:
		return m.takeFixed(8)
	case wire32:
		return m.takeFixed(4)
	}
	return m.fail(fmt.Errorf("field %d of unknown wire type %d", m.num, m.wire))
}

func (m *message) fail(err error) bool {
	m.err = err
	return false
}

func (m *message) takeVarint() bool {
	v, i := uvarint(m.rest, 0)
	if i < 0 {
		return m.fail(errVarint)
	}
	m.value, m.data, m.rest = v, m.rest[:i], m.rest[i:]
	return true
}

func (m *message) takeBytes() bool {
	n, i := uvarint(m.rest, 0)
	if i < 0 {
		return m.fail(errVarint)
	}
	if n > uint64(len(m.rest)-i) {
		return m.fail(fmt.Errorf("field %d of %d bytes, but %d are left of its message", m.num, n, len(m.rest)-i))
	}
	end := i + int(n)
	m.data, m.rest = m.rest[i:end], m.rest[end:]
	return true
}

func (m *message) takeFixed(n int) bool {
	if len(m.rest) < n {
		return m.fail(fmt.Errorf("field %d of %d bytes, but %d are left of its message", m.num, n, len(m.rest)))
	}
	m.data, m.rest = m.rest[:n], m.rest[n:]
	return true
}

// joined adds the current field to a repeated field of numbers. Writers pack such a field into one piece; a reader must
// also accept several pieces and unpacked numbers, and all of these are the same varints in a row. The first piece is a view
// without room behind it, so that the second moves both to memory of their own, which then grows as any.
func (m *message) joined(packed []byte) []byte {
	if len(packed) == 0 {
		return m.data[:len(m.data):len(m.data)]
	}
	return append(packed, m.data...)
}

// uvarint returns the number at p[i] and the index after it, or a negative index where it is cut off or over 64 bits.
func uvarint(p []byte, i int) (uint64, int) {
	var v uint64
	for shift := uint(0); shift < 70 && i < len(p); shift += 7 {
		b := p[i]
		i++
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v, i
		}
	}
	return 0, -1
}

func zigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

const highBits = 0x8080808080808080

// countVarints returns how many numbers are packed in p, or an error where the last one is cut off.
func countVarints(p []byte) (int, error) {
	if len(p) > 0 && p[len(p)-1] >= 0x80 {
		return 0, errVarint
	}
	n := 0
	for ; len(p) >= 8; p = p[8:] {
		n += bits.OnesCount64(^binary.LittleEndian.Uint64(p) & highBits)
	}
	for _, b := range p {
		n += int(^b >> 7)
	}
	return n, nil
}

// longVarint finishes a number whose first byte, at p[i-1], has its high bit set. It looks at eight bytes at a time
// without a branch on their number, since the lengths of coordinates cannot be foretold.
func longVarint(p []byte, i int) (uint64, int) {
	if i+7 > len(p) {
		return uvarint(p, i-1)
	}
	w := binary.LittleEndian.Uint64(p[i-1:])
	stop := ^w & highBits
	if stop == 0 {
		return uvarint(p, i-1)
	}
	n := bits.TrailingZeros64(stop)
	w &= (1<<uint(n&63) - 1) & 0x7f7f7f7f7f7f7f7f
	w = w&0x007f007f007f007f | w&0x7f007f007f007f00>>1
	w = w&0x00003fff00003fff | w&0x3fff00003fff0000>>2
	w = w&0x0fffffff | w&0x0fffffff00000000>>4
	return w, i + n>>3
}

// readDeltas fills dst with the running sums of the zigzag numbers packed in p, which holds exactly len(dst) of them.
func readDeltas(dst []int64, p []byte) error {
	var sum int64
	i := 0
	for k := range dst {
		if i >= len(p) {
			return errVarint
		}
		u := uint64(p[i])
		i++
		if u >= 0x80 {
			if u, i = longVarint(p, i); i < 0 {
				return errVarint
			}
		}
		sum += zigzag(u)
		dst[k] = sum
	}
	return nil
}

// readNumbers fills dst with the numbers packed in p, which holds exactly len(dst) of them, each below limit.
func readNumbers(dst []uint32, p []byte, limit int) error {
	i := 0
	for k := range dst {
		if i >= len(p) {
			return errVarint
		}
		u := uint64(p[i])
		i++
		if u >= 0x80 {
			if u, i = longVarint(p, i); i < 0 {
				return errVarint
			}
		}
		if u >= uint64(limit) {
			return stringError(u, limit)
		}
		dst[k] = uint32(u)
	}
	return nil
}

func stringError(index uint64, strings int) error {
	return fmt.Errorf("string %d of a table of %d", index, strings)
}

// grown returns s with n more elements of any value. It doubles the memory where that is too small.
func grown[E any](s []E, n int) []E {
	if cap(s)-len(s) >= n {
		return s[:len(s)+n]
	}
	more := make([]E, len(s)+n, 2*(len(s)+n))
	copy(more, s)
	return more
}
