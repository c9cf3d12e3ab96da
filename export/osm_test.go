package export

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"graphbuild/build"
	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/shared"
)

// TestOSM: the map that is exported and built again has the same streets, which the same modes may use.
func TestOSM(t *testing.T) {
	for _, name := range []string{
		"locarno.osm.pbf", "monaco-planetiler.osm.pbf", "reisterstown-via-restriction.osm.pbf", "hamburg-hafen-ferry.osm.pbf", "fiji-ferry-antimeridian.osm.pbf",
		"isoiiluoto-island.osm.pbf", "darmstadt-luisenplatz-busway.osm.pbf", "moorgate-london.osm.pbf",
	} {
		t.Run(name, func(t *testing.T) { sameStreets(t, built(t, build.Input{Path: shared.Path(t, "data/osm/"+name)})) })
	}
	t.Run("town", func(t *testing.T) { sameStreets(t, town(t)) })
}

const (
	area        = facts.Area
	speedTagged = facts.SpeedTagged
)

func sameStreets(t *testing.T, first *graph.Graph) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "again.osm")
	if err := os.WriteFile(path, exported(t, first, Options{Format: OSM}), 0o600); err != nil {
		t.Fatal(err)
	}
	again := built(t, build.Input{Path: path})
	if first.NumPairs() != again.NumPairs() || first.NumStreetVertices() != again.NumStreetVertices() {
		t.Errorf("%d pairs and %d vertices, want %d and %d", again.NumPairs(), again.NumStreetVertices(), first.NumPairs(), first.NumStreetVertices())
	}
	if first.NumRestrictions() != again.NumRestrictions() {
		t.Errorf("%d restrictions, want %d", again.NumRestrictions(), first.NumRestrictions())
	}
	differ := 0
	for p := range first.NumPairs() {
		want := first.Edge(graph.EdgeID(2 * p))
		edges := again.EdgesOfWay(wayOf(graph.PairID(p)))
		if want.Modes()|want.Reverse().Modes() == 0 { // open at some times only: EdgesOfWay leaves it out
			continue
		}
		if len(edges) == 0 {
			t.Errorf("pair %d is missing", p)
			continue
		}
		got, facts := edges[0].Facts(), want.Facts()
		if edges[0].AlongWay() != want.AlongWay() {
			facts = facts.Reverse()
		}
		if facts.Type == area { // a line across an area is a street like others
			facts.Type = got.Type
		}
		if facts.Flags&speedTagged == 0 { // a default, which may depend on tags that a graph does not keep
			facts.Speed = got.Speed
		}
		if got != facts {
			if differ++; differ < 8 {
				t.Errorf("pair %d of %s:\n%+v, want\n%+v", p, osmTags(&facts), got, facts)
			}
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d pairs differ", differ, first.NumPairs())
	}
}

// TestOSMConditions: the times of a turn restriction come back whole, lists too.
func TestOSMConditions(t *testing.T) {
	m := asciimap.Draw(t, 100, "A-B-C\n  |\n  D")
	m.Way("AB", "highway=residential")
	m.Way("BC", "highway=residential")
	m.Way("BD", "highway=residential")
	m.Restriction("no_right_turn", "AB", "B", "BD", "restriction=no_right_turn",
		"restriction:conditional=none @ (Mo-Fr 07:00-09:00; Sa 08:00-10:00)")
	first, path := built(t, build.Input{Path: m.File()}), filepath.Join(t.TempDir(), "a.osm")
	if err := os.WriteFile(path, exported(t, first, Options{Format: OSM}), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, g := range []*graph.Graph{first, built(t, build.Input{Path: path})} {
		if n := g.NumRestrictions(); n != 1 {
			t.Fatalf("%d restrictions", n)
		}
		if got := g.Restriction(0).Condition; got != "24/7; Mo-Fr 07:00-09:00 off; Sa 08:00-10:00 off" {
			t.Errorf("condition %q", got)
		}
	}
}

// TestOSMOfAnEditor: new ids do not meet those that an editor has given, which are negative too.
func TestOSMOfAnEditor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "editor.osm")
	text := `<osm version="0.6"><node id="-3" lat="50" lon="8"/><node id="-2" lat="50.001" lon="8"/><node id="-1" lat="50.002" lon="8.0005"/>
		<node id="-4" lat="50.003" lon="8"/><way id="-10"><nd ref="-3"/><nd ref="-2"/><tag k="highway" v="residential"/></way>
		<way id="-11"><nd ref="-2"/><nd ref="-1"/><nd ref="-4"/><tag k="highway" v="residential"/></way></osm>`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	first := built(t, build.Input{Path: path})
	sameStreets(t, first)
	ids := regexp.MustCompile(`<node id="(-?\d+)"`).FindAllStringSubmatch(string(exported(t, first, Options{Format: OSM})), -1)
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id[1]] {
			t.Errorf("node %s is there twice", id[1])
		}
		seen[id[1]] = true
	}
}
