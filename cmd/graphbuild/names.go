package main

import (
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// classNames are the names of road classes, those of the values of the tag highway where there is one.
var classNames = [facts.NumClasses]string{
	facts.Motorway: "motorway", facts.MotorwayLink: "motorway_link",
	facts.Trunk: "trunk", facts.TrunkLink: "trunk_link",
	facts.Primary: "primary", facts.PrimaryLink: "primary_link",
	facts.Secondary: "secondary", facts.SecondaryLink: "secondary_link",
	facts.Tertiary: "tertiary", facts.TertiaryLink: "tertiary_link",
	facts.Unclassified: "unclassified", facts.Residential: "residential", facts.LivingStreet: "living_street",
	facts.Service: "service", facts.Track: "track", facts.Road: "road",
	facts.Pedestrian: "pedestrian", facts.Footway: "footway", facts.Path: "path", facts.Cycleway: "cycleway",
	facts.Bridleway: "bridleway", facts.StepsClass: "steps", facts.Corridor: "corridor", facts.Platform: "platform",
	facts.ElevatorClass: "elevator", facts.Busway: "busway", facts.FerryClass: "ferry", facts.ShuttleTrain: "shuttle_train",
	facts.ServiceAisle: "service/parking_aisle", facts.ServiceDriveway: "service/driveway", facts.ServiceAlley: "service/alley",
}

func className(c facts.Class) string {
	if c < facts.NumClasses {
		return classNames[c]
	}
	return ""
}

// limitedNames are the names of facts.Limited.
var limitedNames = [...]string{
	facts.Unlimited: "", facts.Destination: "destination", facts.Customers: "customers", facts.Delivery: "delivery",
	facts.Permit: "permit", facts.Private: "private", facts.Agricultural: "agricultural", facts.Residents: "residents",
}

// flagNameList are the names of facts.Flags, by bit.
var flagNameList = [...]string{"roundabout", "tunnel", "bridge", "toll", "indoor", "ford", "speed_tagged", "bike_lane", "unpaved"}

func flagNamesOf(f facts.Flags) []string {
	var list []string
	for i, name := range flagNameList {
		if f>>i&1 != 0 {
			list = append(list, name)
		}
	}
	return list
}

// modeNames lists the modes of a set.
func modeNames(s facts.Modes) []string {
	list := []string{}
	for m := range facts.NumModes {
		if s.Has(m) {
			list = append(list, graph.ModeName(m))
		}
	}
	return list
}

func pointOf(p position) geometry.Point { return geometry.Point(p) }
