// Package streets has what the services that answer in the forms of others, of OSRM, Mapbox and Valhalla, share about searches on
// streets: the names of profiles and of what is to be avoided, and what to do where an end lies on an island of the network.
package streets

import (
	"graphbuild/facts"
	"graphbuild/route"
)

// Options are what the graphs do not tell.
type Options struct {
	LeftHand bool // one drives on the left
}

// ModeOf returns the mode of a profile: the names that OSRM, Mapbox and Valhalla use.
func ModeOf(profile string) (facts.Mode, bool) {
	switch profile {
	case "car", "driving", "driving-traffic", "auto":
		return facts.Car, true
	case "bike", "bicycle", "cycling":
		return facts.Bike, true
	case "foot", "walking", "pedestrian":
		return facts.Walk, true
	}
	return 0, false
}

// Excluded returns what the names of classes that are to be avoided stand for; false where one stands for nothing.
func Excluded(names []string) (route.Avoid, bool) {
	var set route.Avoid
	for _, name := range names {
		switch name {
		case "motorway":
			set |= route.Motorways
		case "ferry":
			set |= route.Ferries
		case "toll":
			set |= route.Tolls
		case "none":
		default:
			return 0, false
		}
	}
	return set, true
}
