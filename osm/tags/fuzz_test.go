package tags

import (
	"strings"
	"testing"

	"graphbuild/facts"
)

// FuzzWay reads its input as lines "key=value". Whatever the tags are, nothing panics and what is said of a way agrees
// with itself.
func FuzzWay(f *testing.F) {
	for _, text := range readerTexts {
		f.Add(strings.ReplaceAll(text, ", ", "\n"))
	}
	f.Add("highway=primary\nmaxspeed:lanes=|;;30|x\noneway=reversible\nmotorcar:backward=yes;no\ncycleway=opposite")
	f.Add("highway=steps\nconveying=backward\nduration=P1DT\nwheelchair=yes\nwidth=6'2\"")
	f.Fuzz(func(t *testing.T, text string) {
		tags := map[string]string{}
		for line := range strings.SplitSeq(text, "\n") {
			if k, v, ok := strings.Cut(line, "="); ok {
				tags[k] = v
			}
		}
		w, ok := WayOf(tags)
		if ok {
			checkWay(t, &w)
		} else if w.Edge != (facts.Edge{}) {
			t.Errorf("no street, but %+v", w.Edge)
		}
		if floors, _ := ParseLevels(text); len(floors) > 2*maxLevels {
			t.Errorf("%d floors", len(floors))
		}
		if n, ok := NodeOf(tags); ok && n.Type == facts.NoVertexType {
			t.Errorf("node without type: %+v", n)
		}
		if r, ok := RestrictionOf(tags); ok {
			checkRelation(t, &r)
		}
		if len(Explain(tags)) == 0 {
			t.Error("nothing to explain")
		}
	})
}

func checkWay(t *testing.T, w *Way) {
	e := &w.Edge
	if e.Class == facts.NoClass || e.Class >= facts.NumClasses || e.Type == facts.NoEdgeType {
		t.Errorf("class %d, type %d", e.Class, e.Type)
	}
	for d := range e.Modes {
		modes := e.Modes[d]
		if modes&^facts.AllModes != 0 {
			t.Errorf("modes %b", modes)
		}
		if modes.Has(facts.Car) != (e.Speed[d] > 0) {
			t.Errorf("direction %d: car %v but speed %d", d, modes.Has(facts.Car), e.Speed[d])
		}
		if modes.Has(facts.Wheelchair) && !modes.Has(facts.Walk) {
			t.Errorf("direction %d: wheelchairs without people on foot", d)
		}
		for m, l := range e.Limited[d] {
			if l > facts.Residents || l != facts.Unlimited && !modes.Has(facts.Mode(m)) {
				t.Errorf("direction %d, mode %d: limit %d, modes %b", d, m, l, modes)
			}
		}
	}
	if e.Modes == [2]facts.Modes{} && len(w.Conditions) == 0 {
		t.Error("a street that nobody may use")
	}
	if e.Class == facts.StepsClass && (e.Modes[0] | e.Modes[1]).Has(facts.Car) {
		t.Error("cars on steps")
	}
}

func checkRelation(t *testing.T, r *Relation) {
	for _, rule := range r.Restrictions {
		if rule.Modes == 0 || rule.NoEntry && rule.NoExit {
			t.Errorf("restriction %+v", rule)
		}
	}
}
