package main

import (
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

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
