package route_test

import (
	"reflect"
	"testing"

	"graphbuild/facts"
	"graphbuild/internal/asciimap"
	"graphbuild/route"
)

// TestIsochroneCells: an area of too many cells has larger ones, and so have the smaller areas of the same query.
func TestIsochroneCells(t *testing.T) {
	m := asciimap.Draw(t, 400_000, `A---B---C---D---E`)
	m.Way("ABCDE", "highway=motorway", "oneway=no")
	s := (&town{t: t, m: m}).search()
	q := route.IsochroneQuery{From: m.At('A'), Mode: facts.Car, SnapM: 100, CellM: 1}
	limits := []float64{100, 20 * 3600}
	got, err := s.Isochrones(q, limits...)
	if err != nil {
		t.Fatal(err)
	}
	q.CellM = 2
	want, err := s.Isochrones(q, limits...)
	if err != nil || len(want[1].Polygons) != 1 {
		t.Fatal(len(want[1].Polygons), err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("cells of 1 m give another answer than those of 2 m")
	}
	q.CellM, q.LimitS = 1, 100
	if one, err := s.Isochrone(q); err != nil || reflect.DeepEqual(one, got[0]) {
		t.Error("a small area alone has large cells", err)
	}
}
