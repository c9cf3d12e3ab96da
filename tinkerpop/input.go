package tinkerpop

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// windowBytes is the size of the window of an input. It grows for a longer string, as far as the input goes.
const windowBytes = 8 << 10

// maxEmptyReads is after how many reads without a byte an input gives up.
const maxEmptyReads = 100

// input is a window on a stream. A typed read completes at once where its bytes are in the window; else there is one slow
// path, refill. After the first error, which it keeps, everything reads as zero. It allocates nothing but its window and
// strings that it has not seen lately.
type input struct {
	ctx      context.Context
	r        io.Reader
	buf      []byte
	pos, end int   // what is left of the window
	base     int64 // offset of the window in the stream
	err      error
	ended    bool // r gave io.EOF
	names    nameTable
}

func newInput(ctx context.Context, r io.Reader) *input {
	return &input{ctx: ctx, r: r, buf: make([]byte, windowBytes)}
}

// offset returns the offset of the next byte in the stream.
func (in *input) offset() int64 { return in.base + int64(in.pos) }

// fail keeps the first error.
func (in *input) fail(format string, args ...any) {
	if in.err == nil {
		in.err = fmt.Errorf("at byte %d: %w", in.offset(), fmt.Errorf(format, args...))
		in.pos = in.end
	}
}

// refill gets at least n bytes into the window, and reports whether they are there.
func (in *input) refill(n int) bool {
	if !in.more(n) {
		if in.err == nil {
			in.fail("%w", io.ErrUnexpectedEOF)
		}
		return false
	}
	return true
}

// more is refill without an error at the end of the stream.
func (in *input) more(n int) bool {
	in.base += int64(in.pos)
	in.end = copy(in.buf, in.buf[in.pos:in.end])
	in.pos = 0
	for empty := 0; in.end < n; {
		if in.err != nil || in.ended {
			return false
		}
		if err := context.Cause(in.ctx); err != nil {
			in.fail("%w", err)
			return false
		}
		if in.end == len(in.buf) { // a long string: the window grows with what really comes
			in.buf = append(in.buf, make([]byte, len(in.buf))...)
		}
		k, err := in.r.Read(in.buf[in.end:])
		in.end += k
		if k > 0 {
			empty = 0
		} else {
			empty++
		}
		switch {
		case errors.Is(err, io.EOF):
			in.ended = true
		case err != nil:
			in.fail("%w", err)
		case empty > maxEmptyReads:
			in.fail("%w", io.ErrNoProgress)
		}
	}
	return true
}

// atEnd reports whether nothing more comes.
func (in *input) atEnd() bool {
	return in.err != nil || in.pos == in.end && !in.more(1)
}

func (in *input) uint8() byte {
	if in.pos == in.end && !in.refill(1) {
		return 0
	}
	b := in.buf[in.pos]
	in.pos++
	return b
}

func (in *input) uint16() uint16 {
	if in.end-in.pos < 2 && !in.refill(2) {
		return 0
	}
	v := binary.BigEndian.Uint16(in.buf[in.pos:])
	in.pos += 2
	return v
}

func (in *input) uint32() uint32 {
	if in.end-in.pos < 4 && !in.refill(4) {
		return 0
	}
	v := binary.BigEndian.Uint32(in.buf[in.pos:])
	in.pos += 4
	return v
}

func (in *input) uint64() uint64 {
	if in.end-in.pos < 8 && !in.refill(8) {
		return 0
	}
	v := binary.BigEndian.Uint64(in.buf[in.pos:])
	in.pos += 8
	return v
}

// bytes returns the next n bytes, valid until the next read.
func (in *input) bytes(n int) []byte {
	if in.end-in.pos < n && !in.refill(n) {
		return nil
	}
	b := in.buf[in.pos : in.pos+n]
	in.pos += n
	return b
}

// text returns a string of n bytes.
func (in *input) text(n int) string { return in.names.of(in.bytes(n)) }

// uvarint reads a number of 7 bits a byte, the low ones first.
func (in *input) uvarint() uint64 {
	var v uint64
	for shift := 0; shift < 64; shift += 7 {
		b := in.uint8()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	in.fail("a number of more than 64 bits")
	return 0
}

// varint reads a signed number.
func (in *input) varint() int64 {
	u := in.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

// nameTable keeps short strings that were seen lately, so that labels, keys and frequent values are allocated once. It
// grows with them, up to 64 KB.
type nameTable struct {
	slots []string
	used  int
}

const (
	firstNameSlots = 64 // powers of two
	maxNameSlots   = 4096
	maxNameBytes   = 32
	nameProbes     = 4 // slots that a name may be in
)

// of returns the bytes as a string.
func (t *nameTable) of(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if len(b) > maxNameBytes {
		return string(b)
	}
	if t.used*4 >= len(t.slots) && len(t.slots) < maxNameSlots {
		t.grow()
	}
	first := hashName(b)
	for i := range uint32(nameProbes) {
		slot := t.slot(first + i)
		if *slot == "" {
			*slot = string(b)
			t.used++
		}
		if *slot == string(b) {
			return *slot
		}
	}
	slot := t.slot(first)
	*slot = string(b)
	return *slot
}

// slot returns a slot by the low bits of a number.
func (t *nameTable) slot(n uint32) *string { return &t.slots[n&uint32(len(t.slots)-1)] }

// grow makes the table four times as large.
func (t *nameTable) grow() {
	old := t.slots
	t.slots, t.used = make([]string, max(firstNameSlots, 4*len(old))), 0
	for _, s := range old {
		if s == "" {
			continue
		}
		first := hashName([]byte(s))
		for i := range uint32(nameProbes) {
			if slot := t.slot(first + i); *slot == "" {
				*slot = s
				t.used++
				break
			}
		}
	}
}

// hashName mixes the length and up to 16 bytes of the ends.
func hashName(b []byte) uint32 {
	const odd = 0x9E3779B97F4A7C15
	n := len(b)
	var first, last uint64
	if n >= 8 {
		first, last = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[n-8:])
	} else {
		for _, c := range b {
			first = first<<8 | uint64(c)
		}
	}
	h := (first*odd ^ last + uint64(n)) * odd
	return uint32(h >> 40)
}
