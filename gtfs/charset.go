package gtfs

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

var errTooBig = errors.New("inflates to more than is allowed: damaged, or a zip bomb")

// budget bounds the bytes that a feed inflates to. It counts what comes out, not what a zip claims.
type budget struct {
	r    io.Reader
	left *int64
}

func (b *budget) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	*b.left -= int64(n)
	if *b.left < 0 {
		return 0, errTooBig
	}
	return n, err
}

// decoded strips a byte order mark and turns UTF-16, with a mark or recognised by the zeros in its first characters, into
// UTF-8. It returns the encoding found if it is not UTF-8.
func decoded(r io.Reader) (io.Reader, string, error) {
	head := make([]byte, 4)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, "", err
	}
	head = head[:n]
	skip, little, found := sniffCharset(head)
	rest := io.MultiReader(bytes.NewReader(head[skip:]), r)
	if !found {
		return rest, "", nil
	}
	return &utf16Reader{r: rest, little: little}, "UTF-16", nil
}

// sniffCharset returns the length of the byte order mark, and whether the text is UTF-16 and which end comes first.
func sniffCharset(head []byte) (skip int, little, is16 bool) {
	switch {
	case bytes.HasPrefix(head, []byte{0xEF, 0xBB, 0xBF}):
		return 3, false, false
	case bytes.HasPrefix(head, []byte{0xFF, 0xFE}):
		return 2, true, true
	case bytes.HasPrefix(head, []byte{0xFE, 0xFF}):
		return 2, false, true
	case len(head) == 4 && head[1] == 0 && head[3] == 0 && head[0] != 0 && head[2] != 0:
		return 0, true, true
	case len(head) == 4 && head[0] == 0 && head[2] == 0 && head[1] != 0 && head[3] != 0:
		return 0, false, true
	}
	return 0, false, false
}

// utf16Reader turns UTF-16 into UTF-8. A half character is the replacement character.
type utf16Reader struct {
	r      io.Reader
	little bool
	in     [4096]byte
	inLen  int
	high   rune // a first half that waits for its second
	out    []byte
	err    error
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		if u.err != nil {
			return 0, u.err
		}
		u.more()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) more() {
	n, err := u.r.Read(u.in[u.inLen:])
	u.inLen += n
	u.err = err
	u.out = nil
	i := 0
	for ; i+1 < u.inLen; i += 2 {
		a, b := u.in[i], u.in[i+1]
		if u.little {
			a, b = b, a
		}
		u.put(rune(a)<<8 | rune(b))
	}
	u.inLen = copy(u.in[:], u.in[i:u.inLen])
}

func (u *utf16Reader) put(c rune) {
	if u.high != 0 {
		if r := utf16.DecodeRune(u.high, c); r != utf8.RuneError {
			u.out = utf8.AppendRune(u.out, r)
			u.high = 0
			return
		}
		u.out = utf8.AppendRune(u.out, utf8.RuneError)
		u.high = 0
	}
	if c >= 0xD800 && c < 0xDC00 {
		u.high = c
		return
	}
	u.out = utf8.AppendRune(u.out, c)
}

// windows1252 holds the characters 0x80 to 0x9F of the code page that goes by the name of Latin-1; the rest is as in
// Unicode.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}

// latin1 returns b, which is not UTF-8, read as Windows-1252.
func latin1(b []byte) string {
	out := make([]byte, 0, len(b)+8)
	for _, c := range b {
		switch {
		case c >= 0x80 && c < 0xA0:
			out = utf8.AppendRune(out, windows1252[c-0x80])
		default:
			out = utf8.AppendRune(out, rune(c))
		}
	}
	return string(out)
}
