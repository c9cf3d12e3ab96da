package encode

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestDictionary(t *testing.T) {
	f, _ := Load(written(t, 300), Options{})
	var a towns
	f.Decode(schemaOf(t, &a, &rivers{}))
	first, end := a.Name.Prefix("New Port 1")
	for n := range a.Name.NumDistinct() {
		s := a.Name.Distinct(n)
		if in := n >= first && n < end; in != strings.HasPrefix(s, "New Port 1") {
			t.Errorf("%q in range: %v", s, in)
		}
		if k, ok := a.Name.Find(s); !ok || k != n {
			t.Errorf("%q found at %d, %v; %d expected", s, k, ok, n)
		}
	}
	if _, ok := a.Name.Find("Old"); ok {
		t.Error("found what is not there")
	}
	if a.Name.Distinct(a.Name.Number(17)) != a.Name.At(17) {
		t.Error("number of row 17")
	}
	if n, ok := a.County.Find("Kent"); !ok || a.County.Distinct(n) != "Kent" {
		t.Error("unsorted dictionary")
	}
}

func TestTextForms(t *testing.T) {
	var ids, words, same []string
	for i := range 1000 {
		ids = append(ids, fmt.Sprintf("%x-%d", i*7919%104729, i))
		words = append(words, fmt.Sprintf("%s %s Street", []string{"Old", "New", "Great"}[i%3], []string{"Oak", "Elm"}[i%2]), fmt.Sprint("Lane ", i))
		same = append(same, strings.Repeat("a", i))
	}
	for _, s := range [][]string{ids, words, same[:900], {"", "a", " ", "  b ", "\x00\xff"}, {strings.Repeat(" ", 5000), "x"}} {
		for form, body := range map[textForm][]byte{textPlain: frames(s, nil), textDeflate: frames(s, newDeflater()),
			textLetters: letters(s, 0), textWords: phrases(s)} {
			if body == nil {
				continue
			}
			p := parser{b: padded(append([]byte{byte(form), byte(len(s) | 0x80), byte(len(s) >> 7)}, body...))}
			d := p.texts()
			if p.err != nil {
				t.Fatalf("form %d: %v", form, p.err)
			}
			for k, x := range s {
				if got := d.entry(uint64(k)); got != x {
					t.Fatalf("form %d: entry %d is %q, %q expected", form, k, got, x)
				}
			}
		}
	}
}

// TestDictionaryTakesTheSmallestForm has strings that letters pack best of all forms, by far.
func TestDictionaryTakesTheSmallestForm(t *testing.T) {
	var rows []string
	for i := range 6000 {
		rows = append(rows, fmt.Sprintf("trip:horizontalroute%d:%d", i%40, 25200+60*(i*7919%6000)))
	}
	slices.Sort(rows)
	e := &encoder{}
	got := len(e.appendTexts(nil, rows))
	for form, body := range map[textForm][]byte{textPlain: frames(rows, nil), textWords: phrases(rows), textLetters: letters(rows, 0), textDeflate: frames(rows, e.deflater())} {
		if len(body)+16 < got {
			t.Errorf("took %d bytes, form %v has %d", got, form, len(body))
		}
	}
}
