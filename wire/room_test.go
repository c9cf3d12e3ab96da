package wire

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// room has n bytes.
type room struct{ n int }

func (r *room) Take(n int) bool {
	if n > r.n {
		return false
	}
	r.n -= n
	return true
}

func (r *room) Give(n int) { r.n += n }

// TestLinesTakeRoom: what lines take is what they are long, blank lines, marks and lines that are cut take nothing, and a line for
// which there is no room says so.
func TestLinesTakeRoom(t *testing.T) {
	full := errors.New("no room")
	long := strings.Repeat("x", 200_000)
	for _, c := range []struct {
		in   string
		room int
		want string
	}{
		{"\xef\xbb\xbfone\n\n  \ntwo", 1000, "1 4 <nil>, 4 3 <nil>"},
		{long + "\ntwo\n", 100_000, "1 0 no room, 2 4 <nil>"},
		{long + "\n" + long + "\nthree\n", 250_000, "1 200001 <nil>, 2 0 no room, 3 6 <nil>"},
		{strings.Repeat("x", MaxQueryBytes) + "\nnext\n", 2 * MaxQueryBytes, "1 0 query is longer than 1048576 bytes, 2 5 <nil>"},
	} {
		r := &room{c.room}
		lines := NewLines(strings.NewReader(c.in))
		lines.Room, lines.NoRoom = r, full
		var got []string
		for {
			x, _, err := lines.Next(nil)
			if err == io.EOF {
				break
			}
			got = append(got, fmt.Sprintf("%d %d %v", x.Number, len(x.Text), x.Err))
			c.room -= len(x.Text)
			if r.n != c.room {
				t.Errorf("line %d: %d bytes are left, expected %d", x.Number, r.n, c.room)
			}
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("got %s, expected %s", s, c.want)
		}
	}
}
