package encode

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestFormatNames: the types and encodings in FORMAT.md are those of the code, with their numbers.
func TestFormatNames(t *testing.T) {
	text, err := os.ReadFile("../FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	types := textBetween(t, string(text), "**Types.**", "**Encodings.**")
	for typ := range columnType(0xff) {
		name := typ.String()
		switch {
		case name == "unknown" || typ&0xf0 == typeInts && typ != typeInts|typ&7 || typ&0xf0 == typeList && typ != typeList|typ&7:
			continue
		case typ&0xf0 == typeInts:
			row := "| 0x10 + k | " + strings.Join(integerNames[:], " ") + " |"
			if !strings.Contains(types, row) || typ != typeInts+columnType(typ&7) {
				t.Errorf("no row %q for type %#x", row, uint8(typ))
			}
		case typ&0xf0 == typeList:
			if !strings.Contains(types, "| 0x20 + k | list of ... |") || name != "list of "+integerNames[typ&7] {
				t.Errorf("no row for type %#x, %s", uint8(typ), name)
			}
		case !strings.Contains(types, fmt.Sprintf("| %#x | %s |", uint8(typ), name)):
			t.Errorf("no row for type %#x, %s", uint8(typ), name)
		}
	}
	encodings := textBetween(t, string(text), "**Encodings.**", "## Integers")
	for e := range numEncodings {
		row := fmt.Sprintf("| %d | %v", e, e)
		if !strings.Contains(encodings, row+" |") && !strings.Contains(encodings, row+":") {
			t.Errorf("no %q", row)
		}
	}
	if n := strings.Count(encodings, "\n|") - 2; n != (int(numEncodings)+1)/2 {
		t.Errorf("%d rows for %d encodings, two a row", n, numEncodings)
	}
}

// TestFormatLimits: numbers that FORMAT.md states are those that readers and writers go by.
func TestFormatLimits(t *testing.T) {
	text, err := os.ReadFile("../FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	joined := strings.Join(strings.Fields(string(text)), " ")
	for _, sentence := range []string{
		fmt.Sprintf("one for every %d bytes of a section", sumBlock),
		fmt.Sprintf("The checksum in the directory is that of the bytes of a section of at most %d.", sumBlock),
		fmt.Sprintf("major version: %d.", VersionMajor),
		fmt.Sprintf("minor version: %d.", VersionMinor),
		fmt.Sprintf("have blocks of %d rows, each with a *head*", blockRows),
		fmt.Sprintf("Lengths are at most %d, symbols at most %d.", maxCode, maxSymbols),
		fmt.Sprintf("Any larger code (%d is written)", recentFar),
		fmt.Sprintf("the list keeps %d values", recentKept),
		fmt.Sprintf("%d contexts. In a block without any bits", sizeContexts),
		fmt.Sprintf("min(code, 2). %d contexts.", recentContexts),
		fmt.Sprintf("Limit: %d words.", maxWords),
		fmt.Sprintf("has at most %d bytes of text", blockText),
		fmt.Sprintf("at most %d + %d·n bytes of text", textLimit(0), textLimit(1)-textLimit(0)),
		fmt.Sprintf("at most %d for each byte from their number on", wordsPerByte),
		fmt.Sprintf("Table numbers from 0x8000 (%d) belong to programs of others", FirstUserTable),
	} {
		if !strings.Contains(joined, sentence) {
			t.Errorf("it does not say %q", sentence)
		}
	}
}

// textBetween returns the text between two others.
func textBetween(t *testing.T, text, from, to string) string {
	t.Helper()
	_, text, ok1 := strings.Cut(text, from)
	text, _, ok2 := strings.Cut(text, to)
	if !ok1 || !ok2 {
		t.Fatalf("no text from %q to %q", from, to)
	}
	return text
}
