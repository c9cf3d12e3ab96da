package gtfs

import (
	"encoding/csv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

type record struct {
	Line   int
	Fields []string
	Stray  bool
}

func records(t testing.TB, s *splitter) []record {
	t.Helper()
	s.detectLineEnd()
	var out []record
	for s.scan() {
		r := record{Line: s.line, Stray: s.stray}
		for _, f := range s.fields {
			r.Fields = append(r.Fields, string(f))
		}
		out = append(out, r)
	}
	if err := s.failed(); err != nil {
		t.Error(err)
	}
	return out
}

func TestSplitter(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []record
	}{
		{"plain", "a,b\nc,d\n", []record{{1, []string{"a", "b"}, false}, {2, []string{"c", "d"}, false}}},
		{"no final newline", "a,b", []record{{1, []string{"a", "b"}, false}}},
		{"CRLF", "a,b\r\nc,\r\n", []record{{1, []string{"a", "b"}, false}, {2, []string{"c", ""}, false}}},
		{"CR", "a,b\rc,\r", []record{{1, []string{"a", "b"}, false}, {2, []string{"c", ""}, false}}},
		{"blank lines", "a\n\n,,\nb\n", []record{{1, []string{"a"}, false}, {2, nil, false}, {3, nil, false}, {4, []string{"b"}, false}}},
		{"quotes", `"a","b,c",d` + "\n", []record{{1, []string{"a", "b,c", "d"}, false}}},
		{"empty quotes", `"","",x` + "\n", []record{{1, []string{"", "", "x"}, false}}},
		{"escaped quotes", `"say ""hi""",""""` + "\n", []record{{1, []string{`say "hi"`, `"`}, false}}},
		{"blanks round quotes", ` "a" , "b"` + "\n", []record{{1, []string{"a", "b"}, false}}},
		{"quoted newline", "\"a\nb\",c\nd\n", []record{{1, []string{"a\nb", "c"}, false}, {3, []string{"d"}, false}}},
		{"quoted CRLF", "x,\"a\r\nb\"\r\nd\r\n", []record{{1, []string{"x", "a\r\nb"}, false}, {3, []string{"d"}, false}}},
		{"stray inside", "a\"b,c\n", []record{{1, []string{`a"b`, "c"}, true}}},
		{"text after quote", "\"a\"b,c\n", []record{{1, []string{`a"b`, "c"}, true}}},
		{"never closed", "\"a,b\nc,d\n", []record{{1, []string{"a", "b"}, true}, {2, []string{"c", "d"}, false}}},
		{"not closed before other quotes", "\"a,b\nc,\"d\"\n", []record{{1, []string{"a", "b"}, true}, {2, []string{"c", "d"}, false}}},
		{"closed by the end", "a,\"b\"", []record{{1, []string{"a", "b"}, false}}},
		{"quoted newline closed by the end", "x,y\na,\"b\nc\"", []record{{1, []string{"x", "y"}, false}, {2, []string{"a", "b\nc"}, false}}},
		{"open at the end", "a,\"b", []record{{1, []string{"a", "b"}, true}}},
		{"empty", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if d := cmp.Diff(c.want, records(t, newSplitter(strings.NewReader(c.in)))); d != "" {
				t.Error(d)
			}
			small := newSplitter(iotest.OneByteReader(strings.NewReader(c.in)))
			small.buf = make([]byte, 4)
			if d := cmp.Diff(c.want, records(t, small)); d != "" {
				t.Error("byte by byte:", d)
			}
		})
	}
}

func TestSplitterRefusesLongLine(t *testing.T) {
	s := newSplitter(strings.NewReader(strings.Repeat("x", maxLineBytes+1)))
	for s.scan() {
	}
	if s.failed() == nil {
		t.Error("no error")
	}
}

// Any bytes: no panic, and what encoding/csv takes without complaint is taken alike.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"a,b\nc,d\n", "\"a\nb\",\"\"\"\"\r\n", "a\rb", "\"a\"b\n", "\xff\xfea\x00", ",,\n \n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		s := newSplitter(strings.NewReader(in))
		s.detectLineEnd()
		var got [][]string
		stray := false
		for s.scan() {
			var row []string
			for _, field := range s.fields {
				row = append(row, string(field))
			}
			stray = stray || s.stray
			if len(row) > 0 {
				got = append(got, row)
			}
		}
		if stray || s.eol == '\r' || strings.Contains(in, "\r") {
			return
		}
		reader := csv.NewReader(strings.NewReader(in))
		reader.FieldsPerRecord = -1
		want, err := reader.ReadAll()
		if err != nil {
			return
		}
		got, want = withoutBlank(got), withoutBlank(want)
		if d := cmp.Diff(want, got); d != "" && !strings.Contains(in, "\" ") && !strings.Contains(in, "\t") && !strings.Contains(in, " ") {
			t.Error(d)
		}
	})
}

// withoutBlank removes rows without text, which the splitter calls blank where they are not quoted.
func withoutBlank(rows [][]string) [][]string {
	var out [][]string
	for _, row := range rows {
		if strings.TrimSpace(strings.Join(row, "")) != "" {
			out = append(out, row)
		}
	}
	return out
}
