package wire

import (
	"strings"
	"testing"

	"graphbuild/build"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
	"graphbuild/route"
)

// coast is a street of 5.2 km with an island CD, 10 m from it, and N 90 m from it.
func coast(t *testing.T) (*asciimap.Map, *Searcher) {
	t.Helper()
	m := asciimap.Draw(t, 10, "\n    N"+strings.Repeat("\n", 9)+"A"+strings.Repeat("-", 519)+"B\n    C---D\n")
	m.Way("AB", "highway=residential")
	m.Way("CD", "highway=footway")
	g := graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(m.File())})
	return m, &Searcher{Graph: g, Street: route.NewRouter(g).NewSearch(), Defaults: StandardDefaults()}
}

// TestAnswersTellOfTheirEnds: how far they are from where they were asked for, and whether they were taken off an island.
func TestAnswersTellOfTheirEnds(t *testing.T) {
	m, s := coast(t)
	at := func(letter rune) string { return string(AppendPosition(nil, m.At(letter))) }
	for ends, want := range map[[2]rune]string{
		{'C', 'B'}: `"from":{"distance_m":10,"mainland":true},"to":{"distance_m":0}`,
		{'B', 'D'}: `"from":{"distance_m":0},"to":{"distance_m":10,"mainland":true}`,
		{'C', 'D'}: `"from":{"distance_m":0},"to":{"distance_m":0}`,
		{'N', 'B'}: `"from":{"distance_m":90},"to":{"distance_m":0}`,
	} {
		a := s.AnswerText(Item{Text: []byte(`{"mode":"walk","from":` + at(ends[0]) + `,"to":` + at(ends[1]) + `}`), Number: 1}, "line")
		got := string(a.AppendJSON(nil))
		if !strings.Contains(got, want) {
			t.Errorf("%c to %c: %s, expected %s", ends[0], ends[1], got, want)
		}
		if back := answerJSON(t, a.AppendBinary(nil)); back != got {
			t.Errorf("%c to %c: the binary form says %s, expected %s", ends[0], ends[1], back, got)
		}
	}
}

// TestNoSnapSaysHowFar: of all kinds that search from a place.
func TestNoSnapSaysHowFar(t *testing.T) {
	m, s := coast(t)
	at := string(AppendPosition(nil, m.At('N')))
	for _, query := range []string{
		`{"from":` + at + `,"to":` + at,
		`{"kind":"nearest","at":` + at,
		`{"kind":"isochrone","limit_s":60,"from":` + at,
	} {
		for snap, want := range map[string]string{"89": "no street for car within 89 m; the nearest is 91 m away", "91": ""} {
			if a := answerOf(t, s, query+`,"snap_m":`+snap+`}`); !strings.HasSuffix(a.Error, want) || (a.Status == "ok") != (want == "") {
				t.Errorf("%s within %s m: %+v, expected %s", query, snap, a, want)
			}
		}
	}
}
