// Package build makes a graph file from OpenStreetMap files and GTFS feeds. Run is the whole of it and reads as the table
// of contents: each stage is one file, named after it, and says what it reads, what it leaves behind and the memory that it
// takes.
package build
