package encode

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// allEncoders are the ways to write integers, by name.
var allEncoders = map[string]func(v []uint64, o intsOptions) encodedInts{
	"raw":     func(v []uint64, _ intsOptions) encodedInts { return encodeRaw(v) },
	"fixed":   func(v []uint64, o intsOptions) encodedInts { return encodeFixed(v, rangesOf(v, o)) },
	"packed":  func(v []uint64, o intsOptions) encodedInts { return planned(planPacked(v, rangesOf(v, o)), v) },
	"patched": func(v []uint64, o intsOptions) encodedInts { return planned(planPatched(v, rangesOf(v, o), 1), v) },
	"linear": func(v []uint64, _ intsOptions) encodedInts {
		p, ok := planLinear(v)
		if !ok {
			return encodedInts{}
		}
		return planned(p, v)
	},
	"sparse": func(v []uint64, _ intsOptions) encodedInts { return encodeSparse(v) },
	"blocks": func(v []uint64, o intsOptions) encodedInts { return inBlocks(v, EncodingBlocks, o) },
	"delta":  func(v []uint64, o intsOptions) encodedInts { return inBlocks(v, EncodingBlocksDelta, o) },
	"recent": func(v []uint64, o intsOptions) encodedInts { return inBlocks(v, EncodingBlocksRecent, o) },
	"chosen": encodeInts,
}

// planned writes what a packer planned, which must have the size that it told.
func planned(p *packer, v []uint64) encodedInts {
	e := p.write(v)
	if len(e.body) != p.size() {
		panic(fmt.Sprintf("%v: %d bytes written, %d told", e.enc, len(e.body), p.size()))
	}
	return e
}

func inBlocks(v []uint64, enc Encoding, o intsOptions) encodedInts {
	p, ok := planBlocks(v, enc, o)
	if !ok {
		return encodedInts{}
	}
	return p.encode(0)
}

// checkInts writes v in every encoding that takes it and compares each row.
func checkInts(t interface{ Fatalf(string, ...any) }, v []uint64, o intsOptions) {
	for name, encode := range allEncoders {
		e := encode(v, o)
		if e.body == nil {
			continue
		}
		got, err := openInts(e.enc, e.rows, &parser{b: padded(e.body)})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i, want := range v {
			if x := got.at(uint64(i)); x != want && !(name == "raw" && x == want) {
				t.Fatalf("%s: row %d of %d is %#x, %#x expected", name, i, len(v), x, want)
			}
		}
		if all := appendInts([]uint64(nil), &got); !slices.Equal(all, v) {
			t.Fatalf("%s: all rows at once differ", name)
		}
	}
}

// intsOf draws integers of a width, in one of several shapes.
func intsOf(t *rapid.T) []uint64 {
	n := rapid.IntRange(1, 400).Draw(t, "rows")
	bits := rapid.UintRange(0, 64).Draw(t, "bits")
	base := rapid.SampledFrom([]uint64{0, 1, 1<<32 - 1, 1 << 32, math.MaxUint64, 1 << 63, 1 << 20}).Draw(t, "base")
	v := rapid.SliceOfN(rapid.Uint64(), n, n).Draw(t, "values")
	outliers := rapid.IntRange(0, 10).Draw(t, "outliers")
	for i := range v {
		if i%11 >= outliers {
			v[i] &= mask(bits)
		}
		v[i] += base
	}
	switch rapid.IntRange(0, 3).Draw(t, "shape") {
	case 0:
		slices.Sort(v)
	case 1:
		firstUse(v)
	case 2:
		for i := range v {
			if i%17 != 0 {
				v[i] = base
			}
		}
	}
	return v
}

// firstUse numbers values by their first use.
func firstUse(v []uint64) {
	number := map[uint64]uint64{}
	for i, x := range v {
		if _, ok := number[x]; !ok {
			number[x] = uint64(len(number))
		}
		v[i] = number[x]
	}
}

func TestIntsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkInts(t, intsOf(t), intsOptions{signed: rapid.Bool().Draw(t, "signed")})
	})
}

func TestIntsExtremes(t *testing.T) {
	neg := func(v int64) uint64 { return uint64(v) }
	for k, v := range [][]uint64{
		{0}, {1}, {math.MaxUint32}, {math.MaxUint64}, {neg(-1), 0, 1}, {0, math.MaxUint64},
		{neg(math.MinInt64), neg(math.MaxInt64), 0}, {1 << 57, 0, 1<<58 - 1}, slices.Repeat([]uint64{7, 8, 9}, 100),
		append(slices.Repeat([]uint64{3}, 64), 1<<63), append(slices.Repeat([]uint64{1<<32 - 1}, 129), 0),
	} {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			checkInts(t, v, intsOptions{})
			checkInts(t, v, intsOptions{signed: true})
		})
	}
}

// TestHotIsDirect shows that a hot column never gets an encoding that is searched or decoded in blocks.
func TestHotIsDirect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if e := encodeInts(intsOf(t), intsOptions{hot: true}); e.enc >= EncodingSparse {
			t.Fatalf("%v in a hot column", e.enc)
		}
	})
}
