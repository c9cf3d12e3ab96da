package encode

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// smallestSplit is bestSplit by trying all.
func smallestSplit(codes []uint64, exceptionWidth uint) split {
	s := slices.Sorted(slices.Values(codes))
	best := split{bits: 1 << 30}
	for n := range len(s) {
		top := s[len(s)-1-n]
		w := width(top + uint64(n))
		if top+uint64(n) < top || w < 64 && uint64(n) >= 1<<w {
			continue
		}
		if bits := int(w)*blockRows + n*int(exceptionWidth); bits < best.bits {
			best = split{w, n, bits}
		}
	}
	return best
}

func TestBestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		codes := make([]uint64, 1+r.IntN(blockRows))
		shift := r.IntN(60)
		for k := range codes {
			codes[k] = r.Uint64() >> (shift + r.IntN(64-shift))
			if r.IntN(10) == 0 {
				codes[k] = 1<<r.IntN(64) - uint64(r.IntN(3))
			}
		}
		wide := width(slices.Max(codes))
		if got, want := bestSplit(codes, wide), smallestSplit(codes, wide); got != want {
			t.Fatalf("%v: %+v, want %+v", codes, got, want)
		}
	}
}
