package tags

import (
	"testing"

	"graphbuild/facts"
)

func setOf(tags map[string]string) *set {
	s := &set{profile: defaultProfile}
	s.fill(tags)
	return s
}

func TestWall(t *testing.T) {
	for name, test := range map[string]struct {
		tags map[string]string
		ok   bool
		pass facts.Modes
	}{
		"wall":             {map[string]string{"barrier": "wall"}, true, 0},
		"guard rail":       {map[string]string{"barrier": "guard_rail"}, true, facts.ModesOf(facts.Walk)},
		"fence to climb":   {map[string]string{"barrier": "fence", "foot": "yes"}, true, facts.ModesOf(facts.Walk)},
		"kerb":             {map[string]string{"barrier": "kerb"}, false, 0},
		"gate":             {map[string]string{"barrier": "gate"}, false, 0},
		"wall of a bridge": {map[string]string{"barrier": "wall", "bridge": "yes"}, false, 0},
		"wall high up":     {map[string]string{"barrier": "wall", "layer": "1"}, false, 0},
		"building":         {map[string]string{"building": "yes"}, false, 0},
	} {
		w, ok := setOf(test.tags).wall()
		if ok != test.ok || w.Pass != test.pass {
			t.Errorf("%s: wall %v, passed by %b, want %v, %b", name, ok, w.Pass, test.ok, test.pass)
		}
	}
}

func TestOpens(t *testing.T) {
	for name, test := range map[string]struct {
		tags map[string]string
		want bool
	}{
		"gate":           {map[string]string{"barrier": "gate"}, true},
		"entrance":       {map[string]string{"entrance": "yes"}, true},
		"door":           {map[string]string{"door": "hinged"}, true},
		"crossing":       {map[string]string{"highway": "crossing"}, true},
		"access":         {map[string]string{"foot": "yes"}, true},
		"wall again":     {map[string]string{"barrier": "wall"}, false},
		"nothing":        {map[string]string{}, false},
		"something else": {map[string]string{"name": "x"}, false},
	} {
		if got := setOf(test.tags).opens(); got != test.want {
			t.Errorf("%s: opens %v", name, got)
		}
	}
}

func TestMultipolygon(t *testing.T) {
	for name, test := range map[string]struct {
		tags map[string]string
		want facts.Class // NoClass: no area
	}{
		"square":         {map[string]string{"highway": "pedestrian"}, facts.Pedestrian},
		"platform":       {map[string]string{"railway": "platform"}, facts.Platform},
		"indoor":         {map[string]string{"indoor": "area"}, facts.Corridor},
		"not an area":    {map[string]string{"highway": "pedestrian", "area": "no"}, facts.NoClass},
		"closed":         {map[string]string{"highway": "pedestrian", "access": "no"}, facts.NoClass},
		"motorway":       {map[string]string{"highway": "motorway"}, facts.NoClass},
		"ferry":          {map[string]string{"route": "ferry"}, facts.NoClass},
		"forest":         {map[string]string{"landuse": "forest"}, facts.NoClass},
		"racing circuit": {map[string]string{"highway": "raceway"}, facts.NoClass},
	} {
		test.tags["type"] = "multipolygon"
		rel, ok := RestrictionOf(test.tags)
		if ok != (test.want != facts.NoClass) {
			t.Errorf("%s: area %v", name, ok)
		} else if ok && (rel.Area.Edge.Class != test.want || rel.Area.Edge.Type != facts.Area || !rel.Area.Area) {
			t.Errorf("%s: %+v", name, rel.Area.Edge)
		}
	}
}

// TestParkingAreas: parking lots are areas where a profile has them, and nothing else does.
func TestParkingAreas(t *testing.T) {
	p, err := ParseProfile("p.yaml", []byte("classes:\n  amenity=parking: {class: pedestrian, modes: [walk, bike], kmh: 5}\n"))
	if err != nil {
		t.Fatal(err)
	}
	lot := map[string]string{"amenity": "parking"}
	if _, ok := WayOf(lot); ok {
		t.Error("a parking lot is a street without being asked for")
	}
	if w, ok := p.WayOf(lot); !ok || !w.Area || w.Edge.Class != facts.Pedestrian || w.Edge.Modes[facts.Forward].Has(facts.Car) {
		t.Errorf("parking lot: %+v, %v", w, ok)
	}
	if w, ok := p.WayOf(map[string]string{"amenity": "parking", "highway": "service"}); !ok || w.Area || w.Edge.Class != facts.Service {
		t.Errorf("street of a parking lot: %+v, %v", w, ok)
	}
	if _, ok := p.WayOf(map[string]string{"amenity": "school"}); ok {
		t.Error("a school is a street")
	}
}
