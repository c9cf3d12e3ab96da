package tags

import (
	"slices"
	"testing"
)

func TestLevels(t *testing.T) {
	for _, r := range []struct {
		text string
		want []float64
	}{
		{"0", []float64{0}}, {"-1", []float64{-1}}, {"0.5", []float64{0.5}}, {"0;1", []float64{0, 1}},
		{"0; 2", []float64{0, 2}}, {"0-3", []float64{0, 1, 2, 3}}, {"-2--1", []float64{-2, -1}}, {"-1-1", []float64{-1, 0, 1}},
		{"2;-1-0", []float64{2, -1, 0}}, {"2;1", []float64{2, 1}},
		{"", nil}, {"G", nil}, {"1;", nil}, {"3-1", nil}, {"0-", nil}, {"-", nil}, {"NaN", nil}, {"1e9", nil}, {"0-500", nil},
	} {
		got, ok := ParseLevels(r.text)
		if !slices.Equal(got, r.want) || ok != (r.want != nil) {
			t.Errorf("%q: %v %v, want %v", r.text, got, ok, r.want)
		}
	}
}

func TestLevelsOfWays(t *testing.T) {
	if w := wayOf(t, "highway=steps, level=0;1"); w.Levels != "0;1" || len(w.Problems) != 0 {
		t.Errorf("levels %q, problems %v", w.Levels, w.Problems)
	}
	if w := wayOf(t, "highway=steps, level=ground"); w.Levels != "ground" || len(w.Problems) != 1 {
		t.Errorf("levels %q, problems %v", w.Levels, w.Problems)
	}
}
