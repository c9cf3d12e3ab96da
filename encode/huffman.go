package encode

import (
	"cmp"
	"math/bits"
	"slices"
)

// maxCode is the largest length of a code, so that a decoding table has 2048 entries of 2 bytes at most.
const maxCode = 11

// maxSymbols is the largest alphabet: bytes, or the classes of 64-bit numbers.
const maxSymbols = 256

// classOf splits a number into its class, which is coded, and raw low bits. Numbers below 4 are classes of their own;
// above, a class is the length of the number and the two bits under the top one.
func classOf(v uint64) (class int, raw uint) {
	n := uint(bits.Len64(v))
	if n < 3 {
		return int(v), 0
	}
	return 4 + int(n-3)*4 + int(v>>(n-3)&3), n - 3
}

// rawBits returns the number of raw bits of a class.
func rawBits(class int) uint { return uint(max(class-4, 0) / 4) }

// Huffman is a static prefix code over small symbols, with codes of at most 11 bits. A code of one symbol alone takes no
// bits.
type Huffman struct {
	length []uint8  // by symbol
	code   []uint16 // by symbol, the first bit lowest
	table  []uint16 // by the next bits: symbol<<4 | length
	mask   uint64
}

// NewHuffman returns a code for symbols that occur count[symbol] times. There are at most 256 symbols.
func NewHuffman(count []uint32) Huffman {
	n := len(count)
	for n > 0 && count[n-1] == 0 {
		n--
	}
	return huffmanOf(codeLengths(count[:n]))
}

// huffmanOf builds the canonical code of the given lengths: by length, then symbol. Any lengths will do; only those of
// a complete code decode to something sensible.
func huffmanOf(length []uint8) Huffman {
	longest := 0
	for _, l := range length {
		longest = max(longest, int(l))
	}
	h := Huffman{length: length, code: make([]uint16, len(length)), table: make([]uint16, 1<<longest), mask: 1<<longest - 1}
	if longest == 0 {
		h.table[0] = uint16(max(len(length)-1, 0)) << 4
		return h
	}
	next := uint16(0)
	for l := 1; l <= longest; l++ {
		for s, sl := range length {
			if int(sl) == l {
				h.set(s, bits.Reverse16(next)>>(16-l))
				next++
			}
		}
		next <<= 1
	}
	return h
}

// set enters a code into the table, at every number that ends with it.
func (h *Huffman) set(symbol int, code uint16) {
	l := h.length[symbol]
	h.code[symbol] = code
	for k := int(code); k < len(h.table); k += 1 << l {
		h.table[k] = uint16(symbol)<<4 | uint16(l)
	}
}

// codeLengths returns the lengths of an optimal code, counts being flattened until no code is too long.
func codeLengths(count []uint32) []uint8 {
	var order []int
	for s, c := range count {
		if c > 0 {
			order = append(order, s)
		}
	}
	length := make([]uint8, len(count))
	if len(order) < 2 {
		return length
	}
	weight := slices.Clone(count)
	for !assignLengths(length, weight, order) {
		for _, s := range order {
			weight[s] = weight[s]/2 + 1
		}
	}
	return length
}

// assignLengths builds Huffman's tree with two queues, leaves and inner nodes, both by rising weight. It reports whether
// no code is longer than maxCode.
func assignLengths(length []uint8, weight []uint32, order []int) bool {
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight[a], weight[b]) })
	n := len(order)
	sum := make([]uint64, 0, n-1)
	parent := make([]int, 2*n-1) // leaves first
	leaf, inner := 0, 0
	take := func() (node int, w uint64) {
		if leaf < n && (inner >= len(sum) || uint64(weight[order[leaf]]) <= sum[inner]) {
			leaf++
			return leaf - 1, uint64(weight[order[leaf-1]])
		}
		inner++
		return n + inner - 1, sum[inner-1]
	}
	for len(sum) < n-1 {
		a, wa := take()
		b, wb := take()
		parent[a], parent[b] = n+len(sum), n+len(sum)
		sum = append(sum, wa+wb)
	}
	depth := make([]uint8, 2*n-1)
	for k := 2*n - 3; k >= 0; k-- {
		depth[k] = depth[parent[k]] + 1
	}
	for k, s := range order {
		length[s] = min(depth[k], maxCode+1)
	}
	return slices.Max(length) <= maxCode
}

// appendTable appends the lengths: how many symbols, then four bits each, the first one low.
func (h *Huffman) appendTable(b []byte) []byte {
	b = append(b, byte(len(h.length)), byte(len(h.length)>>8))
	for k := 0; k < len(h.length); k += 2 {
		x := h.length[k]
		if k+1 < len(h.length) {
			x |= h.length[k+1] << 4
		}
		b = append(b, x)
	}
	return b
}

// huffman reads what appendTable wrote.
func (p *parser) huffman() Huffman {
	n := int(p.byte()) | int(p.byte())<<8
	if n > maxSymbols {
		p.fail(errSymbols)
		return Huffman{table: make([]uint16, 1)}
	}
	b := p.load(uint64(n+1) / 2)
	length := make([]uint8, n)
	for k := range length {
		if p.err == nil {
			length[k] = b[k/2] >> (k & 1 * 4) & 15
		}
		if length[k] > maxCode {
			p.fail(errSymbols)
		}
	}
	if p.err != nil {
		return Huffman{table: make([]uint16, 1)}
	}
	return huffmanOf(length)
}
