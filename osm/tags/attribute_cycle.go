package tags

import (
	"slices"
	"strings"
)

// cycleNetworks are the networks of cycle routes, https://wiki.openstreetmap.org/wiki/Cycle_routes: international,
// national, regional, local.
var cycleNetworks = []string{"icn", "ncn", "rcn", "lcn"}

// Cycles is a set of cycle networks, bit i standing for network i of the list international, national, regional, local.
type Cycles uint8

// String lists the networks of the set, "ncn;lcn", the farthest reaching first.
func (c Cycles) String() string {
	var list []string
	for i, n := range cycleNetworks {
		if c>>i&1 != 0 {
			list = append(list, n)
		}
	}
	return strings.Join(list, ";")
}

// ParseCycles reads what String writes.
func ParseCycles(text string) Cycles {
	var c Cycles
	for word := range strings.SplitSeq(text, ";") {
		if i := slices.Index(cycleNetworks, word); i >= 0 {
			c |= 1 << i
		}
	}
	return c
}

func readCycleNetworks(v string) (string, bool) { return ParseCycles(v).String(), true }

// addCycleNetwork reads tags like ncn=yes on the way itself.
func (w *Way) addCycleNetwork(number int, key, value string) {
	if value != "yes" && value != "designated" {
		return
	}
	for i := range w.Attributes {
		if a := &w.Attributes[i]; a.Number == number {
			a.Text = (ParseCycles(a.Text) | ParseCycles(key)).String()
			return
		}
	}
	w.Attributes = append(w.Attributes, Attribute{number, strings.Clone(key)})
}

// cycleRoute reads the network of a relation type=route, route=bicycle. One without a network that is known is local;
// proposed and abandoned ones are not there.
func (s *set) cycleRoute() Cycles {
	if s.get(route) != "bicycle" && s.get(route) != "mtb" {
		return 0
	}
	switch s.get(state) {
	case "proposed", "abandoned", "disused":
		return 0
	}
	if c := ParseCycles(s.get(network)); c != 0 {
		return c
	}
	return ParseCycles("lcn")
}
