package gtfs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Sizes of the splitter. A record may span several lines only inside quotes, and no further than maxQuotedBytes, so that
// one quote that is never closed costs a line and not the rest of the file.
const (
	bufferBytes    = 256 << 10
	maxLineBytes   = 4 << 20
	maxQuotedBytes = 64 << 10
)

var errLongLine = errors.New("line is longer than 4 MiB: is it a CSV file?")

// splitter cuts CSV into records and fields without allocating. Lines end with LF or CRLF, or all with CR. It accepts what
// RFC 4180 does and takes stray quotes as text.
type splitter struct {
	r          io.Reader
	err        error // of the last read; io.EOF at the end
	buf        []byte
	start, end int // of the bytes not yet consumed
	eol, sep   byte
	consumed   int64 // bytes of the records so far

	line     int // physical line of the record, from 1
	nextLine int
	// fields are the fields of the record, unquoted but not trimmed, valid until the next call of scan.
	fields [][]byte
	stray  bool   // the record has a quote where none may be
	text   []byte // of fields with escaped quotes
}

func newSplitter(r io.Reader) *splitter {
	return &splitter{r: r, buf: make([]byte, bufferBytes), eol: '\n', sep: ',', nextLine: 1}
}

// detectLineEnd chooses CR where the first line ends with one alone. Call it before the first scan.
func (s *splitter) detectLineEnd() {
	for s.fill() {
		head := s.buf[s.start:s.end]
		cr := bytes.IndexByte(head, '\r')
		switch {
		case cr >= 0 && cr+1 < len(head):
			if head[cr+1] != '\n' && bytes.IndexByte(head[:cr], '\n') < 0 {
				s.eol = '\r'
			}
			return
		case bytes.IndexByte(head, '\n') >= 0:
			return
		}
	}
}

