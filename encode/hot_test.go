package encode

import (
	"testing"

	"pgregory.net/rapid"
)

// u32s draws n numbers of at most some bits, with outliers.
func u32s(t *rapid.T, n int, label string) []uint32 {
	bits := rapid.UintRange(0, 32).Draw(t, label+" bits")
	every := rapid.IntRange(2, 100).Draw(t, label+" outliers")
	v := rapid.SliceOfN(rapid.Uint32(), n, n).Draw(t, label)
	for i := range v {
		if i%every != 0 {
			v[i] &= uint32(mask(bits))
		}
	}
	return v
}

func TestRecordsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 200).Draw(t, "rows")
		fields := make([][]uint32, rapid.IntRange(1, 4).Draw(t, "fields"))
		for f := range fields {
			fields[f] = u32s(t, n, "field")
		}
		c := NewRecords(fields...)
		for i := range n {
			a, b, d := c.At3(i)
			var want [3]uint32
			for f := range min(len(fields), 3) {
				want[f] = fields[f][i]
			}
			if got := [3]uint32{a, b, d}; got != want {
				t.Fatalf("row %d is %v, %v expected", i, got, want)
			}
			if a := c.View().At1(i); a != want[0] {
				t.Fatalf("row %d: At1 is %d, %v expected", i, a, want)
			}
			for f := range fields {
				if got := c.Field(i, f); got != fields[f][i] {
					t.Fatalf("row %d field %d is %d, %d expected", i, f, got, fields[f][i])
				}
			}
		}
	})
}

func TestPointsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 200).Draw(t, "rows")
		lat, lon := rapid.SliceOfN(rapid.Int32(), n, n).Draw(t, "lat"), rapid.SliceOfN(rapid.Int32(), n, n).Draw(t, "lon")
		shift := rapid.IntRange(0, 31).Draw(t, "shift")
		for i := range lat {
			lat[i], lon[i] = lat[i]>>shift, lon[i]>>(shift/2)
		}
		c := PointsOf(lat, lon)
		for i := range n {
			if a, o := c.At(i); a != lat[i] || o != lon[i] {
				t.Fatalf("row %d is %d, %d; %d, %d expected", i, a, o, lat[i], lon[i])
			}
		}
	})
}

func TestDegreesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "rows")
		top := rapid.Uint32Range(0, 12).Draw(t, "top")
		f := rapid.SliceOfN(rapid.Uint32Range(0, top), n, n).Draw(t, "forward")
		b := rapid.SliceOfN(rapid.Uint32Range(0, top), n, n).Draw(t, "backward")
		flags := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "flags")
		if n > 70 && rapid.Bool().Draw(t, "hub") {
			f[70], b[3] = 1000, 1<<20
		}
		var c Degrees
		c.SetFrom(f, b, flags)
		var sumF, sumB uint32
		for i := range n {
			if ff, nf, fb, nb := c.At(i); ff != sumF || nf != f[i] || fb != sumB || nb != b[i] {
				t.Fatalf("row %d is %d+%d, %d+%d; %d+%d, %d+%d expected", i, ff, nf, fb, nb, sumF, f[i], sumB, b[i])
			}
			if c.Flag(i) != flags[i] {
				t.Fatalf("flag %d is %v", i, c.Flag(i))
			}
			sumF += f[i]
			sumB += b[i]
		}
	})
}

func TestCustomBlocksRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "rows")
		v := rapid.SliceOfN(rapid.Uint64(), n, n).Draw(t, "values")
		size := rapid.IntRange(1, 80).Draw(t, "block")
		shift := rapid.IntRange(0, 63).Draw(t, "shift")
		l := BlockLayout{Rows: n, BlockRows: size, Contexts: 3}
		c := NewCustomBlocks(l, func(w *BlockWriter, b int) {
			for _, x := range v[b*size : min(n, (b+1)*size)] {
				w.PutSigned(0, int64(x)>>shift)
				w.Bits(x, 13)
				w.PutByte(1, byte(x))
			}
		})
		for b := 0; b*size < n; b++ {
			r := c.Reader(b)
			for _, x := range v[b*size : min(n, (b+1)*size)] {
				if got := r.GetSigned(0); got != int64(x)>>shift {
					t.Fatalf("%d, %d expected", got, int64(x)>>shift)
				}
				if r.Bits(13) != x&(1<<13-1) || r.GetByte(1) != byte(x) {
					t.Fatal("bits or byte differ")
				}
			}
			if r.Overrun() {
				t.Fatal("overrun")
			}
		}
	})
}

func TestHuffmanIsComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.SliceOfN(rapid.Uint32Range(0, 1<<20), 0, 256).Draw(t, "counts")
		for k := range count {
			count[k] >>= uint(k) % 21
		}
		h := readerCode(writerCode(count).length)
		for s, c := range count {
			if c == 0 || h.length[s] == 0 {
				continue
			}
			if e := h.table[h.code[s]]; int(e>>4) != s || uint8(e&15) != h.length[s] {
				t.Fatalf("symbol %d decodes as %d of %d bits", s, e>>4, e&15)
			}
		}
	})
}
