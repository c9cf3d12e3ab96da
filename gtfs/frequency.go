package gtfs

import lib "github.com/jamespfennell/gtfs"

// Frequency is a row of frequencies.txt: StartS < EndS, HeadwayS >= 1.
type Frequency struct {
	Trip         TripIndex
	StartS, EndS int32
	HeadwayS     uint32
	Exact        lib.ExactTimes
	Line         int
}
