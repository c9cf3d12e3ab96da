// Package inflate unpacks zlib streams (RFC 1950, 1951) that lie in memory whole, into memory whole. Since it needs no
// window and can look eight bytes ahead, it takes about half the time of a streaming reader; and it can stop anywhere, to
// look at the head of a stream, and go on from there.
//
// The tables are those of zlib and libdeflate: one look-up of 11 bits for most codes, a second one for the rest.
package inflate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/adler32"
)

// Errors of Run; all others name what is wrong in the stream.
var (
	// ErrTruncated is returned where the input ends within the stream.
	ErrTruncated = errors.New("the stream is cut off")
	// ErrTooLong is returned where the stream holds more than the output has room for.
	ErrTooLong = errors.New("the stream holds more than it should")
	// ErrChecksum is returned where the content is not that which was packed.
	ErrChecksum = errors.New("wrong checksum")
)

// Decoder unpacks one stream at a time. It takes 30 KB, holds on to its input and output until Reset, and is for one
// goroutine. Use Reset before Run.
type Decoder struct {
	src  []byte
	ip   int    // next byte of src
	bits uint64 // bits taken from src and not used yet, the next one lowest
	n    uint   // how many of them there are

	dst []byte
	op  int // next byte of dst

	phase  phase
	final  bool // the current block is the last one
	stored int  // bytes left of a stored block

	lit  [litTable]uint32
	dist [distTable]uint32
	lens [maxLit + maxDist]uint8
}

// phase is what comes next in the stream.
type phase uint8

const (
	atHeader phase = iota // two bytes
	atBlock
	inStored
	inCodes
	atChecksum
	atEnd
)

// Reset begins a stream: all of src, to be unpacked into dst, which has room for as much as it may hold.
func (d *Decoder) Reset(dst, src []byte) {
	d.src, d.ip, d.bits, d.n = src, 0, 0, 0
	d.dst, d.op = dst, 0
	d.phase, d.final, d.stored = atHeader, false, 0
}

// Run unpacks until at least so many bytes of the output are there, or the stream ends, and returns how many there are.
// At the end of the stream its checksum is verified; done tells.
func (d *Decoder) Run(until int) (n int, done bool, err error) {
	for d.phase != atEnd && (d.op < until || d.op == len(d.dst)) {
		if err := d.step(until); err != nil {
			return d.op, false, err
		}
	}
	return d.op, d.phase == atEnd, nil
}

func (d *Decoder) step(until int) error {
	switch d.phase {
	case atHeader:
		return d.header()
	case atBlock:
		return d.block()
	case inStored:
		return d.copyStored()
	case inCodes:
		return d.codes(until)
	}
	return d.checksum()
}

func (d *Decoder) header() error {
	if len(d.src) < 2 {
		return ErrTruncated
	}
	h := binary.BigEndian.Uint16(d.src)
	if h>>8&15 != 8 || h>>12 > 7 || h%31 != 0 || h&0x20 != 0 {
		return fmt.Errorf("no zlib header, found %#04x", h)
	}
	d.ip, d.phase = 2, atBlock
	return nil
}

// need makes at least so many bits available, at most 48.
func (d *Decoder) need(bits uint) error {
	for d.n < bits {
		if d.ip >= len(d.src) {
			return ErrTruncated
		}
		d.bits |= uint64(d.src[d.ip]) << d.n
		d.ip++
		d.n += 8
	}
	return nil
}

// take returns bits that need made available.
func (d *Decoder) take(bits uint) uint32 {
	v := uint32(d.bits & (1<<bits - 1))
	d.bits >>= bits
	d.n -= bits
	return v
}

// block reads the header of a block, with its codes.
func (d *Decoder) block() error {
	if d.final {
		d.phase = atChecksum
		return nil
	}
	if err := d.need(3); err != nil {
		return err
	}
	d.final = d.take(1) == 1
	switch kind := d.take(2); kind {
	case 0:
		return d.storedHeader()
	case 1:
		d.phase = inCodes
		return d.fixedCodes()
	case 2:
		d.phase = inCodes
		return d.dynamicCodes()
	}
	return errors.New("a block of unknown kind")
}

// toByte drops the bits up to the next byte, and gives back whole bytes.
func (d *Decoder) toByte() {
	d.ip -= int(d.n / 8)
	d.bits, d.n = 0, 0
}

func (d *Decoder) storedHeader() error {
	d.toByte()
	if len(d.src)-d.ip < 4 {
		return ErrTruncated
	}
	n := binary.LittleEndian.Uint16(d.src[d.ip:])
	if check := binary.LittleEndian.Uint16(d.src[d.ip+2:]); check != ^n {
		return fmt.Errorf("a stored block of length %d and complement %d", n, check)
	}
	d.ip += 4
	d.stored, d.phase = int(n), inStored
	return nil
}

func (d *Decoder) copyStored() error {
	if d.stored > len(d.dst)-d.op {
		return ErrTooLong
	}
	if d.stored > len(d.src)-d.ip {
		return ErrTruncated
	}
	copy(d.dst[d.op:], d.src[d.ip:d.ip+d.stored])
	d.op += d.stored
	d.ip += d.stored
	d.phase = atBlock
	return nil
}

func (d *Decoder) checksum() error {
	d.toByte()
	if len(d.src)-d.ip < 4 {
		return ErrTruncated
	}
	if binary.BigEndian.Uint32(d.src[d.ip:]) != adler32.Checksum(d.dst[:d.op]) {
		return ErrChecksum
	}
	d.phase = atEnd
	return nil
}
