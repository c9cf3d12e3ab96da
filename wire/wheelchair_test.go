package wire

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"graphbuild/build"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
	"graphbuild/route"
)

// stairs is a map with steps from B to C, and a way of thrice the length without. To D nothing leads on wheels.
func stairs(t *testing.T, tags ...string) (*asciimap.Map, *Searcher) {
	t.Helper()
	m := asciimap.Draw(t, 100, `
		A---B=C---D
		    | |
		    E-F`)
	m.Way("AB", "highway=footway")
	m.Way("BC", append(tags, "highway=steps")...)
	m.Way("BEFC", "highway=residential")
	m.Way("CD", "highway=footway", "wheelchair=no")
	g := graphtest.Open(t, build.Config{Inputs: graphtest.Inputs(m.File())})
	return m, &Searcher{Graph: g, Street: route.NewRouter(g).NewSearch(), Defaults: StandardDefaults()}
}

// answered is what the tests read of an answer.
type answered struct {
	Status, Error string
	DistanceM     float64      `json:"distance_m"`
	Times         [][]*float64 `json:"durations_s"`
	Polygons      [][][]point  `json:"polygons"`
	Edges         []struct {
		WayID int64 `json:"way_id"`
	} `json:"edges"`
}

type point [2]float64

func answerOf(t *testing.T, s *Searcher, query string) (out answered) {
	t.Helper()
	a := s.AnswerText(Item{Text: []byte(query), Number: 1}, "line")
	if err := json.Unmarshal(a.AppendJSON(nil), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestWheelchairTakesRamps: steps with a ramp are a way like any other.
func TestWheelchairTakesRamps(t *testing.T) {
	m, s := stairs(t, "ramp:wheelchair=yes")
	ends := `"from":` + string(AppendPosition(nil, m.At('A'))) + `,"to":` + string(AppendPosition(nil, m.At('C')))
	for _, wheels := range []string{"false", "true"} {
		x := answerOf(t, s, `{"mode":"walk","wheelchair":`+wheels+`,`+ends+`}`)
		if x.Status != "ok" || x.DistanceM < 550 || x.DistanceM > 650 {
			t.Errorf("wheelchair %s: %+v, expected 600 m", wheels, x)
		}
	}
}

// TestWheelchairGoesAroundSteps asks for all that searches streets, on foot and by wheelchair.
func TestWheelchairGoesAroundSteps(t *testing.T) {
	m, s := stairs(t)
	at := func(letter rune) string { return string(AppendPosition(nil, m.At(letter))) }
	ask := func(members string) [2]answered {
		var out [2]answered
		for i, wheels := range []string{"", `,"wheelchair":true`} {
			out[i] = answerOf(t, s, `{"mode":"walk"`+wheels+`,`+members+`}`)
			if i == 0 && out[i].Status != "ok" {
				t.Errorf("%s on foot: %+v", members, out[i])
			}
		}
		return out
	}
	if a := ask(fmt.Sprintf(`"from":%s,"to":%s`, at('A'), at('C'))); a[0].DistanceM > 610 || a[1].DistanceM < 990 || a[1].Status != "ok" {
		t.Errorf("routes: %+v", a)
	}
	if a := ask(fmt.Sprintf(`"kind":"table","sources":[%s],"targets":[%s,%s]`, at('A'), at('C'), at('D'))); len(a[1].Times) != 1 ||
		*a[1].Times[0][0] < *a[0].Times[0][0]+100 || a[0].Times[0][1] == nil || a[1].Times[0][1] != nil {
		t.Errorf("tables: %+v", a)
	}
	east := func(a answered) (lon float64) {
		for _, polygon := range a.Polygons {
			for _, p := range polygon[0] {
				lon = max(lon, p[0])
			}
		}
		return lon
	}
	lon, _ := m.At('C').Degrees()
	lon += 0.0005 // F lies south of C
	if a := ask(`"kind":"isochrone","cell_m":10,"limit_s":620,"from":` + at('A')); east(a[0]) < lon || east(a[1]) > lon || a[1].Status != "ok" {
		t.Errorf("isochrones reach to %g and %g, expected %g to lie between", east(a[0]), east(a[1]), lon)
	}
	b, c := m.At('B'), m.At('C')
	middle := string(AppendPosition(nil, geometry.Point{Lon: b.Lon/2 + c.Lon/2, Lat: b.Lat}))
	if a := ask(`"kind":"nearest","snap_m":150,"number":9,"at":` + middle); a[0].Edges[0].WayID != 1002 || len(a[1].Edges) != 2 ||
		a[1].Edges[0].WayID == 1002 || a[1].Edges[1].WayID == 1002 {
		t.Errorf("nearest: %+v", a)
	}
	if a := ask(`"kind":"nearest","at":` + at('D')); a[1].Status != "no_snap" || a[1].Error != "line 1: no street for walk by wheelchair within 200 m; the nearest is 401 m away" {
		t.Errorf("nearest: %+v", a[1])
	}
}

// TestWheelchairIsOnFoot: with other modes it is an error with a name, also where it is the default.
func TestWheelchairIsOnFoot(t *testing.T) {
	m, s := stairs(t)
	a, c := string(AppendPosition(nil, m.At('A'))), string(AppendPosition(nil, m.At('C')))
	queries := map[string]string{
		"": `"from":` + a + `,"to":` + c, "table": `"sources":[` + a + `]`, "isochrone": `"limit_s":60,"from":` + a, "nearest": `"at":` + a,
	}
	for kind, members := range queries {
		want := "line 1: a wheelchair with mode bike: expected walk"
		if kind == "" {
			want += " or transit"
		}
		text := `{"kind":"` + kind + `","mode":"bike",` + members
		s.Defaults.Street.Wheelchair = false
		if got := answerOf(t, s, text+`,"wheelchair":true}`); got.Status != "bad_request" || got.Error != want {
			t.Errorf("%q: %+v, expected %s", kind, got, want)
		}
		s.Defaults.Street.Wheelchair = true
		if got := answerOf(t, s, text+`}`); got.Status != "bad_request" || got.Error != want {
			t.Errorf("%q by default: %+v, expected %s", kind, got, want)
		}
		if got := answerOf(t, s, text+`,"wheelchair":false}`); got.Status == "bad_request" {
			t.Errorf("%q: %+v", kind, got)
		}
	}
	s.Defaults.Street.Mode = facts.Walk
	if got := answerOf(t, s, `{"from":`+a+`,"to":`+c+`}`); got.DistanceM < 990 {
		t.Errorf("by wheelchair and on foot by default: %+v", got)
	}
}

// TestBinaryWheelchair asks by the mode of the binary form.
func TestBinaryWheelchair(t *testing.T) {
	m, s := stairs(t)
	from, to := m.At('A'), m.At('D')
	zigzag := func(v int32) uint64 { return uint64(uint32(v<<1 ^ v>>31)) }
	for mode, want := range map[facts.Mode]Status{facts.Walk: OK, facts.Wheelchair: NoSnap} {
		query := appendQuery(nil, routeQuery, uint64(mode), snapFlag, zigzag(from.Lon), zigzag(from.Lat), zigzag(to.Lon-from.Lon), zigzag(to.Lat-from.Lat), 100)
		if a := s.AnswerBinary(Item{Text: query, Number: 1}, "query"); a.Status != want || want == NoSnap && !strings.Contains(a.Error, "to: no street for walk by wheelchair") {
			t.Errorf("%s: %s %s, expected %s", graph.ModeName(mode), a.Status, a.Error, want)
		}
	}
}