// fill reads more bytes behind those not yet consumed, and reports whether there were any.
func (s *splitter) fill() bool {
	if s.err != nil {
		return false
	}
	if s.start > 0 {
		s.end = copy(s.buf, s.buf[s.start:s.end])
		s.start = 0
	}
	if s.end == len(s.buf) {
		if len(s.buf) >= maxLineBytes {
			s.err = errLongLine
			return false
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	return s.read()
}

func (s *splitter) read() bool {
	for range 100 {
		n, err := s.r.Read(s.buf[s.end:])
		s.end += n
		s.err = err
		if n > 0 {
			return true
		}
		if err != nil {
			return false
		}
	}
	s.err = io.ErrNoProgress
	return false
}

// scan moves to the next record and reports whether there is one. A blank line is a record without fields.
func (s *splitter) scan() bool {
	s.line = s.nextLine
	length, ok := s.findLine()
	if !ok {
		return false
	}
	row := s.buf[s.start : s.start+length]
	s.fields, s.text, s.stray = s.fields[:0], s.text[:0], false
	if bytes.IndexByte(row, '"') >= 0 && !s.splitWhole(trimEOL(row)) {
		s.quotedRecord(length)
		return true
	}
	s.consume(length, 1)
	if len(s.fields) == 0 {
		s.split(trimEOL(row))
	}
	return true
}

// failed returns the error that ended the scan, nil at the end of the file.
func (s *splitter) failed() error {
	if s.err == nil || s.err == io.EOF {
		return nil
	}
	return fmt.Errorf("line %d: %w", s.nextLine, s.err)
}

// findLine returns the length of the line at the start of the buffer, without its end.
func (s *splitter) findLine() (int, bool) {
	from := 0
	for {
		if i := bytes.IndexByte(s.buf[s.start+from:s.end], s.eol); i >= 0 {
			return from + i, true
		}
		from = s.end - s.start
		if !s.fill() {
			return from, from > 0 && s.err == io.EOF
		}
	}
}

func (s *splitter) consume(length, lines int) {
	s.start = min(s.start+length+1, s.end)
	s.consumed += int64(length + 1)
	s.nextLine += lines
}

func trimEOL(row []byte) []byte {
	if n := len(row); n > 0 && row[n-1] == '\r' {
		return row[:n-1]
	}
	return row
}

// split cuts a line without quotes. A line of nothing but separators and blanks has no fields.
func (s *splitter) split(row []byte) {
	from := 0
	for i, c := range row {
		if c == s.sep {
			s.fields = append(s.fields, row[from:i])
			from = i + 1
		}
	}
	s.fields = append(s.fields, row[from:])
	if (len(row) == 0 || row[0] <= ' ' || row[0] == s.sep) && s.blank(row) {
		s.fields = s.fields[:0]
	}
}

// splitWhole cuts a line in which every quoted field is whole and simple, the most common form of quoting. Else it takes no
// fields and reports false.
func (s *splitter) splitWhole(row []byte) bool {
	for i := 0; i <= len(row); i++ {
		from := i
		if i < len(row) && row[i] == '"' {
			n := bytes.IndexByte(row[i+1:], '"')
			from = i + 1
			i += n + 2
			if n < 0 || i < len(row) && row[i] != s.sep {
				s.fields = s.fields[:0]
				return false
			}
			s.fields = append(s.fields, row[from:i-1])
			continue
		}
		for i < len(row) && row[i] != s.sep {
			if row[i] == '"' {
				s.fields = s.fields[:0]
				return false
			}
			i++
		}
		s.fields = append(s.fields, row[from:i])
	}
	return true
}

func (s *splitter) blank(row []byte) bool {
	for _, c := range row {
		if c != s.sep && c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// quotedRecord splits the record at the start of the buffer, whose first line has quotes and the given length.
func (s *splitter) quotedRecord(length int) {
	for {
		rec := s.buf[s.start:s.end]
		n, state := s.splitQuoted(rec[:min(len(rec), max(maxQuotedBytes, length+1))])
		if state == needMore && len(rec) < maxQuotedBytes && s.err == nil {
			s.fill() // moves what is there, so that the fields have to be found again at the end of the file too
			continue
		}
		if state == needMore && s.err == io.EOF && n == len(rec) {
			state = complete
		}
		if state != complete {
			break
		}
		lines := 1 + bytes.Count(s.buf[s.start:s.start+n], []byte{s.eol})
		s.consume(n, lines)
		return
	}
	s.fields, s.stray = s.fields[:0], true
	row := s.buf[s.start : s.start+length]
	s.consume(length, 1)
	s.split(trimEOL(row))
	for i, f := range s.fields {
		s.fields[i] = bytes.Trim(f, "\" \t")
	}
}

type recordState int

const (
	complete recordState = iota
	needMore             // the bytes end inside the record
	broken               // a quote is not closed on its line, or not as it should
)

// splitQuoted splits the record at the start of rec and returns its length. With needMore the length is that of rec where
// the end of the file would complete the record, else -1.
func (s *splitter) splitQuoted(rec []byte) (int, recordState) {
	s.fields, s.text, s.stray = s.fields[:0], s.text[:0], false
	for i := 0; ; {
		field, n, state := s.quotedField(rec[i:])
		if state == broken || state == needMore && n < 0 {
			return -1, state
		}
		s.fields = append(s.fields, field)
		i += n
		if i >= len(rec) {
			return len(rec), needMore
		}
		if rec[i] == s.eol {
			return i, complete
		}
		i++
	}
}

// quotedField takes the field at the start of b, which may be in quotes, and returns its length up to the separator.
func (s *splitter) quotedField(b []byte) ([]byte, int, recordState) {
	i := 0
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	if i == len(b) || b[i] != '"' {
		n := s.fieldEnd(b)
		if bytes.IndexByte(b[:n], '"') >= 0 {
			s.stray = true
		}
		return trimEOL(b[:n]), n, complete
	}
	closing, escaped := closingQuote(b, i+1)
	if closing < 0 {
		return nil, -1, needMore
	}
	n := closing + 1 + s.fieldEnd(b[closing+1:])
	if len(bytes.Trim(b[closing+1:n], " \t\r")) > 0 {
		if bytes.IndexByte(b[:closing], s.eol) >= 0 {
			return nil, -1, broken
		}
		s.stray = true
		return bytes.Trim(b[:n], "\" \t\r"), n, complete
	}
	if escaped {
		return s.unescape(b[i+1 : closing]), n, complete
	}
	return b[i+1 : closing], n, complete
}

// fieldEnd returns the index of the first separator or line end, or the length.
func (s *splitter) fieldEnd(b []byte) int {
	for i, c := range b {
		if c == s.sep || c == s.eol {
			return i
		}
	}
	return len(b)
}

// closingQuote returns the index of the quote that closes the field whose text starts at from, or -1.
func closingQuote(b []byte, from int) (at int, escaped bool) {
	for {
		i := bytes.IndexByte(b[from:], '"')
		if i < 0 {
			return -1, escaped
		}
		at = from + i
		if at+1 >= len(b) || b[at+1] != '"' {
			return at, escaped
		}
		escaped = true
		from = at + 2
	}
}

func (s *splitter) unescape(b []byte) []byte {
	from := len(s.text)
	for i := 0; i < len(b); i++ {
		s.text = append(s.text, b[i])
		if b[i] == '"' {
			i++
		}
	}
	return s.text[from:]
}

// detectSeparator takes semicolons or tabs where the first line has them and no comma. Call it before the first scan.
func (s *splitter) detectSeparator() {
	n, ok := s.findLine()
	if !ok {
		return
	}
	row := s.buf[s.start : s.start+n]
	for _, sep := range []byte(";\t|") {
		if bytes.IndexByte(row, ',') < 0 && bytes.IndexByte(row, sep) >= 0 {
			s.sep = sep
		}
	}
}
