package inflate

import (
	"encoding/binary"
	"errors"
)

const (
	maxMatch = 258
	// slackOut is how far the fast loop may write in one round: three literals and a match copied in pieces of eight.
	slackOut = 3 + maxMatch + 8
	// slackIn is how far it may look: eight bytes, twice.
	slackIn = 16
)

var errDistance = errors.New("a copy from before the beginning")

// codes unpacks the current block until its end or so many bytes of output.
func (d *Decoder) codes(until int) error {
	if err := d.fast(until); err != nil || d.phase != inCodes {
		return err
	}
	for d.phase == inCodes && (d.op < until || d.op == len(d.dst)) {
		if err := d.careful(); err != nil {
			return err
		}
	}
	return nil
}

// fast is the loop for the middle of a stream, where neither end needs a check. It keeps at least 56 bits after each
// refill: bits beyond d.n may be set, and are the same that the next refill brings.
//
// An entry of a table is all that there is to know of the next symbol (tables.go): the bits to use up, the literal, or the base and
// the extra bits of a length or distance; codes longer than the table is wide lead by indirect to a second part of it. A refill
// lasts for two literals of at most 11 bits and then a length (15, and 5 extra), and a distance gets one of its own (15, and 13
// extra). So up to three literals are taken for one refill, the third without a length after it: 9 % more bytes a second than with a
// refill for each, on the blobs of Delaware (347 and 318 MB/s). What ends the loop is noted in d.phase and err; the state is in
// variables, which the compiler keeps in registers, and goes back to d behind it. For that it is one function.
func (d *Decoder) fast(until int) error {
	src, dst := d.src, d.dst
	ip, op, bits, n := d.ip, d.op, d.bits, d.n
	lastIn, lastOut := len(src)-slackIn, min(until, len(dst)-slackOut+1)
	var err error
	for ip <= lastIn && op < lastOut {
		bits |= binary.LittleEndian.Uint64(src[ip:]) << (n & 63)
		ip += int(63-n) >> 3
		n |= 56
		e := d.lit[bits&(1<<litBits-1)]
		if e&literal != 0 {
			dst[op] = byte(e >> 16)
			op++
			bits, n = bits>>(e&15), n-uint(e&15)
			e = d.lit[bits&(1<<litBits-1)]
			if e&literal != 0 {
				dst[op] = byte(e >> 16)
				op++
				bits, n = bits>>(e&15), n-uint(e&15)
				e = d.lit[bits&(1<<litBits-1)]
				if e&literal != 0 {
					dst[op] = byte(e >> 16)
					op++
					bits, n = bits>>(e&15), n-uint(e&15)
					continue
				}
			}
		}
		if e&indirect != 0 {
			bits, n = bits>>litBits, n-litBits
			e = d.lit[int(e>>16)+int(bits&(1<<litRest-1))]
			if e&literal != 0 {
				dst[op] = byte(e >> 16)
				op++
				bits, n = bits>>(e&15), n-uint(e&15)
				continue
			}
		}
		bits, n = bits>>(e&15), n-uint(e&15)
		if e>>16 == 0 { // the end, or no code
			if e&endBlock == 0 {
				err = errCode
			}
			d.phase = atBlock
			break
		}
		extra := e >> 4 & 15
		length := int(e>>16) + int(bits&(1<<extra-1))
		bits, n = bits>>extra, n-uint(extra)

		bits |= binary.LittleEndian.Uint64(src[ip:]) << (n & 63)
		ip += int(63-n) >> 3
		n |= 56
		e = d.dist[bits&(1<<distBits-1)]
		if e&indirect != 0 {
			bits, n = bits>>distBits, n-distBits
			e = d.dist[int(e>>16)+int(bits&(1<<distRest-1))]
		}
		bits, n = bits>>(e&15), n-uint(e&15)
		extra = e >> 4 & 15
		distance := int(e>>16) + int(bits&(1<<extra-1))
		bits, n = bits>>extra, n-uint(extra)
		if distance > op || distance == 0 {
			err = errDistance
			break
		}
		copyMatch(dst, op, distance, length)
		op += length
	}
	d.ip, d.op, d.bits, d.n = ip, op, bits&(1<<(n&63)-1), n
	return err
}

// copyMatch copies length bytes from distance bytes before op to op; it may write seven bytes more.
func copyMatch(dst []byte, op, distance, length int) {
	from := op - distance
	if distance >= 8 {
		for end := op + length; op < end; op, from = op+8, from+8 {
			binary.LittleEndian.PutUint64(dst[op:], binary.LittleEndian.Uint64(dst[from:]))
		}
		return
	}
	for end := op + length; op < end; op, from = op+1, from+1 {
		dst[op] = dst[from]
	}
}

// careful unpacks one symbol with all checks.
func (d *Decoder) careful() error {
	e, err := d.lookup(d.lit[:], litBits, litRest)
	if err != nil {
		return err
	}
	switch {
	case e&literal != 0:
		if d.op == len(d.dst) {
			return ErrTooLong
		}
		d.dst[d.op] = byte(e >> 16)
		d.op++
		return nil
	case e&endBlock != 0:
		d.phase = atBlock
		return nil
	}
	length, err := d.extended(e)
	if err != nil {
		return err
	}
	return d.match(length)
}

// match reads the distance of a match, and copies it.
func (d *Decoder) match(length int) error {
	e, err := d.lookup(d.dist[:], distBits, distRest)
	if err != nil {
		return err
	}
	distance, err := d.extended(e)
	if err != nil {
		return err
	}
	if distance > d.op {
		return errDistance
	}
	if length > len(d.dst)-d.op {
		return ErrTooLong
	}
	for end := d.op + length; d.op < end; d.op++ {
		d.dst[d.op] = d.dst[d.op-distance]
	}
	return nil
}

// lookup reads a code, of which fewer bits than the longest may be left.
func (d *Decoder) lookup(entries []uint32, first, rest uint) (uint32, error) {
	for d.n < maxCode && d.ip < len(d.src) {
		if err := d.need(d.n + 1); err != nil {
			return 0, err
		}
	}
	e := entries[d.bits&(1<<first-1)]
	used := uint(e & 15)
	if e&indirect != 0 {
		e = entries[uint64(e>>16)+d.bits>>first&(1<<rest-1)]
		used = first + uint(e&15)
	}
	if e == 0 {
		return 0, errCode
	}
	if used > d.n {
		return 0, ErrTruncated
	}
	d.take(used)
	return e, nil
}

// extended returns the base of an entry and its extra bits.
func (d *Decoder) extended(e uint32) (int, error) {
	extra := uint(e >> 4 & 15)
	if err := d.need(extra); err != nil {
		return 0, err
	}
	return int(e>>16) + int(d.take(extra)), nil
}
