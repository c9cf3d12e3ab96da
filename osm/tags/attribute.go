package tags

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Attribute is a tag that a profile asks to keep beside the facts of a way.
type Attribute struct {
	Number int    // of the attribute among those of the profile
	Text   string // in the form that its AttributeForm says
}

// AttributeForm says what the values of an attribute are.
type AttributeForm uint8

const (
	// TextForm is a text, one of the values of the key where it has a list of such.
	TextForm AttributeForm = iota
	// NumberForm is a decimal number: metres, tonnes or a count.
	NumberForm
	// AlongForm is a number that is to be negated against the drawing direction, or one of the words up and down.
	AlongForm
)

// attributeRule reads the tag of one attribute.
type attributeRule struct {
	form AttributeForm
	// read returns the value to keep, empty where the tag says nothing; false where it cannot be read.
	read func(value string) (string, bool)
}

// attributeRules are the attributes by name, which is the key of their tag. Adding one is a line here and a row in the
// table of its test.
var attributeRules = map[string]attributeRule{
	"bridge":           {TextForm, readPresent},
	"crossing":         {TextForm, readWord},
	"cycleway":         {TextForm, readWord},
	"cycleway:both":    {TextForm, readWord},
	"cycleway:left":    {TextForm, readWord},
	"cycleway:right":   {TextForm, readWord},
	"hazmat":           {TextForm, readWord},
	"hgv":              {TextForm, readWord},
	"incline":          {AlongForm, readIncline},
	"lanes":            {NumberForm, readLanes},
	"layer":            {NumberForm, readLayer},
	"level":            {TextForm, readLevelAttribute},
	"lit":              {TextForm, readLit},
	"maxaxleload":      {NumberForm, readWeight},
	"maxheight":        {NumberForm, readSize},
	"maxlength":        {NumberForm, readSize},
	"maxweight":        {NumberForm, readWeight},
	"maxwidth":         {NumberForm, readSize},
	"mtb:scale":        {TextForm, readWord},
	"name":             {TextForm, readText},
	"operator":         {TextForm, readText},
	"ref":              {TextForm, readText},
	"sac_scale":        {TextForm, readWord},
	"segregated":       {TextForm, readWord},
	"sidewalk":         {TextForm, readWord},
	"smoothness":       {TextForm, readWord},
	"surface":          {TextForm, readWord},
	"toll":             {TextForm, readPresent},
	"tracktype":        {TextForm, readWord},
	"trail_visibility": {TextForm, readWord},
	"tunnel":           {TextForm, readPresent},
	"wheelchair":       {TextForm, readWord},
	"width":            {NumberForm, readSize},

	cycleNetwork: {TextForm, readCycleNetworks},
}

// cycleNetwork is the attribute that comes from relations, not from a tag of its name.
const cycleNetwork = "cycle_network"

// ruleOfAttribute returns the rule of an attribute; false for a name that is none. Names in any language are attributes:
// "name:de", https://wiki.openstreetmap.org/wiki/Multilingual_names.
func ruleOfAttribute(name string) (attributeRule, bool) {
	if rule, ok := attributeRules[name]; ok {
		return rule, true
	}
	if lang, ok := strings.CutPrefix(name, "name:"); ok && isLanguage(lang) {
		return attributeRule{TextForm, readText}, true
	}
	return attributeRule{}, false
}

func isLanguage(code string) bool {
	for _, c := range code {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '_') {
			return false
		}
	}
	return len(code) >= 2 && len(code) <= 20
}

// attributeNames lists the attributes that have a rule of their own.
func attributeNames() []string { return sortedKeys(attributeRules) }

// Form returns what the values of attribute i of the profile are.
func (p *Profile) Form(i int) AttributeForm {
	rule, _ := ruleOfAttribute(p.Attributes[i])
	return rule.form
}

// CycleNetwork returns the number of the attribute that tells the cycle networks of a way; false where the profile does
// not ask for it.
func (p *Profile) CycleNetwork() (int, bool) { return slices.BinarySearch(p.Attributes, cycleNetwork) }

func (p *Profile) keepsCycles() bool {
	if len(p.Attributes) == 0 {
		return false
	}
	_, ok := p.CycleNetwork()
	return ok
}

// attributeKeys are the keys that a profile asks for, by their text.
type attributeKeys struct {
	number map[string]uint8 // from 1; of cycle_network several
	rules  []attributeRule
	cycle  uint8 // from 1; 0 where it is not asked for
}

// newAttributeKeys returns nil where the profile keeps no attributes.
func newAttributeKeys(p *Profile) *attributeKeys {
	if len(p.Attributes) == 0 {
		return nil
	}
	k := &attributeKeys{number: map[string]uint8{}}
	for i, name := range p.Attributes {
		rule, _ := ruleOfAttribute(name)
		k.rules = append(k.rules, rule)
		if name != cycleNetwork {
			k.number[name] = uint8(i + 1)
			continue
		}
		k.cycle = uint8(i + 1)
		for _, n := range cycleNetworks {
			k.number[n] = k.cycle
		}
	}
	return k
}

// sortAttributes puts the attributes of a way in the order of their numbers. Of a key that stands twice the first counts.
func sortAttributes(w *Way) {
	slices.SortStableFunc(w.Attributes, func(a, b Attribute) int { return cmp.Compare(a.Number, b.Number) })
	w.Attributes = slices.CompactFunc(w.Attributes, func(a, b Attribute) bool { return a.Number == b.Number })
}

// maxAttributes is how many attributes a profile may ask for.
const maxAttributes = 200

// read appends the attribute of a tag to w. A value that cannot be read is a problem.
func (k *attributeKeys) read(w *Way, number uint8, key, value string) {
	if number == k.cycle {
		w.addCycleNetwork(int(number)-1, key, value)
		return
	}
	text, ok := k.rules[number-1].read(strings.TrimSpace(value))
	if !ok {
		w.Problems = append(w.Problems, Problem{
			Code: "osm_attribute_unreadable", Message: fmt.Sprintf("%s=%s cannot be read", key, value),
		})
	}
	if text != "" {
		w.Attributes = append(w.Attributes, Attribute{int(number) - 1, strings.Clone(text)})
	}
}
