package gtfs

import lib "github.com/jamespfennell/gtfs"

// NoDirection is the direction of a trip that gives none.
const NoDirection = 2

// Trip is a row of trips.txt.
type Trip struct {
	ID         string
	Route      RouteIndex
	Service    ServiceIndex
	Shape      ShapeIndex
	Headsign   string
	ShortName  string
	Block      string
	Direction  uint8 // 0, 1 or NoDirection
	Wheelchair lib.WheelchairBoarding
	Bikes      lib.BikesAllowed
	// FrequencyOnly marks a trip that frequencies.txt names: it does not run by itself.
	FrequencyOnly bool
	Line          int
}
