package build

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/shared"
	"graphbuild/report"
)

// areaOf lists the edges of areas without points between their ends, as "AC:WAY", the areas, and the issues about them.
func areaOf(t *testing.T, m *asciimap.Map, c Config) (sights []string, areas []string, issues []string) {
	t.Helper()
	c.Inputs = inputsOf(m.File())
	tables, list := tablesFrom(t, c)
	p := &tables.Pairs
	for i := range p.From {
		f := tables.Facts[p.Facts[i]]
		if f.Type != facts.Area || p.InnerStart[i+1] > p.InnerStart[i] {
			continue
		}
		ends := []rune{rune(tables.Vertices.NodeID.At(int(p.From[i]))), rune(tables.Vertices.NodeID.At(int(p.To[i])))}
		slices.Sort(ends)
		sights = append(sights, fmt.Sprintf("%s:%d", string(ends), tables.Ways.ID.At(int(p.Way.At(i)))))
	}
	slices.Sort(sights)
	a := &tables.StreetAreas
	for i := range a.IsRelation.Len() {
		n := a.PointStart[a.RingStart[i+1]] - a.PointStart[a.RingStart[i]]
		areas = append(areas, fmt.Sprintf("%d/%d rings %d points %d level %s", a.IsRelation.At(i), a.ID.At(i), a.RingStart[i+1]-a.RingStart[i], n, a.Level.At(i)))
	}
	for _, i := range list {
		if strings.HasPrefix(i.Code, "osm_area") {
			issues = append(issues, i.Code)
		}
	}
	return sights, areas, issues
}

// TestAreas checks the ways across: all edges of areas without inner points, which are those and short stretches of rings.
func TestAreas(t *testing.T) {
	const square = "highway=pedestrian"
	for name, test := range map[string]struct {
		drawing string
		ways    func(m *asciimap.Map)
		config  Config
		sights  []string
		areas   []string
		issues  []string
	}{
		"a square with four streets": {
			drawing: `
				  a     b
				  A-----B
				  |     |
				  D-----C
				  d     c
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABCDA", square, "area=yes")
				for _, w := range []string{"aA", "bB", "cC", "dD"} {
					m.Way(w, "highway=residential")
				}
			},
			sights: []string{"AB:1001", "AC:1001", "AD:1001", "BC:1001", "BD:1001", "CD:1001"},
			areas:  []string{"0/1001 rings 1 points 4 level "},
		},
		"two entries see each other": {
			drawing: `
				 A--B--C
				 |     |
				x-F    G-y
				 |     |
				 E-----D
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABCGDEFA", "railway=platform", "level=-1")
				m.Way("xF", "highway=footway")
				m.Way("Gy", "highway=footway")
			},
			sights: []string{"AF:1001", "FG:1001"}, // AF along the ring
			areas:  []string{"0/1001 rings 1 points 7 level -1"},
		},
		"around a corner": {
			drawing: `
				A--B
				|  |
				|  |
				F  C------D
				|         |
				E---------G-y
				  x
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABCDGEFA", square, "area=yes")
				m.Way("Bx", "highway=footway")
				m.Way("Gy", "highway=footway")
			},
			sights: []string{"AB:1001", "BC:1001", "CG:1001"}, // AB and BC along the ring
			areas:  []string{"0/1001 rings 1 points 7 level "},
		},
		"one entry": {
			drawing: `
				A-----B-x
				|     |
				D-----C
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABCDA", square, "area=yes")
				m.Way("Bx", "highway=footway")
			},
			sights: []string{"AB:1001"},
			areas:  []string{"0/1001 rings 1 points 4 level "},
		},
		"neighbours are crossed by way of the nodes that they share": {
			drawing: `
				  A----B--C
				x-F    |  |
				  |    |  D-y
				  G----H--E
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABHGFA", square, "area=yes")
				m.Way("BCDEHB", square, "area=yes")
				m.Way("xF", "highway=footway")
				m.Way("Dy", "highway=footway")
			},
			// AB, AF and BH along the rings; x to y leads over FH and HD or FB and BD.
			sights: []string{"AB:1001", "AF:1001", "BD:1002", "BF:1001", "BH:1001", "BH:1002", "DH:1002", "FH:1001"},
			areas:  []string{"0/1001 rings 1 points 5 level ", "0/1002 rings 1 points 5 level "},
		},
		"a motorway is no entry": {
			drawing: `
				x-A-----B
				  |     |
				  D-----C-y
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABCDA", square, "area=yes")
				m.Way("xA", "highway=motorway")
				m.Way("Cy", "highway=footway")
			},
			areas: []string{"0/1001 rings 1 points 4 level "},
		},
		"no ways across asked for": {
			drawing: `
				x-A-----B
				  |     |
				  D-----C-y
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABCDA", square, "area=yes")
				m.Way("xA", "highway=footway")
				m.Way("Cy", "highway=footway")
			},
			config: Config{AreaNodes: -1},
			areas:  []string{"0/1001 rings 1 points 4 level "},
		},
		"a multipolygon with a hole, its rings in pieces": {
			drawing: `
				x-A-----------B
				  |           |
				  |   E---F   |
				  |   |   |   |
				  |   H---G   |
				  |           |
				  D-----------C-y
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABC")
				m.Way("ADC")
				m.Way("EFGHE", "building=yes")
				m.Way("xA", "highway=footway")
				m.Way("Cy", "highway=footway")
				m.Multipolygon([]string{"ABC", "ADC", "inner:EFGHE"}, square, "name=Square", "level=2")
			},
			// A to F and on to C; H is as far, but later in the rings. EF is a stretch of the ring.
			sights: []string{"AF:1001", "CF:1001", "EF:1003"},
			areas:  []string{"1/5001 rings 2 points 8 level 2"},
		},
		"a ring that is not closed": {
			drawing: `
				x-A-----B
				  |     |
				  D-----C-y
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABCD")
				m.Way("xA", "highway=footway")
				m.Way("Cy", "highway=footway")
				m.Multipolygon([]string{"ABCD"}, square)
			},
			sights: []string{"CD:1001"},
			issues: []string{"osm_area_broken"},
		},
		"thinned": {
			drawing: `
				  a b c d
				x-A-B-C-D
				  |     |
				  G-F---E-y
				  g f
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABCDEFGA", square, "area=yes")
				for _, w := range []string{"aA", "bB", "cC", "dD", "Ey", "fF", "gG"} {
					m.Way(w, "highway=footway")
				}
			},
			config: Config{AreaNodes: 2},
			sights: []string{"AB:1001", "AG:1001", "BC:1001", "CD:1001", "DE:1001", "DG:1001", "EF:1001", "FG:1001"},
			areas:  []string{"0/1001 rings 1 points 7 level "},
			issues: []string{"osm_area_thinned"},
		},
		"not walkable": {
			drawing: `
				x-A-----B
				  |     |
				  D-----C-y
			`,
			ways: func(m *asciimap.Map) {
				m.Way("ABCDA")
				m.Way("xA", "highway=footway")
				m.Way("Cy", "highway=footway")
				m.Multipolygon([]string{"ABCDA"}, square, "access=no")
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := asciimap.Draw(t, 10, test.drawing)
			test.ways(m)
			sights, areas, issues := areaOf(t, m, test.config)
			if diff := gocmp.Diff(test.sights, sights); diff != "" {
				t.Error("ways across:", diff)
			}
			if diff := gocmp.Diff(test.areas, areas); diff != "" {
				t.Error("areas:", diff)
			}
			if diff := gocmp.Diff(test.issues, issues); diff != "" {
				t.Error("issues:", diff)
			}
		})
	}
}

