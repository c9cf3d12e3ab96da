package gtfs

// StopTimes is stop_times.txt in columns, sorted by trip, then stop_sequence: 21 bytes a row, 4 more where the feed has
// shape_dist_traveled.
type StopTimes struct {
	// Start has one more row than trips: those of trip t are Start[t] to Start[t+1].
	Start      []uint32
	Stop       []StopIndex
	Sequence   []uint32
	ArrivalS   []int32 // after noon minus 12 h; NoTime
	DepartureS []int32
	Line       []uint32
	Flags      []StopTimeFlags
	ShapeDist  []float32 // in the unit of the feed, NaN where empty; nil where no row has one
}

// NoTime stands for a time that the feed does not give.
const NoTime = -1 << 31

// StopTimeFlags packs the small columns of a stop time: bits 0-1 pickup_type, bits 2-3 drop_off_type, bit 4 timepoint 0.
type StopTimeFlags uint8
