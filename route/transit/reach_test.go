package transit

import (
	"slices"
	"testing"
)

// TestRideOn boards the runs of a line, of which the third has a headway, and looks at from which call on each has been ridden.
func TestRideOn(t *testing.T) {
	runs := []run{{}, {}, {headway: 60}, {}}
	type boarding struct {
		run, rides int
		at         uint32
		until      uint32
		isNew      bool
	}
	for name, x := range map[string]struct {
		boardings []boarding
		want      [4][3]uint16 // by run, for 1, 2 and 3 rides
	}{
		"later runs, more rides": {[]boarding{{1, 2, 3, unridden, true}}, [4][3]uint16{1: {unridden, 3, 3}, 2: {unridden, 3, 3}, 3: {unridden, 3, 3}}},
		"after it":               {[]boarding{{1, 2, 3, unridden, true}, {1, 2, 5, 3, false}, {2, 3, 3, 3, false}}, [4][3]uint16{1: {unridden, 3, 3}, 2: {unridden, 3, 3}, 3: {unridden, 3, 3}}},
		"before it":              {[]boarding{{1, 2, 3, unridden, true}, {1, 2, 1, 3, true}}, [4][3]uint16{1: {unridden, 1, 1}, 2: {unridden, 1, 1}, 3: {unridden, 1, 1}}},
		"with fewer rides":       {[]boarding{{1, 2, 3, unridden, true}, {1, 1, 4, unridden, true}}, [4][3]uint16{1: {4, 3, 3}, 2: {4, 3, 3}, 3: {4, 3, 3}}},
		"an earlier run":         {[]boarding{{1, 2, 3, unridden, true}, {0, 2, 5, unridden, true}}, [4][3]uint16{0: {unridden, 5, 5}, 1: {unridden, 3, 3}, 2: {unridden, 3, 3}, 3: {unridden, 3, 3}}},
		"a headway is many":      {[]boarding{{2, 1, 2, unridden, true}, {2, 1, 2, unridden, true}}, [4][3]uint16{3: {2, 2, 2}}},
	} {
		ridden := slices.Repeat([]uint16{unridden}, levels*len(runs))
		for _, b := range x.boardings {
			if until, isNew := rideOn(ridden, runs, b.run, b.rides, b.at); until != b.until || isNew != b.isNew {
				t.Errorf("%s: run %d at call %d with %d rides: ridden from %d on, new %t, want %d, %t", name, b.run, b.at, b.rides, until, isNew, b.until, b.isNew)
			}
		}
		for i := range runs {
			for k, want := range x.want[i] {
				if want == 0 {
					want = unridden
				}
				if got := ridden[levels*i+k+1]; got != want {
					t.Errorf("%s: run %d with %d rides is ridden from %d on, want %d", name, i, k+1, got, want)
				}
			}
		}
	}
	if until, isNew := rideOn(nil, runs, 0, 1, 0); until != unridden || !isNew {
		t.Errorf("where nothing is kept: %d, %t", until, isNew)
	}
}

// TestLateness: a time is known to be too late only where it is later than the one that was noted, whatever is lost in rounding.
func TestLateness(t *testing.T) {
	for _, noted := range []int32{-never, -1, 0, 1, 3, 4, 5, 1000, 216_000, 262_139, 262_140, never} {
		late := latenessOf(noted)
		for _, at := range []int32{-5, 0, noted, noted - 1} {
			if at <= max(noted, 0) && late.isBefore(at) {
				t.Errorf("%d counts as later than %d", at, noted)
			}
		}
		if at := max(noted, 0) + latenessS; at < latenessS*(1<<16-2) && !late.isBefore(at) {
			t.Errorf("%d does not count as later than %d", at, noted)
		}
	}
	if notLate.isBefore(never) {
		t.Error("where nothing is known all is too late")
	}
}

// TestReachForgets: lines do not share what is known of them, nor do searches.
func TestReachForgets(t *testing.T) {
	var x reach
	for range 3 {
		x.forget(5)
		for _, l := range []uint32{4, 1} {
			ridden, late := x.of(l, 2, 3)
			if len(ridden) != levels*2 || len(late) != lateRides*3 || slices.Min(ridden) != unridden || slices.Min(late) != notLate {
				t.Fatalf("line %d: got %d and %d to begin with: %v, %v", l, len(ridden), len(late), ridden, late)
			}
			for i := range ridden {
				ridden[i] = uint16(l)
			}
			late[lateAt(2, 1)] = latenessOf(int32(100 * l))
		}
		if ridden, _ := x.of(4, 2, 3); slices.Max(ridden) != 4 {
			t.Errorf("line 4: got %v", ridden)
		}
		for l, want := range []bool{1: true, 4: false} {
			if got := x.isLate(call{uint32(l), 2}, 1, 300); got != want {
				t.Errorf("line %d: 300 is too late: %t, want %t", l, got, want)
			}
		}
	}
}
