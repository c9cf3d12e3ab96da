package route_test

import (
	"testing"
	"time"

	"graphbuild/facts"
	"graphbuild/route"
)

// TestWheelchairAtATime: steps that are open at some times alone are then open to people on foot, not to wheels.
func TestWheelchairAtATime(t *testing.T) {
	x := newTown(t, `
		A---B---C`,
		"AB highway=residential", "BC highway=steps foot=no foot:conditional=yes@(Mo-Fr)")
	s := x.search()
	monday := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		depart     time.Time
		wheelchair bool
		want       route.Status
	}{
		{monday, false, route.OK},
		{monday.AddDate(0, 0, 6), false, route.NoSnap},
		{monday, true, route.NoSnap},
	} {
		q := route.Query{Mode: facts.Walk, From: x.m.At('A'), To: x.m.At('C'), SnapM: 5, Depart: tt.depart, Wheelchair: tt.wheelchair}
		if a, err := s.Route(q); err != nil || a.Status != tt.want {
			t.Errorf("%v, wheelchair %t: %v %s %s, want %s", tt.depart.Weekday(), tt.wheelchair, err, a.Status, a.Error, tt.want)
		}
	}
}
