package tags

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"graphbuild/facts"
	"graphbuild/internal/yamldoc"
)

// ParseProfile reads a profile in YAML: see docs/PROFILE.md. What it does not say is as in DefaultProfile, unless it says
// "base: none". name is that of the file, for errors, which are "profile NAME:LINE: ...".
func ParseProfile(name string, text []byte) (*Profile, error) {
	r := &profileReader{name: name, profile: DefaultProfile()}
	top, err := yamldoc.Top(text)
	if err != nil {
		return nil, r.syntaxError(err)
	}
	if top == nil {
		return r.profile, nil
	}
	if err := r.top(top); err != nil {
		return nil, err
	}
	return r.profile, nil
}

// maxProfileKMH bounds the speeds of a profile.
const maxProfileKMH = 200

// profileReader fills a profile from the nodes of a YAML document.
type profileReader struct {
	name    string
	profile *Profile
}

func (r *profileReader) errorAt(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("profile %s:%d: %s", r.name, n.Line, fmt.Sprintf(format, args...))
}

// syntaxError brings an error of the YAML parser, "line 3: ...", into the form of the others.
func (r *profileReader) syntaxError(err error) error {
	text := err.Error()
	var line int
	if n, _ := fmt.Sscanf(text, "line %d", &line); n == 1 {
		text = strings.TrimLeft(strings.TrimPrefix(text, fmt.Sprintf("line %d", line)), ": ")
		return fmt.Errorf("profile %s:%d: %s", r.name, line, text)
	}
	return fmt.Errorf("profile %s: %s", r.name, text)
}

// entry is a key of a mapping and its value.
type entry struct {
	key, value *yaml.Node
}

// entries lists a mapping. Keys must be texts, each once.
func (r *profileReader) entries(n *yaml.Node, what string) ([]entry, error) {
	if n = yamldoc.Target(n); n.Kind != yaml.MappingNode {
		return nil, r.errorAt(n, "%s: expected lines of key: value", what)
	}
	var list []entry
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode || key.Value == "" || key.Value == "<<" {
			return nil, r.errorAt(key, "%s: expected a word before the colon", what)
		}
		if seen[key.Value] {
			return nil, r.errorAt(key, "%s: key %q stands here twice", what, key.Value)
		}
		seen[key.Value] = true
		list = append(list, entry{key, yamldoc.Target(n.Content[i+1])})
	}
	return list, nil
}

// checkedEntries returns the entries of a table, whose keys check, which may be nil, lets through.
func (r *profileReader) checkedEntries(table entry, check func(string) error) ([]entry, error) {
	list, err := r.entries(table.value, table.key.Value)
	if err != nil || check == nil {
		return list, err
	}
	for _, e := range list {
		if err := check(e.key.Value); err != nil {
			return nil, r.errorAt(e.key, "%s: %v", table.key.Value, err)
		}
	}
	return list, nil
}

// isNone reports whether a value removes the entry: "none", or nothing after the colon.
func isNone(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && (n.Tag == "!!null" || n.Value == "none")
}

// profileTables are the keys of a profile and what reads them.
var profileTables = []struct {
	key  string
	read func(*profileReader, entry) error
}{
	{"classes", func(r *profileReader, e entry) error { return r.defaults(e, r.profile.Classes, checkClassKey) }},
	{"services", func(r *profileReader, e entry) error { return r.defaults(e, r.profile.Services, nil) }},
	{"barriers", (*profileReader).barriers},
	{"zones", func(r *profileReader, e entry) error { return r.speeds(e, r.profile.ZoneKMH, nil) }},
	{"surfaces", func(r *profileReader, e entry) error { return r.speeds(e, r.profile.SurfaceKMH, checkSurfaceKey) }},
	{"attributes", (*profileReader).attributes},
}

func (r *profileReader) top(n *yaml.Node) error {
	list, err := r.entries(n, "profile")
	if err != nil {
		return err
	}
	if err := r.base(list); err != nil {
		return err
	}
	for _, e := range list {
		if err := r.table(e); err != nil {
			return err
		}
	}
	return nil
}

// base reads the key base first, wherever it stands: what the profile changes.
func (r *profileReader) base(list []entry) error {
	for _, e := range list {
		switch {
		case e.key.Value != baseKey || e.value.Value == "default":
		case isNone(e.value):
			r.profile = &Profile{
				Classes: map[string]Default{}, Services: map[string]Default{}, Barriers: map[string]facts.Modes{},
				ZoneKMH: map[string]float64{}, SurfaceKMH: map[string]float64{},
			}
		default:
			return r.errorAt(e.value, "base: expected default or none, found %q", e.value.Value)
		}
	}
	return nil
}

const baseKey = "base"

func (r *profileReader) table(e entry) error {
	known := []string{baseKey}
	for _, t := range profileTables {
		if t.key == e.key.Value {
			return t.read(r, e)
		}
		known = append(known, t.key)
	}
	if e.key.Value == baseKey {
		return nil
	}
	return r.errorAt(e.key, "unknown key %q: expected one of %s", e.key.Value, strings.Join(known, ", "))
}

// defaults reads a table of Default. An entry that is there already is changed in what the file says of it; a new one
// needs a speed.
func (r *profileReader) defaults(table entry, to map[string]Default, check func(string) error) error {
	list, err := r.checkedEntries(table, check)
	if err != nil {
		return err
	}
	for _, e := range list {
		if isNone(e.value) {
			delete(to, e.key.Value)
			continue
		}
		d, err := r.oneDefault(e, to[e.key.Value])
		if err != nil {
			return err
		}
		to[e.key.Value] = d
	}
	return nil
}

