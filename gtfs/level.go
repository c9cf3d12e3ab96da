package gtfs

// Level is a row of levels.txt.
type Level struct {
	ID    string
	Name  string
	Index int32 // hundredths of a level; 0 is the ground
	Line  int
}