// TestAreaEdgesKnowTheirArea builds a file and asks its edges.
func TestAreaEdgesKnowTheirArea(t *testing.T) {
	m := asciimap.Draw(t, 10, `
		x-A-----------B
		  |           |
		  |   E---F   |
		  |   |   |   |
		  |   H---G   |
		  D-----------C-y
	`)
	m.Way("ABC")
	m.Way("ADC")
	m.Way("EFGHE", "building=yes")
	m.Way("xA", "highway=footway")
	m.Way("Cy", "highway=footway")
	relation := m.Multipolygon([]string{"ABC", "ADC", "inner:EFGHE"}, "highway=pedestrian", "name=Square", "level=2")
	path := filepath.Join(t.TempDir(), "out.graph")
	if _, err := Run(t.Context(), Config{Inputs: inputsOf(m.File()), Output: path}); err != nil {
		t.Fatal(err)
	}
	g, err := graph.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if err := g.Verify(func(err error) { t.Error(err) }); err != nil {
		t.Fatal(err)
	}
	known := 0
	for e := range g.Edges() {
		a := e.StreetArea()
		if inside := e.Type() == facts.Area; inside != (a.Err() == nil) {
			t.Errorf("edge %d of type %d has area %v", e.ID(), e.Type(), a.Err())
		} else if !inside {
			continue
		}
		known++
		if id, isRelation, ok := a.OSM(); id != relation || !isRelation || !ok || a.Level() != "2" || e.Name() != "Square" {
			t.Errorf("edge %d: area %d of level %q, named %q", e.ID(), id, a.Level(), e.Name())
		}
		if rings := a.Rings(); len(rings) != 2 || len(rings[0]) != 4 || rings[0][0] != m.At('A') || rings[1][0] != m.At('E') {
			t.Errorf("rings %v", rings)
		}
	}
	if known == 0 {
		t.Error("no edge of an area")
	}
}

