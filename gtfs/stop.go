package gtfs

import (
	lib "github.com/jamespfennell/gtfs"

	"graphbuild/geometry"
)

// Stop is a row of stops.txt.
type Stop struct {
	ID         string
	Code       string
	Name       string
	Platform   string
	Timezone   string // empty, or a known zone
	Point      geometry.Point
	Type       lib.StopType // Stop, Station, EntranceOrExit, GenericNode or BoardingArea: 0 to 4, never Platform
	Parent     StopIndex    // of the type that the format asks for, so that there are no loops
	Level      LevelIndex
	Wheelchair lib.WheelchairBoarding // from the parent where the row has none
	Line       int
}
