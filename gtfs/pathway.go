package gtfs

// PathwayMode is pathway_mode.
type PathwayMode uint8

// Modes of pathways.
const (
	Walkway PathwayMode = 1 + iota
	Stairs
	MovingWalkway
	Escalator
	Elevator
	FareGate
	ExitGate
)

// Pathway is a row of pathways.txt.
type Pathway struct {
	ID            string
	From, To      StopIndex
	Mode          PathwayMode
	Bidirectional bool
	LengthM       float64 // negative: none given
	TraversalS    int32   // negative: none given
	Stairs        int32   // 0: none given; negative is down
	Line          int
}
