package encode

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Strings is a column of strings. Encoded, each distinct value stands once in a dictionary and the rows are numbers in it.
// Like Col it is a slice or a view; a view is safe for many goroutines. What concerns the dictionary is there in a view
// only.
type Strings struct {
	slice []string
	view  *lazy[stringsView]
}

// StringsOf returns a column that holds v. It keeps v.
func StringsOf(v []string) Strings { return Strings{slice: v} }

// Len returns the number of rows.
func (c *Strings) Len() int {
	if c.view != nil {
		return c.view.rows()
	}
	return len(c.slice)
}

// At returns row i, which must be in range.
func (c *Strings) At(i int) string {
	if c.view == nil {
		return c.slice[i]
	}
	v := c.view.get()
	if uint(i) >= uint(v.rows) {
		panic("encode: row out of range")
	}
	return v.dict.entry(v.number.at(uint64(i)))
}

// Append adds a row to a column that is a plain slice.
func (c *Strings) Append(v string) { c.slice = append(c.slice, v) }

// Number returns the number of row i in the dictionary: equal strings have equal numbers. It is -1 in a plain slice.
func (c *Strings) Number(i int) int {
	if c.view == nil {
		return -1
	}
	v := c.view.get()
	return int(v.number.at(uint64(i)))
}

// NumDistinct returns the size of the dictionary, 0 of a plain slice.
func (c *Strings) NumDistinct() int {
	if c.view == nil {
		return 0
	}
	return c.view.get().dict.count
}

// Distinct returns entry n of the dictionary: in increasing order where the column is tagged "sorted", else in an order
// of the encoder's choice. Out of range it is empty.
func (c *Strings) Distinct(n int) string {
	if c.view == nil {
		return ""
	}
	return c.view.get().dict.entry(uint64(n))
}

// Find returns the number in the dictionary of s. It decodes O(log n) blocks where the column is tagged "sorted", else all
// until it is found.
func (c *Strings) Find(s string) (number int, ok bool) {
	if c.view == nil {
		return 0, false
	}
	d := c.view.get().dict
	if !d.sorted {
		for n := range d.count {
			if d.entry(uint64(n)) == s {
				return n, true
			}
		}
		return 0, false
	}
	n := d.lowerBound(s)
	return n, n < d.count && d.entry(uint64(n)) == s
}

// Prefix returns the range [first, end) of dictionary numbers of the strings that begin with p. The range is empty where
// the dictionary is not sorted.
func (c *Strings) Prefix(p string) (first, end int) {
	if c.view == nil || !c.view.get().dict.sorted {
		return 0, 0
	}
	d := c.view.get().dict
	first = d.lowerBound(p)
	end = first + sort.Search(d.count-first, func(k int) bool {
		return !strings.HasPrefix(d.entry(uint64(first+k)), p)
	})
	return first, end
}

func (d *dictionary) lowerBound(s string) int {
	return sort.Search(d.count, func(n int) bool { return d.entry(uint64(n)) >= s })
}

// stringsView is a view of Strings: the number of each row in a dictionary.
type stringsView struct {
	rows   int
	number ints
	dict   dictionary
}

// strings writes the dictionary in order where that is asked for, else in order of first use or sorted, whichever
// is smaller.
func (e *encoder) strings(c *Strings) (Encoding, []byte) {
	rows := c.slice
	if c.view != nil {
		rows = make([]string, c.Len())
		for i := range rows {
			rows[i] = c.At(i)
		}
	}
	if e.sorted {
		return EncodingDictionary, e.dictionary(numberTexts(rows), true)
	}
	sample := numberTexts(rows[:min(len(rows), sampleRows)])
	used := e.dictionary(sample, false)
	sorted := e.dictionary(sample, true)
	best := used
	if len(sorted) <= len(used) {
		best = sorted
	}
	if sampleRows < len(rows) {
		best = e.dictionary(numberTexts(rows), len(sorted) <= len(used))
	}
	return EncodingDictionary, best
}

// sampleRows is the number of rows that tell which order of a dictionary is smaller: sorted strings have more in common
// with the one before, but numbers by first use are smaller.
const sampleRows = 4096

// numberedTexts are distinct strings and their number in each row.
type numberedTexts struct {
	distinct []string
	number   []uint64
}

// numberTexts numbers strings by first use.
func numberTexts(rows []string) numberedTexts {
	t := numberedTexts{number: make([]uint64, len(rows))}
	place := make(map[string]uint64)
	for i, s := range rows {
		n, ok := place[s]
		if !ok {
			n = uint64(len(t.distinct))
			place[s] = n
			t.distinct = append(t.distinct, s)
		}
		t.number[i] = n
	}
	return t
}

// sort numbers the strings anew, in order.
func (t *numberedTexts) sort() {
	order := make([]uint32, len(t.distinct))
	for n := range order {
		order[n] = uint32(n)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(t.distinct[a], t.distinct[b]) })
	distinct, place := make([]string, len(order)), make([]uint64, len(order))
	for n, old := range order {
		distinct[n], place[old] = t.distinct[old], uint64(n)
	}
	t.distinct = distinct
	for i, n := range t.number {
		t.number[i] = place[n]
	}
}

