package encode

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// phraseBlocks is a dictionary of phrases: strings as numbers of words, which are what stands between blanks. A string is
// the number of words that it has in common with the one before in its block, and the numbers of the others, from 1, with
// 0 at the end. Frequent words have small numbers.
type phraseBlocks struct {
	blocks *blocksView
	rows   int
	limit  int // bytes of all words
	words  *letterBlocks
	once   sync.Once
	word   []string // all, from the first use on
}

const (
	phraseShared = iota
	phraseFirst  // the first word that is written
	phraseSecond
	phraseRest
	phraseContexts
)

// maxWords is the largest number of words of a phrase, so that a code without bits cannot take much memory.
const maxWords = 1024

// wordsPerByte is how many words there can be: each takes a bit at least, but the first of 64.
const wordsPerByte = 9

// phrases writes strings as words: how many words, how many bytes these take, the words, the strings. It gives nothing
// where there is too much of them.
func phrases(s []string) []byte {
	t := numberWords(s)
	if t == nil {
		return nil
	}
	list := letters(t.words, 0)
	if largest, all := largestBlock(t.words); largest > blockText || all > textLimit(len(list)) {
		return nil
	}
	b := binary.AppendUvarint(nil, uint64(len(t.words)))
	b = append(binary.AppendUvarint(b, uint64(len(list))), list...)
	l := BlockLayout{Rows: len(s), BlockRows: textRows, Contexts: phraseContexts, Numbers: len(t.number) + 2*len(s)}
	return append(b, newBlocks(l, func(w *BlockWriter, block int) {
		var before []uint32
		for i := block * textRows; i < min(len(s), (block+1)*textRows); i++ {
			phrase := t.number[t.start[i]:t.start[i+1]]
			writePhrase(w, before, phrase)
			before = phrase
		}
	})...)
}

func writePhrase(w *BlockWriter, before, words []uint32) {
	n := 0
	for n < len(before) && n < len(words) && before[n] == words[n] {
		n++
	}
	w.Put(phraseShared, uint64(n))
	for k, x := range words[n:] {
		w.Put(phraseContext(k), uint64(x))
	}
	w.Put(phraseContext(len(words)-n), 0)
}

func phraseContext(k int) int { return phraseFirst + min(k, phraseRest-phraseFirst) }

// phraseTable are strings as numbers of words: string i has number[start[i]:start[i+1]]. The words are numbered from 1.
type phraseTable struct {
	words  []string
	number []uint32
	start  []uint32
}

// numberWords gives words numbers by falling frequency; among those that the class code takes for equally frequent, by the
// alphabet, so that they have much in common with the word before. It gives nothing where a string has too many.
func numberWords(s []string) *phraseTable {
	t := &phraseTable{start: make([]uint32, 1, len(s)+1), number: make([]uint32, 0, 3*len(s))}
	place := make(map[string]uint32, len(s)/2) // among the words in order of first use
	var count []uint32
	for _, x := range s {
		first := len(t.number)
		for more := true; more; {
			var w string
			w, x, more = strings.Cut(x, " ")
			n, ok := place[w]
			if !ok {
				n = uint32(len(t.words))
				place[w], t.words, count = n, append(t.words, w), append(count, 0)
			}
			count[n]++
			t.number = append(t.number, n)
		}
		if len(t.number)-first > maxWords {
			return nil
		}
		t.start = append(t.start, uint32(len(t.number)))
	}
	t.reorder(count)
	return t
}

// reorder numbers the words anew, given how often each occurs.
func (t *phraseTable) reorder(count []uint32) {
	order := make([]uint32, len(count))
	for k := range order {
		order[k] = uint32(k)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(t.words[a], t.words[b]) })
	rank := make([]uint32, len(count)) // in the alphabet: numbers compare faster than texts
	for k, n := range order {
		rank[n] = uint32(k)
	}
	byText := func(a, b uint32) int { return cmp.Compare(rank[a], rank[b]) }
	slices.SortFunc(order, func(a, b uint32) int { return cmp.Or(cmp.Compare(count[b], count[a]), byText(a, b)) })
	for from := 0; from < len(order); {
		class, _ := classOf(uint64(from + 1))
		to := from + 1
		for to < len(order) {
			if c, _ := classOf(uint64(to + 1)); c != class {
				break
			}
			to++
		}
		slices.SortFunc(order[from:to], byText)
		from = to
	}
	words, number := make([]string, len(order)), make([]uint32, len(order))
	for k, n := range order {
		words[k], number[n] = t.words[n], uint32(k+1)
	}
	t.words = words
	for k, n := range t.number {
		t.number[k] = number[n]
	}
}

func (p *parser) phrases(rows int) *phraseBlocks {
	f := &phraseBlocks{rows: rows}
	words := p.count(uint64(p.left())*wordsPerByte, "words")
	size := p.count(uint64(p.left()), "bytes of words")
	list := p.sub(size)
	f.limit = textLimit(size)
	f.words = list.letters(words)
	f.blocks = p.textBlocks(rows)
	if p.err == nil && list.err != nil {
		p.fail(fmt.Errorf("words: %w", list.err))
	}
	return f
}

// decodeWords makes the list of all words.
func (f *phraseBlocks) decodeWords() {
	left := f.limit
	for b := 0; b < f.words.blocks.numBlocks && left > 0; b++ {
		for _, w := range *f.words.decode(b) {
			f.word = append(f.word, w)
			left -= len(w)
		}
	}
}

func (f *phraseBlocks) decode(block int) *[]string {
	f.once.Do(f.decodeWords)
	out := make([]string, 0, textRows)
	r := f.blocks.reader(block)
	left := blockText
	var words []string
	for k := block * textRows; k < min(f.rows, (block+1)*textRows); k++ {
		words = f.readPhrase(&r, words)
		s := f.join(words, left)
		left -= len(s)
		out = append(out, s)
	}
	return &out
}

// join puts the words of a phrase together, unless there is more text than a good file has.
func (f *phraseBlocks) join(words []string, limit int) string {
	n := len(words)
	for _, w := range words {
		n += len(w)
	}
	if n > limit+1 {
		return ""
	}
	return strings.Join(words, " ")
}

// readPhrase reads the words after those of the phrase before, which it overwrites.
func (f *phraseBlocks) readPhrase(r *BlockReader, words []string) []string {
	words = words[:min(r.Get(phraseShared), uint64(len(words)))]
	for k := 0; len(words) < maxWords; k++ {
		n := r.Get(phraseContext(k))
		if n == 0 || n > uint64(len(f.word)) || r.Overrun() {
			return words
		}
		words = append(words, f.word[n-1])
	}
	return words
}
