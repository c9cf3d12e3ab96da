package osrm_test

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	x := newTown(t, block, blockWays...)
	u := "/table/v1/car/" + x.at("A B C D")
	for _, c := range []struct {
		options              string
		rows, columns        int
		durations, distances bool
	}{
		{"", 4, 4, true, false},
		{"?annotations=duration", 4, 4, true, false},
		{"?annotations=distance", 4, 4, false, true},
		{"?annotations=distance,duration", 4, 4, true, true},
		{"?sources=0", 1, 4, true, false},
		{"?sources=0;2&destinations=1;3;3", 2, 3, true, false},
		{"?sources=all&destinations=all", 4, 4, true, false},
		{"?destinations=1&annotations=duration,distance", 4, 1, true, true},
	} {
		a := x.ok(u + c.options)
		if len(a.Sources) != c.rows || len(a.Destinations) != c.columns {
			t.Errorf("%s: %d sources, %d destinations", c.options, len(a.Sources), len(a.Destinations))
		}
		for _, m := range []struct {
			cells [][]*float64
			want  bool
		}{{a.Durations, c.durations}, {a.Distances, c.distances}} {
			if (m.cells != nil) != m.want || m.want && (len(m.cells) != c.rows || len(m.cells[0]) != c.columns) {
				t.Errorf("%s: %v, want %d rows of %d: %v", c.options, m.cells, c.rows, c.columns, m.want)
			}
		}
	}
	if a := x.ok(u + "?skip_waypoints=true"); a.Sources != nil || a.Destinations != nil {
		t.Errorf("waypoints %v", a.Sources)
	}
}

// TestTableEqualsRoutes compares each cell with the route.
func TestTableEqualsRoutes(t *testing.T) {
	x := newTown(t, square, squareWays...)
	places := strings.Fields("A B CF D EF AB")
	for _, profile := range []string{"car", "bike", "foot"} {
		table := x.ok("/table/v1/" + profile + "/" + x.at(strings.Join(places, " ")) + "?annotations=duration,distance")
		for i, from := range places {
			for j, to := range places {
				r := x.ok("/route/v1/" + profile + "/" + x.at(from+" "+to)).Routes[0]
				if got := *table.Durations[i][j]; math.Abs(got-r.Duration) > 1e-9 {
					t.Errorf("%s from %s to %s: %g s in the table, %g s by the route", profile, from, to, got, r.Duration)
				}
				if got := *table.Distances[i][j]; math.Abs(got-r.Distance) > 0.11 {
					t.Errorf("%s from %s to %s: %g m in the table, %g m by the route", profile, from, to, got, r.Distance)
				}
			}
		}
	}
}

func TestTableWithoutAWay(t *testing.T) {
	x := newTown(t, block, blockWays...)
	far := x.place("XY")
	far.Lat += 1000
	u := "/table/v1/foot/" + x.at("A") + ";" + lonLat(far) + "?annotations=duration,distance"
	a := x.ok(u)
	if a.Durations[0][1] != nil || a.Distances[1][0] != nil || *a.Durations[0][0] != 0 || a.Cells != nil {
		t.Errorf("%+v", a)
	}
	b := x.ok(u + "&fallback_speed=2")
	if want := [][2]int{{0, 1}, {1, 0}}; !reflect.DeepEqual(b.Cells, want) {
		t.Errorf("estimated %v, want %v", b.Cells, want)
	}
	if s, m := *b.Durations[0][1], *b.Distances[0][1]; math.Abs(2*s-m) > 0.2 || m < 300 {
		t.Errorf("%g s, %g m", s, m)
	}
	c := x.ok(u + "&fallback_speed=2&fallback_coordinate=snapped")
	if d := *b.Distances[0][1] - *c.Distances[0][1]; math.Abs(d) < 0.1 {
		t.Errorf("from the street it is as far as from the coordinate: %g m", *c.Distances[0][1])
	}
	if d := x.ok(u + "&fallback_speed=2&fallback_coordinate=input"); *d.Distances[0][1] != *b.Distances[0][1] {
		t.Error("input is not the default")
	}
	e := x.ok("/table/v1/foot/" + x.at("A C") + "?scale_factor=2.5")
	f := x.ok("/table/v1/foot/" + x.at("A C") + "?scale_factor=1")
	if math.Abs(*e.Durations[0][1]-2.5**f.Durations[0][1]) > 0.05 {
		t.Errorf("%g s by a factor of 2.5, %g s", *e.Durations[0][1], *f.Durations[0][1])
	}
}
