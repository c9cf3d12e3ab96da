package encode

import (
	"math/rand/v2"
	"testing"
)

// benchRows are as many rows as a small state has vertices.
const benchRows = 100_000

// lengths look like lengths of streets in decimetres: many short ones, few long.
func lengths() []uint32 {
	r := rand.New(rand.NewPCG(1, 2))
	v := make([]uint32, benchRows)
	for i := range v {
		v[i] = uint32(r.ExpFloat64() * 900)
	}
	return v
}

// order is a random walk over the rows, as a search makes.
func order() []int {
	r := rand.New(rand.NewPCG(3, 4))
	v := make([]int, 1<<14)
	at := 0
	for k := range v {
		at = (at + r.IntN(200) + benchRows - 100) % benchRows
		v[k] = at
	}
	return v
}

func BenchmarkIntsAt(b *testing.B) {
	v := words(lengths())
	for _, name := range []string{"raw", "fixed", "packed", "patched", "blocks", "delta"} {
		b.Run(name, func(b *testing.B) { benchAt(b, allEncoders[name](v, intsOptions{})) })
	}
	sum := uint64(0)
	for i := range v {
		sum += v[i]
		v[i] = sum
	}
	b.Run("linear", func(b *testing.B) { benchAt(b, allEncoders["linear"](v, intsOptions{})) })
}

func benchAt(b *testing.B, e encodedInts) {
	x, err := openInts(e.enc, e.rows, &parser{b: padded(e.body)})
	if err != nil {
		b.Fatal(err)
	}
	c := Col[uint32]{view: memory(&x, e.rows)}
	rows := order()
	k, sum := 0, uint32(0)
	for b.Loop() {
		sum += c.At(rows[k&(len(rows)-1)])
		k++
	}
	b.ReportMetric(float64(len(e.body))*8/benchRows, "bits/row")
	sink = sum
}

var sink uint32

func BenchmarkExpand(b *testing.B) {
	v := words(lengths())
	for _, name := range []string{"fixed", "packed", "patched", "blocks"} {
		b.Run(name, func(b *testing.B) {
			e := allEncoders[name](v, intsOptions{})
			x, _ := openInts(e.enc, e.rows, &parser{b: padded(e.body)})
			out := make([]uint32, 0, benchRows)
			b.SetBytes(4 * benchRows)
			for b.Loop() {
				out = appendInts(out[:0], &x)
			}
		})
	}
}

func BenchmarkRecordsAt3(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	gap, set := make([]uint32, benchRows), make([]uint32, benchRows)
	for i := range gap {
		gap[i], set[i] = uint32(r.ExpFloat64()*r.ExpFloat64()*20), uint32(r.ExpFloat64()*15)
	}
	c := NewRecords(gap, set, lengths())
	v, rows := c.View(), order()
	k, sum := 0, uint32(0)
	for b.Loop() {
		x, y, z := v.At3(rows[k&(len(rows)-1)])
		sum += x + y + z
		k++
	}
	b.ReportMetric(float64(len(v.whole.body))*8/benchRows, "bits/row")
	sink = sum
}

func BenchmarkDegreesAt(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	f, g := make([]uint32, benchRows), make([]uint32, benchRows)
	for i := range f {
		f[i], g[i] = uint32(r.IntN(4)), uint32(r.IntN(4))
	}
	var c Degrees
	c.SetFrom(f, g, nil)
	v, rows := c.View(), order()
	k, sum := 0, uint32(0)
	for b.Loop() {
		w, x, y, z := v.At(rows[k&(len(rows)-1)])
		sum += w + x + y + z
		k++
	}
	sink = sum
}

func BenchmarkPointsAt(b *testing.B) {
	r := rand.New(rand.NewPCG(9, 1))
	lat, lon := make([]int32, benchRows), make([]int32, benchRows)
	for i := range lat {
		lat[i], lon[i] = int32(i*100+r.IntN(50000)), int32(i*50+r.IntN(50000))
	}
	c := PointsOf(lat, lon)
	v, rows := c.View(), order()
	k, sum := 0, int32(0)
	for b.Loop() {
		x, y := v.At(rows[k&(len(rows)-1)])
		sum += x + y
		k++
	}
	b.ReportMetric(float64(len(v.whole.body))*8/benchRows, "bits/row")
	sink = uint32(sum)
}
