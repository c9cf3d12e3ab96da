package gtfs

// Day is a calendar day: the number of days after 1970-01-01.
type Day int32

// Service is a service id with its row of calendar.txt, if any, and its rows of calendar_dates.txt.
type Service struct {
	ID         string
	Weekdays   uint8 // bit 0 Monday ... bit 6 Sunday; 0 where there is no row
	Start, End Day   // both days included
	Added      []Day // ascending, each once
	Removed    []Day // likewise
	Line       int   // in calendar.txt, else of the first row in calendar_dates.txt
}
