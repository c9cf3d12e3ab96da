package report

import "testing"

// TestOneLine: what is in a file breaks no line, gives the terminal no orders and turns no order of letters.
func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"Praça da Sé":           "Praça da Sé",
		"a\nb\x1b[31m":          "a b [31m",
		"a\u202eb\u2066c\u2069": "a b c ",
		"a\u2028b\u2029c":       "a b c",
		"שלום\u200f 5":          "שלום\u200f 5",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
