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
	limit  int  // bytes from which a result is not wanted, where a writer can tell early; 0: none
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
	best := encodePacked(v, o)
	raw, fixed := rawBytes(v), fixedBytes(v, o)
	switch { // whose bytes are known without writing them
	case raw <= min(fixed, len(best.body)):
		best = encodeRaw(v)
	case fixed <= len(best.body):
		best = encodeFixed(v, o)
	}
	try := func(e encodedInts) {
		if e.body != nil && len(e.body) < len(best.body) {
			best = e
		}
	}
	try(encodePatched(v, o))
	try(encodeLinear(v))
	if !o.hot {
		try(encodeSparse(v))
		for _, enc := range []Encoding{EncodingBlocks, EncodingBlocksDelta, EncodingBlocksRecent} {
			o.limit = len(best.body)
			try(encodeBlocks(v, enc, o))
		}
	}
	return best
}
