// Package report collects what a build has to tell: problems in the input data, counted by code, and the stages of the
// work with their time and memory. It prints nothing by itself and imports the standard library alone.
package report

// Severity tells how much harm an issue does.
type Severity uint8

const (
	Info Severity = iota
	Warning
	Error
)

// Issue is one problem in the input data, and what was done about it. It never stops a build.
type Issue struct {
	Code     string // stable, lower case with underscores: "osm_way_missing_nodes"
	Severity Severity
	Message  string // one sentence, with what was expected and found
	Object   string // "way/100", "node/1", "relation/900", "feed:stop/A"; empty where File and Line say it all
	File     string // base name of the input file, or FEED/file.txt for a GTFS table ("newport/stop_times.txt")
	Line     int    // physical line in File, the header being line 1; 0 where there is none
	Lon, Lat float64
	Located  bool   // whether Lon and Lat (degrees) are set
	Action   string // what was done: "row dropped", "kept the known parts"
}
