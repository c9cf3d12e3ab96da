package graph

import "math/bits"

// Sizes of what inspect shows.
const (
	maxDegreeBin  = 9       // vertices with as many pairs, or more, are counted together
	maxLengthBin  = 17      // 64 km and more
	maxTripsByDay = 3 * 366 // days
)

// degreeHistogram counts vertices by how many pairs meet there; nil where there are none.
func degreeHistogram(p *Pairs, vertices int) []int {
	if vertices == 0 {
		return nil
	}
	degree := make([]uint8, vertices)
	for i, from := range p.From {
		degree[from] = min(degree[from]+1, maxDegreeBin)
		degree[p.To[i]] = min(degree[p.To[i]]+1, maxDegreeBin)
	}
	counts := make([]int, maxDegreeBin+1)
	for _, d := range degree {
		counts[d]++
	}
	return withoutZeros(counts)
}

// lengthHistogram counts pairs by the number of binary digits of their whole metres.
func lengthHistogram(p *Pairs) []int {
	counts := make([]int, maxLengthBin+1)
	for _, dm := range p.LengthDM {
		counts[min(bits.Len32(dm/10), maxLengthBin)]++
	}
	return withoutZeros(counts)
}

// withoutZeros cuts the zeros at the end.
func withoutZeros(counts []int) []int {
	for len(counts) > 0 && counts[len(counts)-1] == 0 {
		counts = counts[:len(counts)-1]
	}
	return counts
}
