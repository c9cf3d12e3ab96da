package gtfs

// Route is a row of routes.txt.
type Route struct {
	ID        string
	Agency    AgencyIndex
	ShortName string
	LongName  string
	Type      uint16 // the number in the feed, basic or extended
	Color     uint32 // 0xRRGGBB
	TextColor uint32
	Line      int
}
