package geometry

import "testing"

var (
	sinkFloat float64
	sinkUint  uint64
)

func BenchmarkDistanceShort(b *testing.B) {
	p, q := Point{-755_000_000, 396_000_000}, Point{-755_010_000, 396_007_000}
	for b.Loop() {
		sinkFloat = Distance(p, q)
		p.Lon ^= 1
	}
}

func BenchmarkDistanceLong(b *testing.B) {
	p, q := Point{-755_000_000, 396_000_000}, Point{85_010_000, 476_007_000}
	for b.Loop() {
		sinkFloat = Distance(p, q)
		p.Lon++
	}
}

func BenchmarkBearing(b *testing.B) {
	p, q := Point{-755_000_000, 396_000_000}, Point{-755_010_000, 396_007_000}
	for b.Loop() {
		sinkFloat = Bearing(p, q)
		p.Lon++
	}
}

func BenchmarkCurveKey(b *testing.B) {
	p := Point{-755_000_000, 396_000_000}
	for b.Loop() {
		sinkUint = CurveKey(p)
		p.Lon += 1000
	}
}

func BenchmarkProject(b *testing.B) {
	p := Point{-755_000_000, 396_000_000}
	line := make([]Point, 10)
	for i := range line {
		line[i] = Point{-755_020_000 + int32(i)*5000, 396_000_000 + int32(i%3)*2000}
	}
	for b.Loop() {
		sinkFloat = Project(p, line).DistanceM
		p.Lon++
	}
}
