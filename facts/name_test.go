package facts

import "testing"

func TestNamesReadBack(t *testing.T) {
	for m := range NumModes {
		if got, ok := ParseMode(m.String()); !ok || got != m {
			t.Errorf("mode %d is named %q, which reads back as %d, %v", m, m.String(), got, ok)
		}
	}
	for c := NoClass + 1; c < NumClasses; c++ {
		if got, ok := ParseClass(c.String()); !ok || got != c {
			t.Errorf("class %d is named %q, which reads back as %d, %v", c, c.String(), got, ok)
		}
	}
	if NumModes.String() != "" || NumClasses.String() != "" {
		t.Error("a number that stands for nothing has a name")
	}
	if _, ok := ParseMode(""); ok {
		t.Error("the empty name is a mode")
	}
	if _, ok := ParseClass(""); ok {
		t.Error("the empty name is a class")
	}
}