// TestRelationBeforeItsWays builds one map with its objects in other orders, so that the ways of an area must be found by
// a second look.
func TestRelationBeforeItsWays(t *testing.T) {
	m := asciimap.Draw(t, 10, `
		x-A-----B
		  |     |
		  D-----C-y
	`)
	m.Way("ABC")
	m.Way("CDA", "landuse=grass")
	m.Way("xA", "highway=footway")
	m.Way("Cy", "highway=footway")
	m.Multipolygon([]string{"ABC", "CDA"}, "highway=pedestrian")
	text := string(m.XML())
	start, relations := strings.Index(text, "  <node"), strings.Index(text, "  <relation")
	end := strings.Index(text, "</osm>")
	turned := text[:start] + text[relations:end] + text[start:relations] + text[end:]
	want := mapOf(t, saveFile(t, "a.osm", text))
	if got := mapOf(t, saveFile(t, "b.osm", turned)); len(want) < 5 || !slices.Equal(got, want) {
		t.Error(gocmp.Diff(want, got))
	}
}

// TestAreasOfExtracts builds towns with 1 and 3 workers.
func TestAreasOfExtracts(t *testing.T) {
	for _, name := range []string{"moorgate-london", "monaco-planetiler"} {
		in := inputsOf(shared.Path(t, "data/osm/"+name+".osm.pbf"))
		one := buildBytes(t, Config{Inputs: in, Jobs: 1})
		if three := buildBytes(t, Config{Inputs: in, Jobs: 3}); !bytes.Equal(one, three) {
			t.Errorf("%s: %d bytes differ from %d", name, len(three), len(one))
		}
		g, err := graph.Load(one)
		if err != nil {
			t.Fatal(err)
		}
		if n := g.NumStreetAreas(); n < 15 {
			t.Errorf("%s: %d areas", name, n)
		}
	}
}

func TestWallsCutStreets(t *testing.T) {
	for name, test := range map[string]struct {
		street, wall, node []string
		wallWay            string
		blocked            bool
	}{
		"across":                  {nil, []string{"barrier=wall"}, nil, "NMS", true},
		"a gate":                  {nil, []string{"barrier=wall"}, []string{"barrier=gate"}, "NMS", false},
		"an entrance":             {nil, []string{"barrier=hedge"}, []string{"entrance=yes"}, "NMS", false},
		"access":                  {nil, []string{"barrier=wall"}, []string{"foot=yes"}, "NMS", false},
		"ends at the street":      {nil, []string{"barrier=wall"}, nil, "NM", false},
		"turns at the street":     {nil, []string{"barrier=wall"}, nil, "NMn", false},
		"along the street":        {nil, []string{"barrier=wall"}, nil, "NME", false},
		"a kerb":                  {nil, []string{"barrier=kerb"}, nil, "NMS", false},
		"under a bridge":          {[]string{"bridge=yes", "layer=1"}, []string{"barrier=wall"}, nil, "NMS", false},
		"above a tunnel":          {[]string{"tunnel=yes"}, []string{"barrier=wall"}, nil, "NMS", false},
		"below a street high up":  {[]string{"layer=1"}, []string{"barrier=wall"}, nil, "NMS", false},
		"around a yard":           {nil, []string{"barrier=fence"}, nil, "MSeNM", true},
		"where streets meet":      {nil, []string{"barrier=wall"}, nil, "NJS", false},
		"wall of another kind":    {nil, []string{"barrier=guard_rail"}, nil, "NMS", true},
		"a street with the tag":   {nil, []string{"barrier=wall", "highway=footway"}, nil, "NMS", false},
		"not a barrier of people": {nil, []string{"barrier=bollard"}, nil, "NMS", false},
	} {
		t.Run(name, func(t *testing.T) {
			m := asciimap.Draw(t, 10, `
				      n  N    e
				W--------M----E---J---x
				                  |
				         S        y
			`)
			m.Way("WMEJ", append([]string{"highway=residential"}, test.street...)...)
			m.Way("Jx", "highway=residential")
			m.Way("Jy", "highway=residential")
			m.Way(test.wallWay, test.wall...)
			if test.node != nil {
				m.Node("M", test.node...)
			}
			tables, issues := tablesFrom(t, Config{Inputs: inputsOf(m.File())})
			a := &tables.Access
			if got := a.Vertex.Len() == 1 && !a.Pass.At(0).Has(facts.Car); got != test.blocked {
				t.Errorf("blocked %v; %d rows of access", got, a.Vertex.Len())
			}
			found := slices.ContainsFunc(issues, func(i report.Issue) bool { return i.Code == "osm_wall_across_street" && i.Object == "node/77" })
			if found != test.blocked {
				t.Errorf("issues %v", issuesOf(issues))
			}
		})
	}
}

