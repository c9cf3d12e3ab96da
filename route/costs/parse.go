package costs

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"graphbuild/facts"
)

// file is a profile as it is written.
type file struct {
	Base  text       `yaml:"base"`
	Rules []ruleText `yaml:"rules"`
}

// ruleText is a rule as it is written: conditions, then what it does.
type ruleText struct {
	Mode       texts  `yaml:"mode"`
	Class      texts  `yaml:"class"`
	Type       texts  `yaml:"type"`
	Limited    flag   `yaml:"limited"`
	Unpaved    flag   `yaml:"unpaved"`
	Toll       flag   `yaml:"toll"`
	Tunnel     flag   `yaml:"tunnel"`
	Bridge     flag   `yaml:"bridge"`
	BikeLane   flag   `yaml:"bike_lane"`
	Ford       flag   `yaml:"ford"`
	Indoor     flag   `yaml:"indoor"`
	Roundabout flag   `yaml:"roundabout"`
	LimitOver  number `yaml:"limit_over"`
	LimitUnder number `yaml:"limit_under"`

	Speed    number `yaml:"speed"`
	MaxSpeed number `yaml:"max_speed"`
	Factor   number `yaml:"factor"`
	Closed   flag   `yaml:"closed"`
}

// text is a word and the line that it stands on.
type text struct {
	value string
	line  int
}

// UnmarshalYAML reads a single word.
func (x *text) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode {
		return fmt.Errorf("line %d: expected one word", n.Line)
	}
	*x = text{n.Value, n.Line}
	return nil
}

// texts is a word or a list of words.
type texts []text

// UnmarshalYAML reads a word or a list of words.
func (x *texts) UnmarshalYAML(n *yaml.Node) error {
	list := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	for _, n := range list {
		var one text
		if err := one.UnmarshalYAML(n); err != nil {
			return err
		}
		*x = append(*x, one)
	}
	if len(*x) == 0 {
		return fmt.Errorf("line %d: expected a word or a list of words", n.Line)
	}
	return nil
}

// flag is true or false, and the line; line 0 is missing.
type flag struct {
	value bool
	line  int
}

// UnmarshalYAML reads true or false.
func (x *flag) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode || n.Value != "true" && n.Value != "false" {
		return fmt.Errorf("line %d: expected true or false, found %q", n.Line, n.Value)
	}
	*x = flag{n.Value == "true", n.Line}
	return nil
}

// number is a number and the line; line 0 is missing.
type number struct {
	value float64
	line  int
}

// What a number of a profile may be: a speed in km/h, or a factor.
const (
	minNumber = 0.01
	maxNumber = 1000
)

// UnmarshalYAML reads a number.
func (x *number) UnmarshalYAML(n *yaml.Node) error {
	v, err := strconv.ParseFloat(n.Value, 64)
	if n.Kind != yaml.ScalarNode || err != nil || !(v >= minNumber && v <= maxNumber) {
		return fmt.Errorf("line %d: expected a number from %g to %d, found %q", n.Line, minNumber, maxNumber, n.Value)
	}
	*x = number{v, n.Line}
	return nil
}

// Parse reads a profile. name is that of the file, for errors: "costs NAME:LINE: ...".
func Parse(name string, data []byte) (*Profile, error) {
	rules, err := checkForm(data)
	if err != nil {
		return nil, placed(name, err)
	}
	var f file
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil {
		return nil, placed(name, err)
	}
	p := &Profile{}
	switch f.Base.value {
	case "", "time":
	case "distance":
		p.distance = true
	default:
		return nil, placed(name, fmt.Errorf("line %d: base: expected time or distance, found %q", f.Base.line, f.Base.value))
	}
	for i := range f.Rules {
		r, err := f.Rules[i].rule()
		if err != nil {
			return nil, placed(name, err)
		}
		if !f.Rules[i].hasEffect() {
			return nil, placed(name, fmt.Errorf("line %d: the rule has no effect: expected speed, max_speed, factor or closed", rules[i].Line))
		}
		p.rules = append(p.rules, r)
	}
	return p, nil
}

var (
	lineAndText  = regexp.MustCompile(`line (\d+): (.*)`)
	unknownField = regexp.MustCompile(`field (\S+) not found in type .*`)
)

