package encode

import "slices"

// encodedInts are the bytes of integers in one encoding.
type encodedInts struct {
	enc  Encoding
	rows int
	body []byte
}

// intsOptions say what a column needs of its encoding.
type intsOptions struct {
	hot    bool // only O(1) access
	signed bool // order values as two's complement, so that bases are small
}

// encodeInts writes v in the smallest encoding that the options allow; among equally small ones in the first tried, which
// is the fastest.
func encodeInts(v []uint64, o intsOptions) encodedInts {
	if len(v) == 0 {
		return encodedInts{enc: EncodingConst, body: []byte{0}}
	}
	if slices.Min(v) == slices.Max(v) {
		return encodeConst(v)
	}
	direct := smallestDirect(v, o)
	if o.hot {
		return direct.write()
	}
	best := encodedInts{}
	size := direct.size
	try := func(e encodedInts) {
		if e.body != nil && len(e.body) < size {
			best, size = e, len(e.body)
		}
	}
	try(encodeSparse(v))
	for _, p := range likelyBlocks(v, o) {
		try(p.encode(size))
	}
	if best.body == nil {
		return direct.write()
	}
	return best
}

// directPlan is an encoding with O(1) access whose size is known before it is written.
type directPlan struct {
	size  int
	write func() encodedInts
}

func smallestDirect(v []uint64, o intsOptions) directPlan {
	best := planPacked(v, o).plan(v)
	raw, fixed := rawBytes(v), fixedBytes(v, o)
	switch {
	case raw <= min(fixed, best.size):
		best = directPlan{raw, func() encodedInts { return encodeRaw(v) }}
	case fixed <= best.size:
		best = directPlan{fixed, func() encodedInts { return encodeFixed(v, o) }}
	}
	if p := planPatched(v, o).plan(v); p.size < best.size {
		best = p
	}
	if l, ok := planLinear(v); ok {
		if p := l.plan(v); p.size < best.size {
			best = p
		}
	}
	return best
}
