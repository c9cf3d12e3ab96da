package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxQueryBytes is the longest query that is read; a longer one is a bad request.
const MaxQueryBytes = 1 << 20

// Lines are the queries of a text, one a line. Blank lines are passed over, and counted.
type Lines struct {
	r      *bufio.Reader
	number int
}

// NewLines returns the lines of r.
func NewLines(r io.Reader) *Lines { return &Lines{r: bufio.NewReaderSize(r, 1<<16)} }

var (
	errTooLong = fmt.Errorf("query is longer than %d bytes", MaxQueryBytes)
	bom        = []byte("\xef\xbb\xbf")
)

// Next appends the next line, cut where it is too long. See Source.
func (l *Lines) Next(buf []byte) (Item, []byte, error) {
	for {
		l.number++
		out, err := l.appendLine(buf)
		text := out[len(buf):]
		if l.number == 1 && bytes.HasPrefix(text, bom) { // of a file from Windows
			out = append(buf, text[len(bom):]...)
			text = out[len(buf):]
		}
		x := Item{Text: text, Number: l.number}
		if len(text) > MaxQueryBytes {
			x.Err = errTooLong
		}
		if err != nil || x.Err != nil || len(bytes.TrimSpace(text)) > 0 {
			return x, out, err
		}
	}
}

// appendLine appends the next line, and returns io.EOF after the last.
func (l *Lines) appendLine(buf []byte) ([]byte, error) {
	out := buf
	for {
		part, err := l.r.ReadSlice('\n')
		if len(out)-len(buf) <= MaxQueryBytes {
			out = append(out, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(out) > len(buf):
			err = nil
		}
		return out, err
	}
}

// Ready reports whether there is a whole line to be had without waiting.
func (l *Lines) Ready() bool {
	text, _ := l.r.Peek(l.r.Buffered())
	return bytes.IndexByte(text, '\n') >= 0
}
