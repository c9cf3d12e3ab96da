package encode

import "fmt"

// letterBlocks is a dictionary in entropy-coded blocks. A string is the number of bytes that it has in common with the
// one before in its block, the number of the others, and these, each in a code chosen by the byte before it.
type letterBlocks struct {
	blocks *blocksView
	rows   int
}

const (
	letterShared = iota
	letterCount
	letterFirst // contexts of bytes follow
	letterKinds = 32
	// letterContexts is the number of contexts of a dictionary of letters.
	letterContexts = letterFirst + letterKinds
)

// letterContext returns the context of a byte after another: lower-case letters have one each.
func letterContext(before byte) int {
	switch {
	case before >= 'a' && before <= 'z':
		return letterFirst + 6 + int(before-'a')
	case before == ' ':
		return letterFirst + 5
	case before >= 0x80:
		return letterFirst + 4
	case before >= 'A' && before <= 'Z':
		return letterFirst + 3
	case before >= '0' && before <= '9':
		return letterFirst + 2
	case before != 0:
		return letterFirst + 1
	}
	return letterFirst
}

func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// letters writes strings in blocks. It gives nothing where that takes more than the limit of bytes, unless that is 0.
func letters(s []string, limit int) []byte {
	l := BlockLayout{Rows: len(s), BlockRows: textRows, Contexts: letterContexts, limit: limit}
	for _, x := range s {
		l.Numbers += len(x) + 2
	}
	return newBlocks(l, func(w *BlockWriter, block int) {
		before := ""
		for _, x := range s[block*textRows : min(len(s), (block+1)*textRows)] {
			n := shared(before, x)
			w.Put(letterShared, uint64(n))
			w.Put(letterCount, uint64(len(x)-n))
			last := byte(0)
			if n > 0 {
				last = x[n-1]
			}
			for k := n; k < len(x); k++ {
				w.PutByte(letterContext(last), x[k])
				last = x[k]
			}
			before = x
		}
	})
}

func (p *parser) letters(rows int) *letterBlocks {
	return &letterBlocks{rows: rows, blocks: p.textBlocks(rows)}
}

// textBlocks reads blocks of strings, which all have textRows.
func (p *parser) textBlocks(rows int) *blocksView {
	v := p.blocks(rows)
	if p.err == nil && rows > 0 && v.blockRows != textRows {
		p.fail(fmt.Errorf("blocks of %d strings, %d expected", v.blockRows, textRows))
	}
	return v
}

func (l *letterBlocks) decode(block int) *[]string {
	out := make([]string, 0, textRows)
	r := l.blocks.reader(block)
	left := blockText
	var text []byte
	for k := block * textRows; k < min(l.rows, (block+1)*textRows); k++ {
		text = readLetters(&r, text, left)
		left -= len(text)
		out = append(out, string(text))
	}
	return &out
}

// readLetters reads the string after text, which it overwrites, of at most limit bytes.
func readLetters(r *BlockReader, text []byte, limit int) []byte {
	common := min(r.Get(letterShared), uint64(len(text)))
	count := min(r.Get(letterCount), uint64(max(limit-int(common), 0)))
	text = text[:common]
	last := byte(0)
	if common > 0 {
		last = text[common-1]
	}
	for range count {
		last = r.GetByte(letterContext(last))
		text = append(text, last)
	}
	return text
}
