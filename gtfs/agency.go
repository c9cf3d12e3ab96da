package gtfs

// Agency is a row of agency.txt.
type Agency struct {
	ID       string // empty where a feed with one agency leaves it out
	Name     string
	URL      string
	Timezone string // a known zone of the IANA database
	Line     int
}
