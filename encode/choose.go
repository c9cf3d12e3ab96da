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
	r := rangesOf(v, o)
	direct := plainDirect(v, r)
	if o.hot {
		return patchedOr(direct, v, r).write()
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
	if mayPatch(v, r, size) {
		if p := patchedOr(direct, v, r); p.size < size {
			return p.write()
		}
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

// plainDirect plans the smallest encoding with O(1) access and no exceptions.
func plainDirect(v []uint64, r ranges) directPlan {
	best := planPacked(v, r).plan(v)
	raw, fixed := rawBytes(v), fixedBytes(len(v), r)
	switch {
	case raw <= min(fixed, best.size):
		best = directPlan{raw, func() encodedInts { return encodeRaw(v) }}
	case fixed <= best.size:
		best = directPlan{fixed, func() encodedInts { return encodeFixed(v, r) }}
	}
	if l, ok := planLinear(v); ok {
		if p := l.plan(v); p.size < best.size {
			best = p
		}
	}
	return best
}

// patchedOr returns the plan with exceptions where that is smaller than another.
func patchedOr(other directPlan, v []uint64, r ranges) directPlan {
	if p := planPatched(v, r, 1).plan(v); p.size < other.size {
		return p
	}
	return other
}

// mayPatch tells by a sample of the blocks whether a plan with exceptions may be smaller than so many bytes.
func mayPatch(v []uint64, r ranges, size int) bool {
	if len(r.blocks) < 8*sampleStep {
		return true
	}
	return planPatched(v, r, sampleStep).size()*sampleStep < size+size/8
}