// dictionary writes a byte that is 1 for a sorted dictionary, the numbers of the rows, and the dictionary. Sorting changes t.
func (e *encoder) dictionary(t numberedTexts, sorted bool) []byte {
	b := []byte{0}
	if sorted {
		b[0] = 1
		t.sort()
	}
	b = appendPart(b, encodeInts(t.number, intsOptions{hot: e.hot}))
	return e.appendTexts(b, t.distinct)
}

func openStrings(enc Encoding, rows int, p *parser) (*stringsView, error) {
	v := &stringsView{rows: rows}
	sorted := p.byte() == 1
	v.number = p.part(rows)
	if p.err == nil && (v.number.rows != rows || enc != EncodingDictionary) {
		p.fail(fmt.Errorf("numbers of %d strings for %d rows in encoding %v", v.number.rows, rows, enc))
	}
	v.dict = p.texts()
	v.dict.sorted = sorted
	if p.err != nil {
		return &stringsView{rows: rows}, p.err
	}
	return v, nil
}

// textForm is how the distinct strings are written. The numbers are permanent.
type textForm uint8

const (
	textPlain   textForm = iota // frames of strings: length, bytes
	textDeflate                 // the same frames, each compressed
	textLetters                 // front-coded, letters in codes by the letter before
	textWords                   // numbers of words, and the words as letters
	numTextForms
)

// dictionary is a view of distinct strings, in blocks of textRows.
type dictionary struct {
	count  int
	sorted bool
	texts  textBlocks
	cache  *BlockCache[[]string]
}

// textBlocks decodes a block of strings.
type textBlocks interface {
	decode(block int) *[]string
}

const (
	// textRows are the strings of a block: twice as many save 1 % and double the time of one.
	textRows  = 64
	textSlots = 64
)

// entry returns string n, or an empty one where there is none.
func (d *dictionary) entry(n uint64) string {
	if n >= uint64(d.count) {
		return ""
	}
	b := d.cache.cached(int(n / textRows))
	if b == nil { // a method value costs an allocation
		b = d.cache.Get(int(n/textRows), d.texts.decode)
	}
	if k := int(n % textRows); k < len(*b) {
		return (*b)[k]
	}
	return ""
}

// blockText is the largest number of bytes of text of a block of letters or words, so that a code without bits cannot take
// much time and memory.
const blockText = 1 << 16

// textLimit is the largest number of bytes that n bytes of words or of a packed frame may unpack to. Writers keep to both.
func textLimit(n int) int { return blockText + 256*n }

// largestBlock returns the bytes of text of the largest block, and of all.
func largestBlock(s []string) (largest, all int) {
	for b := range slices.Chunk(s, textRows) {
		n := 0
		for _, x := range b {
			n += len(x)
		}
		largest, all = max(largest, n), all+n
	}
	return largest, all
}

// appendTexts appends the smallest form: its number, how many strings, and the form's bytes to the end of the section.
func (e *encoder) appendTexts(b []byte, s []string) []byte {
	form, best := e.packedTexts(s)
	if best == nil || plainAtLeast(s) < len(best) {
		if plain := frames(s, nil); best == nil || len(plain) <= len(best) {
			form, best = textPlain, plain
		}
	}
	b = append(b, byte(form))
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, best...)
}

// plainAtLeast returns a number of bytes that plain frames have at least: frames take longer to write than most other forms.
func plainAtLeast(s []string) (n int) {
	for _, x := range s {
		n += len(x) + 1
	}
	return n
}

// packedTexts returns the smallest of the forms that pack, nothing where they do not do.
func (e *encoder) packedTexts(s []string) (form textForm, best []byte) {
	if largest, _ := largestBlock(s); largest > blockText {
		return textPlain, nil
	}
	try := func(f textForm, body []byte) {
		if body != nil && (best == nil || len(body) < len(best)) {
			form, best = f, body
		}
	}
	try(textWords, phrases(s))
	try(textLetters, letters(s, len(best)))
	if deflates(s, e.deflater(), min(len(best), plainAtLeast(s)+len(s)/textRows)) {
		try(textDeflate, frames(s, e.deflater()))
	}
	return form, best
}

// texts reads the rest of a section as a dictionary.
func (p *parser) texts() dictionary {
	form := textForm(p.byte())
	d := dictionary{count: p.count(min(maxRows, uint64(p.left())*64+1), "distinct strings")}
	blocks := (d.count + textRows - 1) / textRows
	d.cache = NewBlockCache[[]string](min(textSlots, blocks))
	switch form {
	case textPlain, textDeflate:
		d.texts = p.frames(d.count, form)
	case textLetters:
		d.texts = p.letters(d.count)
	case textWords:
		d.texts = p.phrases(d.count)
	default:
		p.fail(fmt.Errorf("form %d of a dictionary is not known", form))
	}
	return d
}
