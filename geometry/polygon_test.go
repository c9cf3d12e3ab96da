package geometry

import (
	"testing"

	"pgregory.net/rapid"
)

func square(w, s, side int32) []Point {
	return []Point{{Lon: w, Lat: s}, {Lon: w + side, Lat: s}, {Lon: w + side, Lat: s + side}, {Lon: w, Lat: s + side}}
}

// lShape has its reflex corner at (50, 50).
var lShape = []Point{{Lon: 0, Lat: 0}, {Lon: 100, Lat: 0}, {Lon: 100, Lat: 50}, {Lon: 50, Lat: 50}, {Lon: 50, Lat: 100}, {Lon: 0, Lat: 100}}

func TestPolygonSees(t *testing.T) {
	at := func(lon, lat int32) Point { return Point{Lon: lon, Lat: lat} }
	for name, test := range map[string]struct {
		rings [][]Point
		a, b  Point
		want  bool
	}{
		"across a square":               {[][]Point{square(0, 0, 100)}, at(0, 0), at(100, 100), true},
		"along an edge":                 {[][]Point{square(0, 0, 100)}, at(0, 0), at(100, 0), false},
		"itself":                        {[][]Point{square(0, 0, 100)}, at(0, 0), at(0, 0), false},
		"around the corner":             {[][]Point{lShape}, at(100, 50), at(50, 100), false},
		"from the corner":               {[][]Point{lShape}, at(50, 50), at(0, 0), true},
		"through the corner":            {[][]Point{lShape}, at(0, 100), at(100, 0), false},
		"in front of the corner":        {[][]Point{lShape}, at(0, 100), at(100, 50), false},
		"into a leg":                    {[][]Point{lShape}, at(50, 50), at(100, 0), true},
		"through a hole":                {[][]Point{square(0, 0, 100), square(40, 40, 20)}, at(0, 0), at(100, 100), false},
		"past a hole":                   {[][]Point{square(0, 0, 100), square(40, 50, 20)}, at(0, 0), at(100, 40), true},
		"to the hole":                   {[][]Point{square(0, 0, 100), square(40, 40, 20)}, at(0, 0), at(40, 40), true},
		"across the hole":               {[][]Point{square(0, 0, 100), square(40, 40, 20)}, at(40, 40), at(60, 60), false},
		"between two parts":             {[][]Point{square(0, 0, 100), square(200, 0, 100)}, at(100, 0), at(200, 0), false},
		"the hole drawn the other way":  {[][]Point{square(0, 0, 100), {at(60, 40), at(40, 40), at(40, 60), at(60, 60)}}, at(0, 0), at(100, 100), false},
		"an island in the hole":         {[][]Point{square(0, 0, 100), square(20, 20, 60), square(40, 40, 20)}, at(40, 40), at(60, 60), true},
		"the first point again at last": {[][]Point{append(square(0, 0, 100), at(0, 0))}, at(0, 0), at(100, 100), true},
	} {
		p, ok := NewPolygon(test.rings)
		if !ok {
			t.Fatalf("%s: no polygon", name)
		}
		if got := p.Sees(test.a, test.b); got != test.want {
			t.Errorf("%s: Sees is %v", name, got)
		}
		if got := p.Sees(test.b, test.a); got != test.want {
			t.Errorf("%s, from the other end: Sees is %v", name, got)
		}
	}
}

func TestPolygonReflex(t *testing.T) {
	for name, test := range map[string]struct {
		rings [][]Point
		want  []int // by ring
	}{
		"square":                 {[][]Point{square(0, 0, 100)}, []int{0}},
		"corner":                 {[][]Point{lShape}, []int{1}},
		"hole":                   {[][]Point{square(0, 0, 100), square(40, 40, 20)}, []int{0, 4}},
		"hole first":             {[][]Point{square(40, 40, 20), square(0, 0, 100)}, []int{4, 0}},
		"island in a hole":       {[][]Point{square(0, 0, 100), square(20, 20, 60), square(40, 40, 20)}, []int{0, 4, 0}},
		"a point on an edge":     {[][]Point{{{Lon: 0}, {Lon: 50}, {Lon: 100}, {Lon: 100, Lat: 100}}}, []int{0}},
		"drawn the other way":    {[][]Point{reversed(lShape)}, []int{1}},
		"two parts side by side": {[][]Point{square(0, 0, 100), square(200, 0, 100)}, []int{0, 0}},
	} {
		p, _ := NewPolygon(test.rings)
		for r, ring := range p.Reflex() {
			n := 0
			for _, reflex := range ring {
				if reflex {
					n++
				}
			}
			if n != test.want[r] {
				t.Errorf("%s: ring %d has %d reflex corners, want %d", name, r, n, test.want[r])
			}
		}
	}
}

func reversed(ring []Point) []Point {
	var out []Point
	for i := len(ring) - 1; i >= 0; i-- {
		out = append(out, ring[i])
	}
	return out
}

func TestPolygonRefuses(t *testing.T) {
	for name, rings := range map[string][][]Point{
		"no ring":           nil,
		"a line":            {{{Lon: 0}, {Lon: 1}, {Lon: 0}}},
		"one place":         {{{Lon: 1}, {Lon: 1}, {Lon: 1}, {Lon: 1}}},
		"around the world":  {{{Lon: -1_790_000_000}, {Lon: 1_790_000_000}, {Lat: 10}}},
		"a bad ring second": {square(0, 0, 10), {{Lon: 1}}},
	} {
		if _, ok := NewPolygon(rings); ok {
			t.Errorf("%s is a polygon", name)
		}
	}
}

// TestPolygonSeesBySteps compares with many places along the line, each of which must be inside.
func TestPolygonSeesBySteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "points")
		ring := make([]Point, n)
		for i := range ring { // a star around the centre, so that the ring does not cross itself
			r := int32(rapid.IntRange(1, 5).Draw(t, "radius")) * 1000
			ring[i] = [...]Point{{Lon: 5, Lat: 1}, {Lon: 4, Lat: 5}, {Lon: 1, Lat: 6}, {Lon: -2, Lat: 5}, {Lon: -5, Lat: 2},
				{Lon: -6, Lat: -1}, {Lon: -3, Lat: -5}, {Lon: 1, Lat: -7}, {Lon: 5, Lat: -3}}[i*9/n]
			ring[i].Lon *= r
			ring[i].Lat *= r
		}
		p, ok := NewPolygon([][]Point{ring})
		if !ok {
			t.Skip()
		}
		i, j := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")
		a, b := ring[i], ring[j]
		if !p.Sees(a, b) {
			return
		}
		for k := int64(1); k < 64; k++ { // in 1/32 of half units, rounded: near a ring it may be either
			x := twice{(int64(a.Lon)*2*(64-k) + int64(b.Lon)*2*k) / 64, (int64(a.Lat)*2*(64-k) + int64(b.Lat)*2*k) / 64}
			if !p.inside(x) && !nearRing(ring, x) {
				t.Fatalf("%v sees %v in %v, but not at %v", a, b, ring, x)
			}
		}
	})
}

func nearRing(ring []Point, x twice) bool {
	at := Point{Lon: int32(x.lon / 2), Lat: int32(x.lat / 2)}
	return Project(at, append(ring, ring[0])).DistanceM < 0.1
}
