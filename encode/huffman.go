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
	table  []uint16 // by the next bits: symbol<<4 | length; only for reading
	mask   uint64
}

// writerCode returns a code to write symbols that occur count[symbol] times. There are at most 256 symbols.
func writerCode(count []uint32) Huffman {
	n := len(count)
	for n > 0 && count[n-1] == 0 {
		n--
	}
	return codeOf(codeLengths(count[:n]))
}

// codeOf builds the canonical code of the given lengths: by length, then symbol. Any lengths will do; only those of
// a complete code decode to something sensible.
func codeOf(length []uint8) Huffman {
	h := Huffman{length: length, code: make([]uint16, len(length))}
	var next [maxCode + 2]uint16 // by length: the code of the next symbol
	for _, l := range length {
		if l > 0 {
			next[l+1]++
		}
	}
	for l := 1; l < len(next); l++ {
		next[l] = (next[l] + next[l-1]) << 1
	}
	for s, l := range length {
		if l > 0 {
			h.code[s] = bits.Reverse16(next[l]) >> (16 - l)
			next[l]++
		}
	}
	return h
}

// readerCode returns a code to read symbols of the given lengths.
func readerCode(length []uint8) Huffman {
	h := codeOf(length)
	longest := uint8(0)
	for _, l := range length {
		longest = max(longest, l)
	}
	h.table, h.mask = make([]uint16, 1<<longest), 1<<longest-1
	if longest == 0 {
		h.table[0] = uint16(max(len(length)-1, 0)) << 4
	}
	for s, l := range length {
		if l == 0 {
			continue
		}
		for k := int(h.code[s]); k < len(h.table); k += 1 << l { // every number that ends with the code
			h.table[k] = uint16(s)<<4 | uint16(l)
		}
	}
	return h
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
	return readerCode(length)
}