// checkClassKey lets through values of highway and the few tags beside it that can make a street.
func checkClassKey(k string) error {
	if strings.Contains(k, "=") && !slices.Contains(otherClassTags, k) {
		return fmt.Errorf("no street is made of %q: expected a value of highway or one of %s", k, strings.Join(otherClassTags, ", "))
	}
	return nil
}

var otherClassTags = []string{
	"route=ferry", "route=shuttle_train", "railway=platform", "railway=platform_edge", "public_transport=platform",
	"indoor=corridor", "indoor=area", "man_made=pier", "amenity=parking", "amenity=bicycle_parking",
}

func (r *profileReader) oneDefault(e entry, d Default) (Default, error) {
	name := e.key.Value
	fields, err := r.entries(e.value, name)
	if err != nil {
		return d, err
	}
	for _, f := range fields {
		switch f.key.Value {
		case "class":
			var ok bool
			if d.Class, ok = facts.ParseClass(f.value.Value); !ok {
				return d, r.errorAt(f.value, "%s: class: %q is no class of the graph", name, f.value.Value)
			}
		case "modes":
			d.Modes, err = r.modes(f.value, name)
		case "never":
			d.Never, err = r.modes(f.value, name)
		case "kmh":
			d.KMH, err = r.speed(f.value, name)
		default:
			return d, r.errorAt(f.key, "%s: unknown key %q: expected class, modes, never or kmh", name, f.key.Value)
		}
		if err != nil {
			return d, err
		}
	}
	if d.KMH == 0 {
		return d, r.errorAt(e.key, "%s: no kmh", name)
	}
	if d.Class == facts.NoClass {
		d.Class = facts.Road
	}
	return d, nil
}

// modes reads a list of modes, or one of the words all and none.
func (r *profileReader) modes(n *yaml.Node, what string) (facts.Modes, error) {
	switch {
	case n.Kind == yaml.ScalarNode && n.Value == "none":
		return facts.NoModes, nil
	case n.Kind == yaml.ScalarNode && n.Value == "all":
		return facts.AllModes, nil
	case n.Kind == yaml.ScalarNode:
		return r.mode(n, what)
	case n.Kind != yaml.SequenceNode:
		return 0, r.errorAt(n, "%s: expected a list of modes, all or none", what)
	}
	var set facts.Modes
	for _, x := range n.Content {
		m, err := r.mode(x, what)
		if err != nil {
			return 0, err
		}
		set |= m
	}
	return set, nil
}

func (r *profileReader) mode(n *yaml.Node, what string) (facts.Modes, error) {
	n = yamldoc.Target(n)
	m, ok := facts.ParseMode(n.Value)
	if !ok {
		return 0, r.errorAt(n, "%s: unknown mode %q: expected some of %s", what, n.Value, strings.Join(facts.AllModes.Names(), ", "))
	}
	return facts.ModesOf(m), nil
}

func (r *profileReader) speed(n *yaml.Node, what string) (float64, error) {
	kmh, rest, ok := parseNumber(n.Value)
	if n.Kind != yaml.ScalarNode || !ok || rest != "" || kmh < minKMH || kmh > maxProfileKMH {
		return 0, r.errorAt(n, "%s: expected a speed of %d to %d km/h, found %q", what, minKMH, maxProfileKMH, n.Value)
	}
	return math.Round(kmh*100) / 100, nil // as it is stored
}

func (r *profileReader) barriers(table entry) error {
	list, err := r.entries(table.value, table.key.Value)
	if err != nil {
		return err
	}
	for _, e := range list {
		m, err := r.modes(e.value, e.key.Value)
		if err != nil {
			return err
		}
		if m == facts.AllModes {
			delete(r.profile.Barriers, e.key.Value) // what is not in the table stops nobody
			continue
		}
		r.profile.Barriers[e.key.Value] = m
	}
	return nil
}

func (r *profileReader) speeds(table entry, to map[string]float64, check func(string) error) error {
	list, err := r.checkedEntries(table, check)
	if err != nil {
		return err
	}
	for _, e := range list {
		if e.value.Kind == yaml.ScalarNode && e.value.Tag == "!!null" {
			delete(to, e.key.Value)
			continue
		}
		if to[e.key.Value], err = r.speed(e.value, e.key.Value); err != nil {
			return err
		}
	}
	return nil
}

// checkSurfaceKey lets through values of surface, and of tracktype and smoothness with their key.
func checkSurfaceKey(k string) error {
	if key, _, ok := strings.Cut(k, "="); ok && key != "tracktype" && key != "smoothness" {
		return errors.New("expected a value of surface, tracktype=... or smoothness=..., found " + k)
	}
	return nil
}

// attributes reads the list of attributes, or the word all, which is each that has no language.
func (r *profileReader) attributes(table entry) error {
	n := table.value
	if n.Kind == yaml.ScalarNode && n.Value == "all" {
		r.profile.Attributes = attributeNames()
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		return r.errorAt(n, "attributes: expected a list of names, or all")
	}
	var names []string
	for _, x := range n.Content {
		x = yamldoc.Target(x)
		switch _, ok := ruleOfAttribute(x.Value); {
		case x.Value == "all":
			names = append(names, attributeNames()...)
		case !ok:
			return r.errorAt(x, "attributes: unknown name %q: expected all, name:LANGUAGE or some of %s", x.Value,
				strings.Join(attributeNames(), ", "))
		default:
			names = append(names, x.Value)
		}
	}
	slices.Sort(names)
	r.profile.Attributes = slices.Compact(names)
	if len(names) > maxAttributes {
		return r.errorAt(n, "attributes: %d, at most %d", len(names), maxAttributes)
	}
	return nil
}
