package tags

import (
	"strings"

	"graphbuild/facts"
)

// flow is what a tag says of the directions of a way.
type flow uint8

const (
	unsaid flow = iota
	bothWays
	forwardOnly
	backwardOnly
	noWay // reversible: open in one direction or the other, but never known when
)

// open reports whether the flow lets d through.
func (f flow) open(d facts.Direction) bool {
	switch f {
	case forwardOnly:
		return d == facts.Forward
	case backwardOnly:
		return d == facts.Backward
	case noWay:
		return false
	}
	return true
}

// readOneway reads a value of oneway, https://wiki.openstreetmap.org/wiki/Key:oneway. A way whose direction alternates
// within minutes is open both ways for who waits.
func readOneway(value string) flow {
	switch value {
	case "yes", "true", "1":
		return forwardOnly
	case "-1", "reverse":
		return backwardOnly
	case "no", "false", "0":
		return bothWays
	case "reversible":
		return noWay
	}
	return unsaid
}

// onewayChains lists for each mode the keys that speak of it alone, most specific first; plain oneway comes after.
var onewayChains = [facts.NumModes][]key{
	facts.Walk:       {onewayFoot},
	facts.Wheelchair: {onewayFoot},
	facts.Bike:       {onewayBicycle, onewayVehicle},
	facts.Car:        {onewayMotorcar, onewayCar, onewayMotorVehicle, onewayVehicle},
	facts.Bus:        {onewayBus, onewayPSV, onewayMotorVehicle, onewayVehicle},
	facts.HGV:        {onewayMotorVehicle, onewayVehicle},
	facts.Emergency:  {onewayMotorVehicle, onewayVehicle},
}

// ruleOneway returns the flow for mode m and the key that says it, noKey where nothing does. bindsWalkers says that plain
// oneway is meant for people on foot too.
func (s *set) ruleOneway(m facts.Mode, class facts.Class, bindsWalkers bool) (flow, key) {
	for _, k := range onewayChains[m] {
		if f := readOneway(s.get(k)); f != unsaid {
			return f, k
		}
	}
	if onFoot.Has(m) && !bindsWalkers {
		return bothWays, noKey
	}
	f, k := s.plainOneway(class, onFoot.Has(m))
	if f == bothWays {
		return f, k
	}
	if c := s.contraflow(m); c != noKey {
		return bothWays, c
	}
	return f, k
}

// plainOneway reads oneway itself, then what roundabouts (https://wiki.openstreetmap.org/wiki/Tag:junction=roundabout) and
// motorways imply. Nothing is implied for people on foot.
func (s *set) plainOneway(class facts.Class, walking bool) (flow, key) {
	if f := readOneway(s.get(oneway)); f != unsaid {
		return f, oneway
	}
	if walking {
		return bothWays, noKey
	}
	if isRoundabout(s.get(junction)) {
		return forwardOnly, junction
	}
	if class == facts.Motorway {
		return forwardOnly, highway
	}
	return bothWays, noKey
}

func isRoundabout(junction string) bool { return junction == "roundabout" || junction == "circular" }

// contraflow returns the key that opens a one-way street to m both ways, noKey where there is none.
func (s *set) contraflow(m facts.Mode) key {
	switch m {
	case facts.Bike:
		return s.bikeContraflow()
	case facts.Bus:
		return s.busContraflow()
	}
	return noKey
}

// bikeContraflow knows cycleway=opposite*, on either side, and https://wiki.openstreetmap.org/wiki/Key:cycleway:right:oneway.
func (s *set) bikeContraflow() key {
	for _, k := range [...]key{cycleway, cyclewayLeft, cyclewayRight, cyclewayBoth} {
		if strings.HasPrefix(s.get(k), "opposite") {
			return k
		}
	}
	for _, side := range [...][2]key{{cyclewayLeft, cyclewayLeftOneway}, {cyclewayRight, cyclewayRightOneway}} {
		f := readOneway(s.get(side[1]))
		if hasLane(s.get(side[0])) && (f == backwardOnly || f == bothWays) {
			return side[1]
		}
	}
	return noKey
}

// busContraflow knows https://wiki.openstreetmap.org/wiki/Key:busway.
func (s *set) busContraflow() key {
	for _, k := range [...]key{busway, buswayLeft, buswayRight} {
		if strings.HasPrefix(s.get(k), "opposite") {
			return k
		}
	}
	return noKey
}
