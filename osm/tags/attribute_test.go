package tags

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAttributeValues(t *testing.T) {
	for _, r := range []struct{ key, value, want string }{
		{"surface", "Asphalt", "asphalt"},
		{"surface", "asphalt;gravel", "asphalt"},
		{"bridge", "yes", "yes"},
		{"bridge", "no", ""},
		{"tunnel", "building_passage", "building_passage"},
		{"ref", "A 7;E 45", "A 7;E 45"},
		{"name:de", "Straße", "Straße"},
		{"width", "2.5", "2.5"},
		{"width", "2,5 m", "2.5"},
		{"width", "6'7\"", "2.01"},
		{"maxheight", "default", ""},
		{"maxheight", "3.8", "3.8"},
		{"maxweight", "7.5 t", "7.5"},
		{"maxweight", "7000 lbs", "3.18"},
		{"maxweight", "10,000 lbs", "4.54"},
		{"maxweight", "7,5 t", "7.5"},
		{"maxweight", "7,500 kg", "7.5"},
		{"lanes", "2", "2"},
		{"lanes", "1.5", "1.5"},
		{"layer", "-1", "-1"},
		{"level", "0;1", "0;1"},
		{"lit", "24/7", "yes"},
		{"lit", "sunset-sunrise", "sunset-sunrise"},
		{"incline", "10%", "10"},
		{"incline", "-5.55 %", "-5.6"},
		{"incline", "+3", "3"},
		{"incline", "45°", "100"},
		{"incline", "1:20", "5"},
		{"incline", "-1:8", "-12.5"},
		{"incline", "-0%", "0"},
		{"incline", "up", "up"},
		{"incline", "steep", ""},
		{"cycle_network", "yes", ""},
		{"ncn", "yes", "ncn"},
		{"ncn", "no", ""},

		{"width", "wide", "!"},
		{"width", "0", "!"},
		{"width", "1e9", "!"},
		{"lanes", "many", "!"},
		{"lanes", "2;3", "!"},
		{"lanes", "31", "!"},
		{"layer", "1.5", "!"},
		{"level", "ground", "!"},
		{"maxweight", "heavy", "!"},
		{"incline", "1:0", "!"},
		{"incline", "1:", "!"},
		{"incline", "hill", "!"},
		{"incline", "89.9999°", "!"},
		{"incline", "5 m", "!"},
	} {
		p := parseProfile(t, "attributes: [all, name:de]")
		w, ok := p.WayOf(map[string]string{"highway": "residential", r.key: r.value})
		got := ""
		for _, a := range w.Attributes {
			got += a.Text
		}
		if slices.ContainsFunc(w.Problems, func(p Problem) bool { return p.Code == "osm_attribute_unreadable" }) {
			got += "!"
		}
		if !ok || got != r.want {
			t.Errorf("%s=%s: %q, want %q", r.key, r.value, got, r.want)
		}
	}
}

func TestAttributesOfBlock(t *testing.T) {
	p := parseProfile(t, "attributes: [width, cycle_network, surface, name:de]")
	if d := cmp.Diff([]string{"cycle_network", "name:de", "surface", "width"}, p.Attributes); d != "" {
		t.Error(d)
	}
	b := blockOf([]map[string]string{
		{"highway": "path", "surface": "dirt", "lcn": "yes", "ncn": "designated", "name:de": "Weg", "lit": "yes"},
		{"highway": "path"},
		{"building": "yes", "surface": "dirt"},
	})
	reader := NewReader(p)
	reader.Block(b)
	w, ok := reader.Way(0)
	want := []Attribute{{0, "ncn;lcn"}, {1, "Weg"}, {2, "dirt"}}
	if d := cmp.Diff(want, w.Attributes); d != "" || !ok {
		t.Error(ok, d)
	}
	if w, ok := reader.Way(1); !ok || w.Attributes != nil {
		t.Errorf("a way without such tags has %v, %v", w.Attributes, ok)
	}
	if _, ok := reader.Way(2); ok {
		t.Error("an attribute makes a street")
	}
	if f := p.Form(3); f != NumberForm {
		t.Errorf("the form of width is %d", f)
	}
	plain := NewReader(nil)
	plain.Block(b)
	if w, _ := plain.Way(0); w.Attributes != nil {
		t.Errorf("the default profile keeps %v", w.Attributes)
	}
}

func TestCycleRoutes(t *testing.T) {
	p := parseProfile(t, "attributes: [cycle_network]")
	for _, r := range []struct {
		tags string
		want string
	}{
		{"type=route, route=bicycle, network=ncn", "ncn"},
		{"type=route, route=bicycle, network=lcn;rcn", "rcn;lcn"},
		{"type=route, route=bicycle", "lcn"},
		{"type=route, route=bicycle, network=ncn, state=proposed", ""},
		{"type=route, route=bicycle, network=ncn, state=abandoned", ""},
		{"type=route, route=bus, network=ncn", ""},
		{"type=site, route=bicycle, network=ncn", ""},
	} {
		s := set{profile: p}
		s.fill(parseTags(t, r.tags))
		rel, ok := s.relation()
		if rel.Cycles.String() != r.want || ok != (r.want != "") {
			t.Errorf("%s: %q, %v, want %q", r.tags, rel.Cycles, ok, r.want)
		}
	}
	if _, ok := RestrictionOf(parseTags(t, "type=route, route=bicycle, network=ncn")); ok {
		t.Error("the default profile keeps cycle routes")
	}
}

func TestAttributeErrors(t *testing.T) {
	for text, want := range map[string]string{
		"attributes: surface":          "profile my.yaml:1: attributes: expected a list of names, or all",
		"attributes:\n  - surf":        `profile my.yaml:2: attributes: unknown name "surf"`,
		"attributes:\n  - name:de1":    `profile my.yaml:2: attributes: unknown name "name:de1"`,
		"attributes:\n  - [a]":         `profile my.yaml:2: attributes: unknown name ""`,
		"attributes: {surface: white}": "profile my.yaml:1: attributes: expected a list of names, or all",
	} {
		_, err := ParseProfile("my.yaml", []byte(text))
		if err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
