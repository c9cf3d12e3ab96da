package export

import (
	"strconv"
	"strings"

	"graphbuild/facts"
)

// osmModes are the keys of access by mode.
var osmModes = [facts.NumModes]string{
	facts.Walk: "foot", facts.Bike: "bicycle", facts.Car: "motorcar", facts.Bus: "bus", facts.HGV: "hgv",
	facts.Wheelchair: "wheelchair", facts.Emergency: "emergency",
}

// osmLimits are the values of access that is limited.
var osmLimits = [...]string{
	facts.Unlimited: "yes", facts.Destination: "destination", facts.Customers: "customers", facts.Delivery: "delivery",
	facts.Permit: "permit", facts.Private: "private", facts.Agricultural: "agricultural", facts.Residents: "residents",
}

// osmFlags are the tags of flags.
var osmFlags = []struct {
	flag       facts.Flags
	key, value string
}{
	{facts.Roundabout, "junction", "roundabout"}, {facts.Tunnel, "tunnel", "yes"}, {facts.Bridge, "bridge", "yes"}, {facts.Toll, "toll", "yes"},
	{facts.Indoor, "indoor", "yes"}, {facts.Ford, "ford", "yes"}, {facts.BikeLane, "cycleway", "lane"}, {facts.Unpaved, "surface", "unpaved"},
}

// tagText is a list of tags as XML. The values are plain.
type tagText struct{ strings.Builder }

func (t *tagText) add(key, value string) { t.WriteString(`<tag k="` + key + `" v="` + value + `"/>`) }

// osmTags returns the tags that give the facts of an edge along its way.
func osmTags(f *facts.Edge) string {
	var t tagText
	t.class(f)
	oneway := onewayOf(f)
	t.add("oneway", [...]string{facts.Forward: "yes", facts.Backward: "-1", 2: "no"}[oneway])
	for m := range facts.NumModes {
		t.access(f, m, oneway)
	}
	for _, x := range osmFlags {
		if f.Flags&x.flag != 0 {
			t.add(x.key, x.value)
		}
	}
	if f.Class == facts.Track && f.Flags&facts.Unpaved == 0 { // a track is taken as unpaved where no tag says otherwise
		t.add("surface", "paved")
	}
	if f.Flags&facts.SpeedTagged != 0 {
		t.speed(f)
	}
	return t.String()
}

// class adds the tag of the class.
func (t *tagText) class(f *facts.Edge) {
	name := f.Class.String()
	main, service, isService := strings.Cut(name, "/")
	switch {
	case f.Class == facts.FerryClass:
		t.add("route", "ferry")
	case f.Class == facts.ShuttleTrain:
		t.add("route", "shuttle_train")
	default:
		t.add("highway", main)
	}
	if isService {
		t.add("service", service)
	}
	if f.Type == facts.Escalator {
		t.add("conveying", "yes")
	}
}

// onewayOf returns the only direction of cars, 2 where they have both or none.
func onewayOf(f *facts.Edge) facts.Direction {
	along, against := f.Modes[facts.Forward].Has(facts.Car), f.Modes[facts.Backward].Has(facts.Car)
	switch {
	case along && !against:
		return facts.Forward
	case against && !along:
		return facts.Backward
	}
	return 2
}

// access adds what a mode may do: one tag where that follows from oneway, else one a direction, too.
func (t *tagText) access(f *facts.Edge, m facts.Mode, oneway facts.Direction) {
	values := [2]string{accessOf(f, m, facts.Forward), accessOf(f, m, facts.Backward)}
	switch {
	case values[0] == values[1] && (oneway == 2 || values[0] == "no"):
		t.add(osmModes[m], values[0])
	case oneway < 2 && values[1-oneway] == "no" && m != facts.Walk && m != facts.Wheelchair:
		t.add(osmModes[m], values[oneway])
	default:
		t.add(osmModes[m]+":forward", values[0])
		t.add(osmModes[m]+":backward", values[1])
	}
}

func accessOf(f *facts.Edge, m facts.Mode, d facts.Direction) string {
	if !f.Modes[d].Has(m) {
		return "no"
	}
	if m <= facts.Car {
		return osmLimits[min(int(f.Limited[d][m]), len(osmLimits)-1)]
	}
	return "yes"
}

// speed adds the limits of cars.
func (t *tagText) speed(f *facts.Edge) {
	along, against := f.Speed[facts.Forward], f.Speed[facts.Backward]
	switch {
	case along == against || against == 0:
		t.add("maxspeed", kmh(along))
	case along == 0:
		t.add("maxspeed", kmh(against))
	default:
		t.add("maxspeed:forward", kmh(along))
		t.add("maxspeed:backward", kmh(against))
	}
}

func kmh(s facts.Speed) string { return strconv.FormatFloat(s.KMH(), 'f', -1, 64) }
