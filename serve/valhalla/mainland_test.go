package valhalla_test

import (
	"encoding/json"
	"strings"
	"testing"

	"graphbuild/internal/asciimap"
	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/streets"
	"graphbuild/serve/valhalla"
)

// TestMatrixLeavesIslands: CD is an island beside a street of more than 5 km, and the nearest to C and D.
func TestMatrixLeavesIslands(t *testing.T) {
	m := asciimap.Draw(t, 50, `
		A`+strings.Repeat("-", 104)+`B
		C-D`)
	m.Way("AB", "highway=residential")
	m.Way("CD", "highway=residential")
	h := serve.New(servetest.Town(t, m.File()), valhalla.Routes(streets.Options{}), serve.Options{})
	for members, want := range map[string][2]float64{ // km from C to B and to D; 0: no way
		``:                         {5.25, 0.1},
		`"search_cutoff":20,`:      {0, 0.1},
		`"heading":90,`:            {0, 0.1},
		`"preferred_side":"same",`: {0, 0.1},
	} {
		from := strings.Replace(list(m, "C"), "{", "{"+members, 1)
		_, got := ask(h, "POST", "/sources_to_targets", `{"costing":"auto","sources":`+from+`,"targets":`+list(m, "BD")+`}`)
		var a struct {
			Cells [][]cell `json:"sources_to_targets"`
		}
		if err := json.Unmarshal(got, &a); err != nil || len(a.Cells) != 1 {
			t.Fatalf("%s: %v %s", members, err, got)
		}
		for j, c := range a.Cells[0] {
			km := 0.0
			if c.Distance != nil && c.Time != nil {
				km = *c.Distance
			}
			if km < want[j]-0.02 || km > want[j]+0.02 {
				t.Errorf("%s cell %d: %g km, expected %g", members, j, km, want[j])
			}
		}
	}
}

// TestIsochroneKeepsToItsCutoff: N lies 50 m from the street. A matrix says how far it is too.
func TestIsochroneKeepsToItsCutoff(t *testing.T) {
	m := asciimap.Draw(t, 50, `
		  N
		A---B`)
	m.Way("AB", "highway=residential")
	h := serve.New(servetest.Town(t, m.File()), valhalla.Routes(streets.Options{}), serve.Options{})
	for cutoff, want := range map[string]string{"20": `{"error_code":171,"error":"No suitable edges near location; the nearest is 50 m away"`, "60": `"type":"FeatureCollection"`} {
		at := strings.Replace(list(m, "N"), "{", `{"search_cutoff":`+cutoff+`,`, 1)
		_, got := ask(h, "POST", "/isochrone", `{"costing":"auto","contours":[{"time":5}],"locations":`+at+`}`)
		if !strings.Contains(string(got), want) {
			t.Errorf("within %s m: %s, expected %s", cutoff, got, want)
		}
		if _, got := ask(h, "POST", "/sources_to_targets", `{"costing":"auto","sources":`+at+`,"targets":`+at+`}`); strings.Contains(string(got), "nearest is 50 m") != (cutoff == "20") {
			t.Errorf("a matrix within %s m: %s", cutoff, got)
		}
	}
}
