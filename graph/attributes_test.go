package graph

import (
	"bytes"
	"strings"
	"testing"

	"graphbuild/encode"
)

// withAttributes adds attributes of some ways, and elevation, to tables.
func withAttributes(t *Tables) *Tables {
	a := &t.Attributes
	for _, text := range []string{"up", "8.5", "-3", "asphalt", "sett"} {
		a.Texts.Append(text)
	}
	a.Name.Append("incline")
	a.Kind.Append(AlongAttribute)
	a.Way.Append(0, 1, 2)
	a.Text.Append(0, 1, 2)
	a.Name.Append("surface")
	a.Kind.Append(TextAttribute)
	a.Way.Append(1, 5)
	a.Text.Append(3, 4)
	a.Name.Append("width")
	a.Kind.Append(NumberAttribute)
	a.Way.Append(4)
	a.Text.Append(1)
	for p := range t.Pairs.From {
		if p%3 == 0 {
			t.Elevation.AppendUnknown()
		} else {
			t.Elevation.Append(uint32(p), 2)
		}
	}
	return t
}

func TestAttributes(t *testing.T) {
	g, err := Load(written(t, withAttributes(randomTables(61, 80)), WriteOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	for p := range Check(g) {
		t.Error(p)
	}
	want := map[WayID]map[string]Value{
		0: {"incline": {Text: "up"}},
		1: {"incline": {"8.5", 8.5, true}, "surface": {Text: "asphalt"}},
		2: {"incline": {"-3", -3, true}},
		4: {"width": {"8.5", 8.5, true}},
		5: {"surface": {Text: "sett"}},
	}
	against := map[string]Value{"up": {Text: "down"}, "8.5": {"-8.5", -8.5, true}, "-3": {"3", 3, true}}
	seen := map[bool]int{}
	for id := range EdgeID(g.NumStreetEdges()) {
		e := g.Edge(id)
		for _, name := range []string{"incline", "surface", "width", "lanes"} {
			w, has := want[e.Way()][name]
			if name == "incline" && has && !e.AlongWay() {
				w = against[w.Text]
			}
			if got, ok := e.Attribute(name); ok != has || got != w {
				t.Errorf("edge %d of way %d: %s is %+v, %v, want %+v, %v", id, e.Way(), name, got, ok, w, has)
			}
			if has {
				seen[e.AlongWay()]++
			}
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("edges along and against their way with attributes: %v", seen)
	}
	if _, ok := (Edge{}).Attribute("width"); ok {
		t.Error("a detached edge has an attribute")
	}
}

func TestClimb(t *testing.T) {
	g, err := Load(written(t, withAttributes(randomTables(62, 80)), WriteOptions{}))
	if err != nil {
		t.Fatal(err)
	}
	for id := range EdgeID(g.NumStreetEdges()) {
		p := int(id / 2)
		up, down, ok := g.Edge(id).Climb()
		wantUp, wantDown := float64(p)/10, 0.2
		if id%2 == 1 {
			wantUp, wantDown = wantDown, wantUp
		}
		if p%3 == 0 {
			wantUp, wantDown = 0, 0
		}
		if ok != (p%3 != 0) || up != wantUp || down != wantDown {
			t.Fatalf("edge %d climbs %v, %v, %v, want %v, %v", id, up, down, ok, wantUp, wantDown)
		}
	}
	none, err := NewGraph(randomTables(62, 80))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, ok := none.Edge(2).Climb(); ok {
		t.Error("a graph without elevation knows some")
	}
}

// setWay changes way k of all attributes.
func (a *Attributes) setWay(k int, w WayID) {
	var list encode.List[WayID]
	for i := range a.Way.Len() {
		row := a.Way.AppendRow(nil, i)
		first, n := a.Way.Bounds(i)
		if k >= first && k < first+n {
			row[k-first] = w
		}
		list.Append(row...)
	}
	a.Way = list
}

func TestCheckAttributes(t *testing.T) {
	for text, broken := range map[string]func(*Tables){
		"way is":   func(t *Tables) { t.Attributes.setWay(5, 1<<20) },
		"value is": func(t *Tables) { t.Attributes.Texts = encode.StringsOf([]string{"up", "8.5", "-3", "asphalt"}) },
		"after":    func(t *Tables) { t.Attributes.setWay(1, 0) },
		"values for": func(t *Tables) {
			t.Attributes.Text.Append(1)
			t.Attributes.Way.Append()
			t.Attributes.Name.Append("x")
			t.Attributes.Kind.Append(0)
		},
		"rows for":  func(t *Tables) { t.Elevation.AppendUnknown() },
		"ascent is": func(t *Tables) { t.Elevation.Ascent.Slice()[3] = 7 },
	} {
		tables := withAttributes(randomTables(63, 80))
		broken(tables)
		g, err := NewGraph(tables)
		if err != nil {
			t.Fatal(text, err)
		}
		found := ""
		for p := range Check(g) {
			found += p.Error() + "\n"
		}
		if !strings.Contains(found, text) {
			t.Errorf("%q is not among the problems found:\n%s", text, found)
		}
		g.Edge(0).Attribute("surface")
	}
}

// TestAttributesUnpack: writing the tables of a file again gives the same bytes.
func TestAttributesUnpack(t *testing.T) {
	file := written(t, withAttributes(randomTables(64, 80)), WriteOptions{})
	g, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, g.Unpack(), WriteOptions{}), file) {
		t.Error("other bytes")
	}
}

// TestAttributesDamaged flips bytes: no read may panic.
func TestAttributesDamaged(t *testing.T) {
	file := written(t, withAttributes(randomTables(65, 40)), WriteOptions{})
	for at := 64; at < len(file); at += 5 {
		damaged := bytes.Clone(file)
		damaged[at] ^= 0x5a
		g, err := Load(damaged, Verify(encode.VerifyNone))
		if err != nil {
			continue
		}
		for id := EdgeID(0); int(id) < g.NumStreetEdges(); id += 9 {
			for i := range g.NumAttributes() {
				g.Edge(id).Attribute(g.AttributeName(i))
			}
			g.Edge(id).Climb()
		}
	}
}
