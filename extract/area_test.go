package extract

import (
	"testing"

	"pgregory.net/rapid"

	"graphbuild/geometry"
)

// TestContainsOfManyRings compares with counting the rings that are around a point, without the index.
func TestContainsOfManyRings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		point := rapid.Custom(func(t *rapid.T) geometry.Point {
			return geometry.Point{Lon: rapid.Int32Range(-180e7, 180e7).Draw(t, "lon") / 9e6 * 9e6, Lat: rapid.Int32Range(-90e7, 90e7).Draw(t, "lat") / 9e6 * 9e6}
		})
		a := Area{box: geometry.Box{W: -180e7, S: -90e7, E: 180e7, N: 90e7}}
		rings := rapid.SliceOfN(rapid.SliceOfN(point, 3, 60), 0, 3).Draw(t, "rings")
		a.addPolygon(rings...)
		a.indexEdges()
		p, q := point.Draw(t, "p"), point.Draw(t, "q")
		inside, isOnRim, crossed := false, false, false
		for _, ring := range rings {
			in, on := geometry.Around(p, ring)
			inside, isOnRim = inside != in, isOnRim || on
		}
		for _, e := range a.edges {
			crossed = crossed || (edge{from: p, to: q}).meets(e)
		}
		if got := a.Contains(p); got != (inside || isOnRim) {
			t.Fatalf("%v inside: %v, want %v", p, got, inside || isOnRim)
		}
		if far := int64(max(p.Lon, q.Lon))-int64(min(p.Lon, q.Lon)) > antimeridian; !far && a.crosses(p, q) != crossed {
			t.Fatalf("%v to %v crosses: %v, want %v", p, q, !crossed, crossed)
		}
	})
}
