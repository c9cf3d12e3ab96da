package tags

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/facts"
)

func parseProfile(t *testing.T, text string) *Profile {
	t.Helper()
	p, err := ParseProfile("my.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return p
}

func TestProfileReadsBack(t *testing.T) {
	want := DefaultProfile().YAML()
	got := parseProfile(t, string(want))
	if d := cmp.Diff(string(want), string(got.YAML())); d != "" {
		t.Error(d)
	}
	if !got.IsDefault() || got.Hash() != DefaultProfile().Hash() {
		t.Error("the default profile, read back, is another one")
	}
}

func TestProfileChanges(t *testing.T) {
	for _, r := range []struct {
		profile, tags string
		want          string // walk, bike, car
		kmh           float64
	}{
		{"", "highway=track", "++ ++ ++", 15},
		{"classes: {track: {modes: [walk, bike]}}", "highway=track", "++ ++ --", 0},
		{"classes: {track: {kmh: 7.5}}", "highway=track", "++ ++ ++", 7.5},
		{"classes: {track: none}", "highway=track", "-- -- --", 0},
		{"classes: {snowmobile: {modes: all, kmh: 30}}", "highway=snowmobile", "++ ++ ++", 30},
		{"classes: {steps: {never: none}}", "highway=steps, motor_vehicle=yes", "++ -- ++", 5},
		{"base: none\nclasses: {path: {class: path, modes: walk, kmh: 8}}", "highway=primary", "-- -- --", 0},
		{"base: none\nclasses: {path: {class: path, modes: walk, kmh: 8}}", "highway=path", "++ -- --", 0},
		{"classes: {path: {modes: walk}}\nbase: default", "highway=path", "++ -- --", 0},
		{"zones: {urban: 40}", "highway=primary, maxspeed=DE:urban", "++ ++ ++", 40},
		{"surfaces: {sand: 3, tracktype=grade1: 10}", "highway=primary, surface=sand", "++ ++ ++", 3},
		{"surfaces: {sand: ~}", "highway=primary, surface=sand", "++ ++ ++", 65},
		{"classes: {track: {modes: [&on walk], never: [*on]}}", "highway=track", "-- -- --", 0},
		{"services: {driveway: {modes: none}}", "highway=service, service=driveway", "-- -- --", 0},
	} {
		w, _ := parseProfile(t, r.profile).WayOf(parseTags(t, r.tags))
		got := dirs(w, facts.Walk) + " " + dirs(w, facts.Bike) + " " + dirs(w, facts.Car)
		if got != r.want || w.Edge.Speed[0].KMH() != r.kmh {
			t.Errorf("%s\n%s: %s at %v, want %s at %v", r.profile, r.tags, got, w.Edge.Speed[0].KMH(), r.want, r.kmh)
		}
	}
}

func TestProfileBarriers(t *testing.T) {
	p := parseProfile(t, "barriers: {bollard: none, fence: all, moat: [walk]}")
	for barrier, want := range map[string]facts.Modes{"bollard": 0, "moat": facts.ModesOf(facts.Walk)} {
		if n, ok := p.NodeOf(map[string]string{"barrier": barrier}); !ok || n.Pass != want {
			t.Errorf("%s lets %v through, want %v", barrier, n.Pass, want)
		}
	}
	if n, ok := p.NodeOf(map[string]string{"barrier": "fence"}); ok {
		t.Errorf("fence stops all but %v", n.Pass)
	}
}

func TestProfileErrors(t *testing.T) {
	for _, r := range []struct{ text, want string }{
		{"clases: {}", `my.yaml:1: unknown key "clases": expected one of base, classes, services, barriers, zones, surfaces, attributes`},
		{"base: some", `my.yaml:1: base: expected default or none, found "some"`},
		{"- 1", "my.yaml:1: profile: expected lines of key: value"},
		{"classes:\n  track:\n    modes: [walk]\n    mode: 1", `my.yaml:4: track: unknown key "mode": expected class, modes, never or kmh`},
		{"classes:\n  track:\n    modes: [walk, boat]", `my.yaml:3: track: unknown mode "boat": expected some of walk, bike, car, bus, hgv, wheelchair, emergency`},
		{"classes:\n  track: {kmh: fast}", `my.yaml:2: track: expected a speed of 1 to 200 km/h, found "fast"`},
		{"classes:\n  track: {kmh: 0.5}", `my.yaml:2: track: expected a speed of 1 to 200 km/h, found "0.5"`},
		{"classes:\n  track: {kmh: 201}", `my.yaml:2: track: expected a speed of 1 to 200 km/h, found "201"`},
		{"classes:\n  track: {kmh: [1]}", `my.yaml:2: track: expected a speed of 1 to 200 km/h, found ""`},
		{"classes:\n  new: {modes: all}", "my.yaml:2: new: no kmh"},
		{"classes:\n  new: {class: path2}", `my.yaml:2: new: class: "path2" is no class of the graph`},
		{"classes:\n  new: fast", "my.yaml:2: new: expected lines of key: value"},
		{"classes:\n  route=boat: {kmh: 3}", `my.yaml:2: classes: no street is made of "route=boat"`},
		{"classes:\n  track: none\n  track: none", `my.yaml:3: classes: key "track" stands here twice`},
		{"classes:\n  {a: b}: c", "my.yaml:2: classes: expected a word before the colon"},
		{"barriers:\n  gate: open", `my.yaml:2: gate: unknown mode "open"`},
		{"barriers:\n  gate:\n", `my.yaml:2: gate: unknown mode ""`},
		{"barriers:\n  gate: {a: b}\n", "my.yaml:2: gate: expected a list of modes, all or none"},
		{"zones:\n  urban: 30 mph", `my.yaml:2: urban: expected a speed of 1 to 200 km/h, found "30 mph"`},
		{"surfaces:\n  width=3: 3", "my.yaml:2: surfaces: expected a value of surface, tracktype=... or smoothness=..., found width=3"},
		{"zones: [1]", "my.yaml:1: zones: expected lines of key: value"},
		{"a: b\n\tc: d", "my.yaml:2: "},
		{"base: none\n---\nbase: default", "my.yaml: more than one document"},
		{"a: *b", "my.yaml: unknown anchor 'b' referenced"},
	} {
		_, err := ParseProfile("my.yaml", []byte(r.text))
		if err == nil || !strings.HasPrefix(err.Error(), "profile "+r.want) {
			t.Errorf("%q: %v, want profile %s", r.text, err, r.want)
		}
	}
}

// TestProfileDocument: the page shows the default profile as it is. UPDATE_GOLDEN=1 writes it anew.
func TestProfileDocument(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "PROFILE.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- default profile: written by make golden -->\n```yaml\n", "```\n<!-- end of default profile -->"
	before, rest, ok := bytes.Cut(text, []byte(begin))
	shown, after, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		t.Fatalf("%s: the marks around the default profile are gone", path)
	}
	want := DefaultProfile().YAML()
	if bytes.Equal(shown, want) {
		return
	}
	if os.Getenv("UPDATE_GOLDEN") == "" {
		t.Fatalf("%s shows another default profile; run make golden\n%s", path, cmp.Diff(string(shown), string(want)))
	}
	text = bytes.Join([][]byte{before, []byte(begin), want, []byte(end), after}, nil)
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestAttributesDocumented: the page names every attribute.
func TestAttributesDocumented(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "PROFILE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Attributes\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for name := range attributeRules {
		if !strings.Contains(section, "`"+name+"`") {
			t.Errorf("docs/PROFILE.md does not say what %s is, below Attributes", name)
		}
	}
}

func FuzzProfile(f *testing.F) {
	f.Add(DefaultProfile().YAML())
	f.Add([]byte("classes: {track: {modes: [walk], never: none, kmh: 3}}\nattributes: [surface]"))
	f.Add([]byte("a: &a {classes: *a}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := ParseProfile("fuzz", text)
		if err != nil {
			return
		}
		q, err := ParseProfile("again", p.YAML())
		if err != nil {
			t.Fatalf("%v in\n%s", err, p.YAML())
		}
		if p.Hash() != q.Hash() {
			t.Fatalf("reads back as another profile:\n%s\n%s", p.YAML(), q.YAML())
		}
	})
}
