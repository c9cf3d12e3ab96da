package diff

import (
	"strconv"
	"strings"

	"graphbuild/geometry"
)

// record is an object that is its key and its named values.
type record struct {
	key    string // also what it is called
	title  string
	line   []geometry.Point
	fields []field
}

// field is a value, or a digest of several, and what people call it.
type field struct{ name, value string }

// recordKind returns the kind of objects that read returns by number, of which there are count.
func recordKind(name string, count func(*side) int, read func(*side, uint32) record) kind {
	return kind{
		name:  name,
		count: count,
		rows: func(s *side, p part, yield func(row) bool) {
			for i := range uint32(count(s)) {
				r := read(s, i)
				if k := (key{s: r.key}); p.has(k) {
					if !yield(row{k, uint64(r.digest()), i}) {
						return
					}
				}
			}
		},
		what: func(a, b *side, x, y uint32) []string { return read(a, x).what(read(b, y)) },
		describe: func(s *side, ref uint32, out *Item) {
			r := read(s, ref)
			out.Object, out.Name, out.Line = r.key, r.title, r.line
		},
	}
}

func (r record) digest() digest {
	d := newDigest()
	for _, f := range r.fields {
		d.text(f.value)
	}
	return d
}

// what names the values that differ.
func (r record) what(o record) []string {
	var w whats
	for i, f := range r.fields {
		w.add(f.name, f.value != o.fields[i].value)
	}
	return w.list()
}

// joined writes values as one, so that no two lists are the same text.
func joined(values ...string) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteString(strconv.Quote(v))
	}
	return b.String()
}

// number writes a number.
func number[T ~uint8 | ~uint16 | ~uint32 | ~int32 | ~int](n T) string {
	return strconv.FormatInt(int64(n), 10)
}

// value writes a digest.
func (d digest) value() string { return strconv.FormatUint(uint64(d), 16) }
