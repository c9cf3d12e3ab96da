package tinkerpop

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestRefillBorders: every typed read is right wherever the border of the window falls in it.
func TestRefillBorders(t *testing.T) {
	for shift := range 40 {
		data := bytes.Repeat([]byte{0xaa}, windowBytes-20+shift)
		data = append(data, 7)
		data = binary.BigEndian.AppendUint16(data, 0x1234)
		data = binary.BigEndian.AppendUint32(data, 0x12345678)
		data = binary.BigEndian.AppendUint64(data, 0x123456789abcdef0)
		data = binary.AppendUvarint(data, 1<<63+5)
		data = binary.AppendVarint(data, -987654321)
		data = append(data, "a text"...)
		for _, r := range []io.Reader{
			bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(data)), iotest.HalfReader(bytes.NewReader(data)), iotest.DataErrReader(bytes.NewReader(data)),
		} {
			in := newInput(context.Background(), r)
			for range windowBytes - 20 + shift {
				in.uint8()
			}
			if a, b, c, d := in.uint8(), in.uint16(), in.uint32(), in.uint64(); a != 7 || b != 0x1234 || c != 0x12345678 || d != 0x123456789abcdef0 {
				t.Fatalf("shift %d: %x %x %x %x", shift, a, b, c, d)
			}
			if u, v, s := in.uvarint(), in.varint(), in.text(6); u != 1<<63+5 || v != -987654321 || s != "a text" {
				t.Fatalf("shift %d: %d %d %q", shift, u, v, s)
			}
			if in.err != nil || !in.atEnd() || in.offset() != int64(len(data)) {
				t.Fatalf("shift %d: %v at %d of %d", shift, in.err, in.offset(), len(data))
			}
			if in.uint8(); !errors.Is(in.err, io.ErrUnexpectedEOF) {
				t.Fatalf("error %v, want %v", in.err, io.ErrUnexpectedEOF)
			}
		}
	}
}

// TestLongText: the window grows for a text that is longer, by what really comes, and not by what is claimed.
func TestLongText(t *testing.T) {
	long := strings.Repeat("0123456789", 3*windowBytes/10)
	in := newInput(context.Background(), iotest.OneByteReader(strings.NewReader(long+"end")))
	if a, b := in.text(len(long)), in.text(3); a != long || b != "end" || in.err != nil {
		t.Errorf("%d bytes, %q, %v", len(a), b, in.err)
	}
	in = newInput(context.Background(), strings.NewReader("short"))
	if s := in.text(maxBinaryCount); s != "" || !errors.Is(in.err, io.ErrUnexpectedEOF) || len(in.buf) > windowBytes {
		t.Errorf("%q, %v, a window of %d bytes", s, in.err, len(in.buf))
	}
}

// stuck never gives a byte.
type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

func TestNoProgress(t *testing.T) {
	in := newInput(context.Background(), stuck{})
	if in.uint32(); !errors.Is(in.err, io.ErrNoProgress) {
		t.Errorf("error %v", in.err)
	}
}

// TestCancel: the end of the context stops the reader at its next refill, and not before.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in := newInput(ctx, bytes.NewReader(make([]byte, 3*windowBytes)))
	in.uint8()
	cancel()
	for range windowBytes - 1 {
		in.uint8()
	}
	if in.err != nil {
		t.Fatalf("error %v within the window", in.err)
	}
	if in.uint8(); !errors.Is(in.err, context.Canceled) {
		t.Errorf("error %v, want that of the context", in.err)
	}
}
