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
	// Room is asked for room for lines, as they come, and for blank ones and those that are cut gets it back; nil: there is any. A
	// line for which there is none is cut to nothing, with NoRoom as what is wrong with it.
	Room   Room
	NoRoom error

	r      *bufio.Reader
	number int
}

// Room is what texts take memory from, in bytes.
type Room interface {
	Take(n int) bool // false where there is no room
	Give(n int)
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
		out, wrong, err := l.appendLine(buf)
		text := out[len(buf):]
		if l.number == 1 && bytes.HasPrefix(text, bom) { // of a file from Windows
			out = append(buf, text[len(bom):]...)
			text = out[len(buf):]
			l.give(len(bom))
		}
		if err != nil || wrong != nil || len(bytes.TrimSpace(text)) > 0 {
			return Item{Text: text, Number: l.number, Err: wrong}, out, err
		}
		l.give(len(text))
	}
}

// appendLine appends the next line, or nothing of it where something is wrong with it, and returns io.EOF after the last.
func (l *Lines) appendLine(buf []byte) (out []byte, wrong, err error) {
	out = buf
	for n := 0; ; {
		part, err := l.r.ReadSlice('\n')
		n += len(part)
		switch {
		case wrong != nil:
		case n > MaxQueryBytes:
			wrong = errTooLong
		case !l.take(len(part)):
			wrong = l.NoRoom
		default:
			out = append(out, part...)
		}
		if wrong != nil && len(out) > len(buf) {
			l.give(len(out) - len(buf))
			out = buf
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && n > 0:
			err = nil
		}
		return out, wrong, err
	}
}

func (l *Lines) take(n int) bool { return l.Room == nil || l.Room.Take(n) }

func (l *Lines) give(n int) {
	if l.Room != nil {
		l.Room.Give(n)
	}
}

// Ready reports whether there is a whole line to be had without waiting.
func (l *Lines) Ready() bool {
	text, _ := l.r.Peek(l.r.Buffered())
	return bytes.IndexByte(text, '\n') >= 0
}
