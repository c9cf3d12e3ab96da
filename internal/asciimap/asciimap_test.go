package asciimap

import (
	"encoding/xml"
	"math"
	"os"
	"testing"

	"github.com/paulmach/osm"

	"graphbuild/geometry"
)

func TestDistancesOfTheGrid(t *testing.T) {
	m := Draw(t, 50, "A----B\n|\nC")
	if d := geometry.Distance(m.At('A'), m.At('B')); math.Abs(d-250) > 0.1 {
		t.Errorf("A to B is %v m, want 250", d)
	}
	if d := geometry.Distance(m.At('A'), m.At('C')); math.Abs(d-100) > 0.1 {
		t.Errorf("A to C is %v m, want 100", d)
	}
	if a, c := m.At('A'), m.At('C'); c.Lat >= a.Lat || c.Lon != a.Lon {
		t.Errorf("C at %v is not south of A at %v", c, a)
	}
}

func TestAcrossTheAntimeridian(t *testing.T) {
	m := DrawAt(t, geometry.Point{Lon: 180e7 - 100, Lat: -170_000_000}, 100, "A-B")
	if d := geometry.Distance(m.At('A'), m.At('B')); math.Abs(d-200) > 0.1 || m.At('B').Lon >= 0 {
		t.Errorf("B at %v is %v m from A, want 200", m.At('B'), d)
	}
}

// TestXML reads the map with a reader that is not ours.
func TestXML(t *testing.T) {
	m := Draw(t, 100, "A---B---C\n    |\n    D")
	m.Way("ABC", "highway=primary", `name=Main & "High" Street`)
	m.Way("BD", "highway=residential", "note=a=b")
	m.Node("D", "barrier=gate")
	m.Restriction("no_right_turn", "ABC", "B", "BD", "except=bicycle")
	m.Restriction("", "ABC", "BD,ABC", "BD", "restriction:hgv=no_u_turn")
	var file osm.OSM
	if err := xml.Unmarshal(m.XML(), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Nodes) != 4 || len(file.Ways) != 2 || len(file.Relations) != 2 {
		t.Fatalf("%d nodes, %d ways, %d relations", len(file.Nodes), len(file.Ways), len(file.Relations))
	}
	checkWays(t, file.Ways)
	d := file.Nodes[3]
	at, err := geometry.FromDegrees(d.Lon, d.Lat)
	if err != nil || at != m.Nodes()['D'].Point || int64(d.ID) != 'D' || d.Tags.Find("barrier") != "gate" {
		t.Errorf("node %+v, %v", d, err)
	}
	checkRestrictions(t, file.Relations)
}

func checkWays(t *testing.T, ways osm.Ways) {
	t.Helper()
	if name := ways[0].Tags.Find("name"); ways[0].ID != 1001 || name != `Main & "High" Street` {
		t.Errorf("way %d is named %q", ways[0].ID, name)
	}
	ids := ways[1].Nodes.NodeIDs()
	if len(ids) != 2 || ids[0] != 'B' || ids[1] != 'D' || ways[1].Tags.Find("note") != "a=b" {
		t.Errorf("way of nodes %v with tags %v", ids, ways[1].Tags)
	}
}

func checkRestrictions(t *testing.T, relations osm.Relations) {
	t.Helper()
	r := relations[0]
	if r.ID != 5001 || r.Tags.Find("restriction") != "no_right_turn" || r.Tags.Find("except") != "bicycle" {
		t.Errorf("relation %d with tags %v", r.ID, r.Tags)
	}
	if via := r.Members[1]; via.Type != osm.TypeNode || via.Ref != 'B' || via.Role != "via" {
		t.Errorf("via %+v", via)
	}
	r = relations[1]
	if r.Tags.Find("restriction") != "" || r.Tags.Find("restriction:hgv") != "no_u_turn" {
		t.Errorf("tags %v", r.Tags)
	}
	if len(r.Members) != 4 || r.Members[1].Ref != 1002 || r.Members[2].Ref != 1001 {
		t.Errorf("members %+v", r.Members)
	}
}

func TestFile(t *testing.T) {
	m := Draw(t, 100, "AB")
	m.Way("AB", "highway=path")
	data, err := os.ReadFile(m.File())
	if err != nil || string(data) != string(m.XML()) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// stopper notes that the test was ended, in place of ending it.
type stopper struct {
	testing.TB
}

func (stopper) Helper() {}

func (stopper) Fatalf(string, ...any) { panic("ended") }

func TestMistakesEndTheTest(t *testing.T) {
	for name, f := range map[string]func(m *Map){
		"unknown letter":   func(m *Map) { m.Way("AX") },
		"tag without =":    func(m *Map) { m.Way("AB", "highway") },
		"unknown way":      func(m *Map) { m.Restriction("no_u_turn", "BA", "B", "AB") },
		"unknown node tag": func(m *Map) { m.Node("Z", "a=b") },
		"letter twice":     func(m *Map) { Draw(m.t, 1, "A-A") },
		"strange sign":     func(m *Map) { Draw(m.t, 1, "A#B") },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("the test went on")
				}
			}()
			m := Draw(stopper{t}, 100, "AB")
			m.Way("AB")
			f(m)
		})
	}
}