// placed brings an error of the parser, "yaml: ...: line 3: ...", into the form of ours. Of several it is the first.
func placed(name string, err error) error {
	m := lineAndText.FindStringSubmatch(err.Error())
	if m == nil {
		return fmt.Errorf("costs %s: %s", name, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	return fmt.Errorf("costs %s:%s: %s", name, m[1], unknownField.ReplaceAllString(m[2], "unknown key $1"))
}

// hasEffect reports whether a rule does anything.
func (t *ruleText) hasEffect() bool {
	return t.Speed.line > 0 || t.MaxSpeed.line > 0 || t.Factor.line > 0 || t.Closed.line > 0
}

// rule checks a rule and puts it together.
func (t *ruleText) rule() (rule, error) {
	r := rule{modes: facts.AllModes, classes: everything, types: everything}
	for _, add := range []func(*rule) error{t.modes, t.classes, t.types} {
		if err := add(&r); err != nil {
			return r, err
		}
	}
	t.flags(&r)
	t.limits(&r)
	r.apply = func(x *street) {
		switch {
		case t.Speed.line > 0:
			x.kmh = t.Speed.value
		case t.MaxSpeed.line > 0:
			x.kmh = min(x.kmh, t.MaxSpeed.value)
		}
		if t.Factor.line > 0 {
			x.factor *= t.Factor.value
		}
		if t.Closed.line > 0 {
			x.closed = t.Closed.value
		}
	}
	return r, nil
}

// modes adds the condition that the mode is one of some.
func (t *ruleText) modes(r *rule) error {
	var modes facts.Modes
	for _, x := range t.Mode {
		m, ok := facts.ParseMode(x.value)
		if !ok || !facts.RoutedModes.Has(m) {
			return fmt.Errorf("line %d: mode: expected walk, bike or car, found %q", x.line, x.value)
		}
		modes = modes.With(m)
	}
	if modes != 0 {
		r.modes = modes
	}
	return nil
}

// classes adds the condition that the class is one of some.
func (t *ruleText) classes(r *rule) error {
	var classes set
	for _, x := range t.Class {
		c, ok := facts.ParseClass(x.value)
		if !ok {
			return fmt.Errorf("line %d: class: there is none called %q; they are those of graphbuild profile", x.line, x.value)
		}
		classes |= setOf(uint8(c))
	}
	if classes != 0 {
		r.classes = classes
	}
	return nil
}

// typeNames are the types of edges that a rule may name.
var typeNames = map[string]facts.EdgeType{
	"street": facts.Street, "steps": facts.Steps, "ferry": facts.Ferry, "elevator": facts.Elevator, "area": facts.Area,
	"escalator": facts.Escalator, "car_train": facts.CarTrain,
}

// types adds the condition that the type is one of some.
func (t *ruleText) types(r *rule) error {
	var types set
	for _, x := range t.Type {
		e, ok := typeNames[x.value]
		if !ok {
			return fmt.Errorf("line %d: type: expected street, steps, ferry, elevator, area, escalator or car_train, found %q", x.line, x.value)
		}
		types |= setOf(uint8(e))
	}
	if types != 0 {
		r.types = types
	}
	return nil
}

// flags adds the conditions of what an edge is or is not.
func (t *ruleText) flags(r *rule) {
	for _, c := range []struct {
		flag
		bit facts.Flags
	}{
		{t.Unpaved, facts.Unpaved}, {t.Toll, facts.Toll}, {t.Tunnel, facts.Tunnel}, {t.Bridge, facts.Bridge},
		{t.BikeLane, facts.BikeLane}, {t.Ford, facts.Ford}, {t.Indoor, facts.Indoor}, {t.Roundabout, facts.Roundabout},
	} {
		if c.line > 0 {
			r.conditions = append(r.conditions, func(x *street) bool { return (x.facts.Flags&c.bit != 0) == c.value })
		}
	}
	if t.Limited.line > 0 {
		r.conditions = append(r.conditions, func(x *street) bool {
			return (x.facts.Limited[x.direction][x.mode] != facts.Unlimited) == t.Limited.value
		})
	}
}

// limits adds the conditions on the speed limit for cars.
func (t *ruleText) limits(r *rule) {
	if t.LimitOver.line > 0 {
		r.conditions = append(r.conditions, func(x *street) bool { return x.facts.Speed[x.direction].KMH() > t.LimitOver.value })
	}
	if t.LimitUnder.line > 0 {
		r.conditions = append(r.conditions, func(x *street) bool { return x.facts.Speed[x.direction].KMH() < t.LimitUnder.value })
	}
}
