package facts

import "strings"

// modeNames are the names of modes in files, in answers and on the command line.
var modeNames = [NumModes]string{
	Walk: "walk", Bike: "bike", Car: "car", Bus: "bus", HGV: "hgv", Wheelchair: "wheelchair", Emergency: "emergency",
}

// String returns the name of the mode, empty for a number that stands for none.
func (m Mode) String() string {
	if m < NumModes {
		return modeNames[m]
	}
	return ""
}

// ParseMode returns the mode of a name; false where there is none.
func ParseMode(name string) (Mode, bool) {
	for m, n := range modeNames {
		if n == name {
			return Mode(m), true
		}
	}
	return 0, false
}

// classNames are the names of road classes, those of the values of the tag highway where there is one.
var classNames = [NumClasses]string{
	Motorway: "motorway", MotorwayLink: "motorway_link", Trunk: "trunk", TrunkLink: "trunk_link",
	Primary: "primary", PrimaryLink: "primary_link", Secondary: "secondary", SecondaryLink: "secondary_link",
	Tertiary: "tertiary", TertiaryLink: "tertiary_link", Unclassified: "unclassified", Residential: "residential",
	LivingStreet: "living_street", Service: "service", Track: "track", Road: "road", Pedestrian: "pedestrian",
	Footway: "footway", Path: "path", Cycleway: "cycleway", Bridleway: "bridleway", StepsClass: "steps",
	Corridor: "corridor", Platform: "platform", ElevatorClass: "elevator", Busway: "busway", FerryClass: "ferry",
	ShuttleTrain: "shuttle_train", ServiceAisle: "service/parking_aisle", ServiceDriveway: "service/driveway",
	ServiceAlley: "service/alley",
}

// String returns the name of the class, empty for a number that stands for none.
func (c Class) String() string {
	if c < NumClasses {
		return classNames[c]
	}
	return ""
}

// ParseClass returns the class of a name; false where there is none.
func ParseClass(name string) (Class, bool) {
	for c := NoClass + 1; c < NumClasses; c++ {
		if classNames[c] == name {
			return c, true
		}
	}
	return NoClass, false
}

// limitedNames are the names of the reasons why access is limited, those of the values of the tag access.
var limitedNames = [...]string{
	Destination: "destination", Customers: "customers", Delivery: "delivery", Permit: "permit", Private: "private",
	Agricultural: "agricultural", Residents: "residents",
}

// String returns the name of the reason, empty for no limit. A number of a later version reads as the last that is known.
func (l Limited) String() string { return limitedNames[min(int(l), len(limitedNames)-1)] }

// LimitedText lists the modes of a direction whose access is limited, as "walk=private car=destination"; empty where that of none is.
func (e *Edge) LimitedText(d Direction) string {
	var list []string
	for m, l := range e.Limited[d] {
		if l != Unlimited && e.Modes[d].Has(Mode(m)) {
			list = append(list, Mode(m).String()+"="+l.String())
		}
	}
	return strings.Join(list, " ")
}
