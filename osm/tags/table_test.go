package tags

import (
	"strings"
	"testing"

	"graphbuild/facts"
)

// parseTags reads "highway=primary, maxspeed=30 mph".
func parseTags(t testing.TB, text string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for part := range strings.SplitSeq(text, ", ") {
		k, v, ok := strings.Cut(part, "=")
		if !ok {
			t.Fatalf("no = in %q", part)
		}
		out[k] = v
	}
	return out
}

// wayOf returns what the tags say, the zero Way where they are no street.
func wayOf(t testing.TB, text string) Way {
	t.Helper()
	w, _ := WayOf(parseTags(t, text))
	return w
}

// dirs writes who may go forward and backward: "++", "+-", "-+" or "--".
func dirs(w Way, m facts.Mode) string {
	out := ""
	for d := facts.Forward; d <= facts.Backward; d++ {
		if w.Edge.Modes[d].Has(m) {
			out += "+"
		} else {
			out += "-"
		}
	}
	return out
}

// accessRow is one row of a table: tags, and who may use the way in which direction.
type accessRow struct {
	tags, walk, bike, car string
}

func checkAccess(t *testing.T, rows []accessRow) {
	t.Helper()
	for _, r := range rows {
		w := wayOf(t, r.tags)
		got := accessRow{r.tags, dirs(w, facts.Walk), dirs(w, facts.Bike), dirs(w, facts.Car)}
		if got != r {
			t.Errorf("%s: walk, bike, car are %s %s %s, want %s %s %s", r.tags, got.walk, got.bike, got.car, r.walk, r.bike, r.car)
		}
	}
}

// modesRow is one row of a table for modes beside the routed three.
type modesRow struct {
	tags string
	mode facts.Mode
	want string
}

func checkModes(t *testing.T, rows []modesRow) {
	t.Helper()
	for _, r := range rows {
		if got := dirs(wayOf(t, r.tags), r.mode); got != r.want {
			t.Errorf("%s: mode %d is %s, want %s", r.tags, r.mode, got, r.want)
		}
	}
}
