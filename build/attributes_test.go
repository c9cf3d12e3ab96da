package build

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/graph"
	"graphbuild/internal/shared"
	"graphbuild/osm/tags"
)

func profileOf(t *testing.T, text string) *tags.Profile {
	t.Helper()
	p, err := tags.ParseProfile("test.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// attributeTexts lists attribute, way of OSM and value.
func attributeTexts(t *graph.Tables) map[string]map[int64]string {
	out := map[string]map[int64]string{}
	a := &t.Attributes
	for i := range a.Name.Len() {
		values := map[int64]string{}
		first, n := a.Way.Bounds(i)
		for k := first; k < first+n; k++ {
			values[t.Ways.ID.At(int(a.Way.Value(k)))] = a.Texts.At(int(a.Text.Value(k)))
		}
		out[a.Name.At(i)] = values
	}
	return out
}

func TestAttributes(t *testing.T) {
	d := &osmDoc{}
	d.node(1, 0, 0).node(2, 100, 0).node(3, 200, 0)
	d.way(10, []int64{1, 2}, "highway=path", "surface=dirt", "width=2 m", "rcn=yes")
	d.way(11, []int64{2, 3}, "highway=path", "surface=sand")
	d.way(12, []int64{1, 3}, "highway=path", "surface=sand", "lit=no")
	d.way(13, []int64{1}, "highway=path", "surface=gravel")
	d.relationOf(20, []string{"type=route", "route=bicycle", "network=ncn"}, " w10", " w12", " w99", " n1")
	d.relationOf(21, []string{"type=route", "route=bicycle", "network=lcn"}, " w12")
	d.relationOf(22, []string{"type=route", "route=hiking", "network=lwn"}, " w11")
	inputs := inputsOf(d.save(t, "paths.osm"))
	tables, issues := tablesFrom(t, Config{Inputs: inputs, Profile: profileOf(t, "attributes: [surface, width, cycle_network]")})
	want := map[string]map[int64]string{
		"cycle_network": {10: "ncn;rcn", 12: "ncn;lcn"},
		"surface":       {10: "dirt", 11: "sand", 12: "sand"},
		"width":         {10: "2"},
	}
	if d := cmp.Diff(want, attributeTexts(tables)); d != "" {
		t.Error(d)
	}
	for _, i := range issuesOf(issues) {
		t.Log(i)
	}
	plain, _ := tablesFrom(t, Config{Inputs: inputs})
	if n := plain.Attributes.Name.Len(); n != 0 {
		t.Errorf("%d attributes nobody asked for", n)
	}
}

// TestAttributesAnyOrder: the same bytes in any order of inputs, with any number of workers, also where files differ in
// nothing but an attribute.
func TestAttributesAnyOrder(t *testing.T) {
	doc := func(surface string) string {
		d := &osmDoc{}
		d.node(1, 0, 0).node(2, 100, 0).way(10, []int64{1, 2}, "highway=path", "surface="+surface)
		return d.save(t, surface+".osm")
	}
	a, b, c := doc("dirt"), doc("sand"), shared.Path(t, "data/osm/monaco-planetiler.osm.pbf")
	p := profileOf(t, "attributes: all")
	want := buildBytes(t, Config{Inputs: inputsOf(a, b, c), Profile: p, Jobs: 1})
	if got := buildBytes(t, Config{Inputs: inputsOf(c, b, a), Profile: p, Jobs: 4}); !bytes.Equal(got, want) {
		t.Error("another order gives other bytes")
	}
}
