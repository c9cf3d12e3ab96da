package walk_test

import (
	"testing"

	"graphbuild/walk"
)

// TestStraightSOfAllDistances: who walks farther takes no less time, as far as places on the Earth can be from each other.
func TestStraightSOfAllDistances(t *testing.T) {
	last := int32(0)
	for m := 0.0; m < 21_000_000; m = m*1.01 + 1 {
		s := walk.StraightS(m)
		if s < last {
			t.Fatalf("%.0f m take %d s, a shorter way took %d", m, s, last)
		}
		last = s
	}
	if got := walk.StraightS(5000); got != 3600 {
		t.Errorf("5 km take %d s, want an hour", got)
	}
}
