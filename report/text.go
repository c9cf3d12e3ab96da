package report

import "unicode"

// OneLine returns a text for people with spaces for what would break its line, give the terminal orders or turn the order of
// what follows: names and ids come from files that anybody may have written.
func OneLine(text string) string {
	clean := []rune(text)
	for i, r := range clean {
		isTurn := '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
		if unicode.IsControl(r) || isTurn || r == '\u2028' || r == '\u2029' {
			clean[i] = ' '
		}
	}
	return string(clean)
}