// TestUsefulSightsKeepShortestWays compares the ways between entries over the useful sights with those over all.
func TestUsefulSightsKeepShortestWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 14).Draw(t, "points")
		r := &run{}
		a := area{rings: [][]uint32{nil}}
		var corners []corner
		for i := range n { // a star, so that the ring does not cross itself
			angle, radius := 2*math.Pi*float64(i)/float64(n), float64(rapid.IntRange(1, 9).Draw(t, "radius"))*1000
			r.nodes.point = append(r.nodes.point, geometry.Point{Lon: int32(radius * math.Cos(angle)), Lat: int32(radius * math.Sin(angle))})
			a.rings[0] = append(a.rings[0], uint32(i))
			corners = append(corners, corner{uint32(i), rapid.Bool().Draw(t, "entry")})
		}
		var ok bool
		if a.polygon, ok = geometry.NewPolygon([][]geometry.Point{r.nodes.point}); !ok || len(a.polygon.Rings()[0]) != n {
			t.Skip("not a ring")
		}
		m := r.newMesh(&a, corners)
		all := m.shortest(func(int, int) bool { return true })
		kept := map[sight]bool{}
		for _, s := range m.useful() {
			kept[s] = true
			if !a.polygon.Sees(r.nodes.point[s.a], r.nodes.point[s.b]) {
				t.Fatalf("%v is no sight of %v", s, r.nodes.point)
			}
		}
		few := m.shortest(func(i, j int) bool { return kept[sight{uint32(min(i, j)), uint32(max(i, j))}] })
		for i := range n {
			for j := range n {
				if corners[i].entry && corners[j].entry && few[i*n+j] != all[i*n+j] {
					t.Fatalf("from %d to %d in %v: %d mm over the useful sights, %d over all", i, j, r.nodes.point, few[i*n+j], all[i*n+j])
				}
			}
		}
	})
}

// shortest returns the lengths of the shortest ways between all corners, over rings and the sights that keep picks.
func (m *mesh) shortest(keep func(i, j int) bool) []uint64 {
	n := len(m.corners)
	d := make([]uint64, n*n)
	for at := range d {
		d[at] = math.MaxUint32
		if i, j := at/n, at%n; i == j {
			d[at] = 0
		} else if m.mm[at] != 0 && (!m.across[at] || keep(i, j)) {
			d[at] = uint64(m.mm[at])
		}
	}
	for k := range n {
		for at := range d {
			d[at] = min(d[at], d[at/n*n+k]+d[k*n+at%n])
		}
	}
	return d
}

// TestManyAreasAndWallsAtOneNode has a node that areas, streets and walls without number share, which must not be compared
// with each other.
func TestManyAreasAndWallsAtOneNode(t *testing.T) {
	const many = 20_000
	doc := &osmDoc{}
	doc.node(1, 0, 0)
	for i := range int64(many) {
		a, b := 2+2*i, 3+2*i
		doc.node(a, 1+float64(i%100), 10+float64(i/100)).node(b, 2+float64(i%100), 10+float64(i/100))
	}
	for i := range int64(many) {
		a, b := 2+2*i, 3+2*i
		doc.way(1+3*i, []int64{1, a, b, 1}, "highway=pedestrian", "area=yes").way(2+3*i, []int64{a, 1, b}, "barrier=wall").
			way(3+3*i, []int64{1, a}, "highway=motorway")
	}
	tables, _ := tablesFrom(t, Config{Inputs: inputsOf(doc.save(t, "a.osm"))})
	if n := len(tables.Pairs.From); n < many {
		t.Errorf("%d pairs", n)
	}
}

// TestManyAreasOfOneRing has more areas than a ring may bound, which would take time and memory of the relations times its
// nodes.
func TestManyAreasOfOneRing(t *testing.T) {
	const many = 100
	doc := line(2).node(3, 100, 100).way(100, []int64{1, 2, 3, 1})
	for i := range int64(many) {
		doc.relationOf(1+i, []string{"type=multipolygon", "highway=pedestrian"}, "outer w100")
	}
	tables, issues := tablesFrom(t, Config{Inputs: inputsOf(doc.save(t, "a.osm"))})
	broken := 0
	for _, i := range issues {
		if i.Code == "osm_area_broken" && strings.Contains(i.Message, "way/100 bounds more than") {
			broken++
		}
	}
	if broken != many-maxAreasOfWay {
		t.Errorf("%d areas are left out, want %d", broken, many-maxAreasOfWay)
	}
	if n := tables.StreetAreas.ID.Len(); n > maxAreasOfWay {
		t.Errorf("%d areas", n)
	}
}
