package main

import (
	"testing"

	"graphbuild/route/transit"
)

// TestLateness: people see how late a ride is of which there is news.
func TestLateness(t *testing.T) {
	for _, c := range []struct {
		live   bool
		delayS int32
		want   string
	}{
		{false, 0, ""}, {true, 0, ", on time"}, {true, 240, ", 4 min late"}, {true, 45, ", 45 s late"}, {true, -60, ", 1 min early"},
	} {
		leg := &transit.Leg{Realtime: c.live, Calls: []transit.Call{{DepartureDelayS: c.delayS}, {}}}
		if got := lateness(leg); got != c.want {
			t.Errorf("news %v, %d s: %q, expected %q", c.live, c.delayS, got, c.want)
		}
	}
	if got := lateness(&transit.Leg{}); got != "" { // a walk
		t.Errorf("a walk: %q", got)
	}
}
