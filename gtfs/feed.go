// Package gtfs reads GTFS Schedule feeds: a zip or a folder of CSV tables. It is one file per table, named after it.
//
// Feeds in the wild break the rules of the format, and a feed is not refused for its form: what is wrong in a row is
// repaired by a stated rule or the row is dropped, and either way it is an issue in the report that names file, physical
// line, column, value and what was done. Errors are kept for feeds of which nothing can be used: no tables, a required
// table or column missing, a damaged zip.
//
// Rows that have an id are numbered densely in file order within their feed (StopIndex and so on); a reference to a row is
// that number. stop_times.txt and shapes.txt, which may have a hundred million rows, are never held as text but streamed
// into columns.
package gtfs

import (
	_ "time/tzdata" // so that time zones are known on machines without zone files

	"graphbuild/report"
)

// Numbers of rows within one feed, in file order.
type (
	AgencyIndex  uint32
	StopIndex    uint32
	LevelIndex   uint32
	RouteIndex   uint32
	TripIndex    uint32
	ServiceIndex uint32
	ShapeIndex   uint32
)

// Missing references.
const (
	NoAgency  AgencyIndex  = 1<<32 - 1
	NoStop    StopIndex    = 1<<32 - 1
	NoLevel   LevelIndex   = 1<<32 - 1
	NoRoute   RouteIndex   = 1<<32 - 1
	NoTrip    TripIndex    = 1<<32 - 1
	NoService ServiceIndex = 1<<32 - 1
	NoShape   ShapeIndex   = 1<<32 - 1
)

// Options say how a feed is read. The zero value works.
type Options struct {
	// Report takes the issues; nil drops them.
	Report *report.Report
	// MaxBytes bounds the inflated bytes read from one feed, whatever the zip says of itself; 0 is 16 GiB.
	MaxBytes int64
}

// Feed holds the tables of one feed. It does not change after Open and may be read by many goroutines.
type Feed struct {
	Label string // names the feed in ids and issues; the caller keeps labels apart
	Name  string // base name of the zip or folder

	Info        Info
	Agencies    []Agency
	Levels      []Level
	Stops       []Stop
	Routes      []Route
	Services    []Service
	Shapes      Shapes
	Trips       []Trip
	StopTimes   StopTimes
	Frequencies []Frequency
	Transfers   []Transfer
	Pathways    []Pathway
	Areas       []Area
	FlexCalls   []FlexCall // in the order of trips, then of sequence
	Raw         []RawTable // by name; files without rows are left out

	// Files says what became of the rows of each table that was read, in the order of reading.
	Files []FileStats
}

// FileStats counts the rows of one table: Rows is without header and blank lines, and Rows-Dropped rows are in the feed.
type FileStats struct {
	Name    string
	Rows    int
	Dropped int
}

// Object names a row in an issue: "label:trip/T1".
func (f *Feed) Object(kind, id string) string { return f.Label + ":" + kind + "/" + id }
