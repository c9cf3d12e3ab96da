package export

import (
	"testing"

	"graphbuild/facts"
)

// TestModesThatAreNone: a damaged file may have sets of modes with others than there are, which are left out.
func TestModesThatAreNone(t *testing.T) {
	for s := range modeTexts {
		if got, want := modeTexts[s], modesText(facts.Modes(s)&facts.AllModes); got != want {
			t.Errorf("%#b: %q, expected %q", s, got, want)
		}
	}
}
