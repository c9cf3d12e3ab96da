package route_test

import (
	"math"
	"testing"
)

// TestElevatorsOnNodes: a ride takes its tagged time, else that of its floors; the way round is taken where that is
// faster. The street is 200 m long, with the elevator in the middle, the way round 300 m.
func TestElevatorsOnNodes(t *testing.T) {
	const walk200 = 200 * 3.6 / 5
	for name, test := range map[string]struct {
		tags []string
		mode string
		want float64 // seconds; negative: no route
	}{
		"tagged":             {[]string{"duration=00:00:45"}, "walk", walk200 + 45},
		"by its floors":      {[]string{"level=-1;0;2"}, "walk", walk200 + 35},
		"of unknown floors":  {nil, "walk", walk200 + 25},
		"the way round wins": {[]string{"duration=01:00"}, "walk", 1.5 * walk200},
		"bicycles ride too":  {[]string{"duration=00:00:01"}, "bike", 200*3.6/17 + 1},
		"but not here":       {[]string{"bicycle=no", "duration=00:00:01"}, "bike", 300 * 3.6 / 17},
	} {
		t.Run(name, func(t *testing.T) {
			x := newTown(t, `
				A-E-B
				C---D
			`, "AE highway=residential", "EB highway=residential", "ACDB highway=residential")
			x.m.Node("E", append([]string{"highway=elevator"}, test.tags...)...)
			a, err := x.search().Route(x.query("A to B by " + test.mode))
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(a.DurationS-test.want) > 0.5 {
				t.Errorf("%s, %.1f s, want %.1f", a.Status, a.DurationS, test.want)
			}
			if n := x.g.NumElevators(); n != 1 {
				t.Errorf("%d elevators", n)
			}
		})
	}
}
