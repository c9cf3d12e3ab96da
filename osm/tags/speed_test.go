package tags

import (
	"testing"

	"graphbuild/facts"
)

func TestSpeed(t *testing.T) {
	for _, r := range []struct {
		tags     string
		forward  float64 // km/h
		backward float64
		problems int
	}{
		{"highway=primary", 65, 65, 0},
		{"highway=primary, maxspeed=50", 50, 50, 0},
		{"highway=primary, maxspeed=50 km/h", 50, 50, 0},
		{"highway=primary, maxspeed=50kmh", 50, 50, 0},
		{"highway=primary, maxspeed=50 kph", 50, 50, 0},
		{"highway=primary, maxspeed= 50 ", 50, 50, 0},
		{"highway=primary, maxspeed=7.5", 7.5, 7.5, 0},
		{"highway=primary, maxspeed=25 mph", 40.23, 40.23, 0},
		{"highway=primary, maxspeed=25mph", 40.23, 40.23, 0},
		{"highway=primary, maxspeed=60 MPH", 96.56, 96.56, 0},
		{"route=ferry, maxspeed=10 knots", 18.52, 18.52, 0},
		{"highway=motorway, maxspeed=none, oneway=no", 130, 130, 0},
		{"highway=living_street, maxspeed=walk", 7, 7, 0},
		{"highway=primary, maxspeed=DE:urban", 50, 50, 0},
		{"highway=primary, maxspeed=DE:rural", 100, 100, 0},
		{"highway=primary, maxspeed=XX:rural", 90, 90, 0},
		{"highway=primary, maxspeed=GB:nsl_single", 96.56, 96.56, 0},
		{"highway=primary, maxspeed=DE:zone30", 30, 30, 0},
		{"highway=primary, maxspeed=DE:zone:20", 20, 20, 0},
		{"highway=primary, maxspeed=zone:30", 30, 30, 0},
		{"highway=primary, maxspeed=FR:30", 30, 30, 0},
		{"highway=primary, maxspeed=100; 60; 100", 60, 60, 0},
		{"highway=primary, maxspeed=30 mph;40 mph", 48.28, 48.28, 0},
		{"highway=primary, maxspeed=fast", 65, 65, 1},
		{"highway=primary, maxspeed=-30", 65, 65, 1},
		{"highway=primary, maxspeed=0", 65, 65, 1},
		{"highway=primary, maxspeed=5000", 65, 65, 1},
		{"highway=primary, maxspeed=50 zloty", 65, 65, 1},
		{"highway=primary, maxspeed=signals", 65, 65, 0},
		{"highway=primary, maxspeed=signals, source:maxspeed=DE:urban", 50, 50, 0},
		{"highway=primary, maxspeed:type=DE:urban", 50, 50, 0},
		{"highway=primary, zone:maxspeed=DE:30", 30, 30, 0},
		{"highway=primary, zone:traffic=FR:urban", 50, 50, 0},
		{"highway=primary, source:maxspeed=sign", 65, 65, 0},
		{"highway=primary, maxspeed=50, source:maxspeed=DE:rural", 50, 50, 0},

		{"highway=primary, maxspeed=15, maxspeed:forward=60", 60, 15, 0},
		{"highway=primary, maxspeed:backward=30 mph", 65, 48.28, 0},
		{"highway=primary, maxspeed:backward=fast, oneway=yes", 65, 0, 0},
		{"highway=primary, maxspeed:backward=fast", 65, 65, 1},
		{"highway=primary, maxspeed=80, maxspeed:motorcar=60", 60, 60, 0},
		{"highway=primary, maxspeed:lanes=60|80|100", 100, 100, 0},
		{"highway=primary, maxspeed:lanes:backward=|50", 65, 50, 0},
		{"highway=primary, maxspeed=90, maxspeed:advisory=45", 45, 45, 0},
		{"highway=primary, maxspeed=40, maxspeed:advisory=45", 40, 40, 0},
		{"highway=primary, maxspeed:advisory:forward=45", 45, 65, 0},
		{"highway=primary, maxspeed=50, oneway=yes", 50, 0, 0},
		{"highway=footway, maxspeed=50", 0, 0, 0},

		{"highway=primary, surface=cobblestone", 30, 30, 0},
		{"highway=primary, surface=asphalt", 65, 65, 0},
		{"highway=track, tracktype=grade5", 15, 15, 0},
		{"highway=primary, smoothness=very_bad", 20, 20, 0},
		{"highway=primary, surface=gravel, maxspeed=70", 70, 70, 0},
	} {
		w := wayOf(t, r.tags)
		got := [2]facts.Speed{facts.Speed(r.forward*100 + 0.5), facts.Speed(r.backward*100 + 0.5)}
		if w.Edge.Speed != got || len(w.Problems) != r.problems {
			t.Errorf("%s: speed %v problems %v, want %v and %d", r.tags, w.Edge.Speed, w.Problems, got, r.problems)
		}
	}
}

func TestParseNumber(t *testing.T) {
	for _, r := range []struct {
		text string
		x    float64
		rest string
		ok   bool
	}{
		{"", 0, "", false}, {"5", 5, "", true}, {"5.25 m", 5.25, " m", true}, {"2,5", 2.5, "", true}, {".5", 0, ".5", false},
		{"m", 0, "m", false}, {"1.2.3", 1.2, ".3", true}, {"999999999999999", 999999999999, "999", true},
	} {
		x, rest, ok := parseNumber(r.text)
		if x != r.x || rest != r.rest || ok != r.ok {
			t.Errorf("%q: %v %q %v, want %v %q %v", r.text, x, rest, ok, r.x, r.rest, r.ok)
		}
	}
}
