package graph

import (
	"io"

	"graphbuild/encode"
)

// WriteOptions are the options of Write. The zero value works.
type WriteOptions struct {
	Lean bool // leave out the ids of OSM nodes, ways and relations
}

// WriteInfo is what Write wrote.
type WriteInfo struct {
	Bytes    int64
	Sections []encode.Section
	Meta     Meta // with the statistics
}

// Write writes the graph of the tables. Equal tables give equal bytes.
func Write(w io.Writer, t *Tables, o WriteOptions) (WriteInfo, error) { panic("todo") }

// Option is an option of Open and Load.
type Option func(*encode.Options)

// Verify says when checksums are compared: encode.VerifyNone, VerifyTouch or VerifyAll.
func Verify(v encode.Verify) Option { return func(o *encode.Options) { o.Verify = v } }

// Open maps a graph file. It reads the directory alone: a millisecond whatever the size.
func Open(path string, o ...Option) (*Graph, error) { panic("todo") }

// Load is Open for a file in memory, which the graph keeps and which must not change.
func Load(data []byte, o ...Option) (*Graph, error) { panic("todo") }

// Meta returns what the file says of itself.
func (g *Graph) Meta() Meta { return g.tables.Meta }

// Issue is a problem that the builder met in the input.
type Issue struct {
	Code, Message, Object, File, Action string
	Severity                            uint8
	Line                                uint32
	Lon, Lat                            int32 // both NoCoordinate: none
}

// NoCoordinate is a missing longitude and latitude.
const NoCoordinate = -1 << 31

// NumIssues returns the number of issues that the file holds; Meta has the exact counts.
func (g *Graph) NumIssues() int { g.live(); return g.tables.Issues.Code.Len() }

// Issue returns an issue; the zero one when i is out of range.
func (g *Graph) Issue(i int) Issue {
	if i < 0 || i >= g.NumIssues() {
		return Issue{}
	}
	t := &g.tables.Issues
	return Issue{
		Code: t.Code.At(i), Message: t.Message.At(i), Object: t.Object.At(i), File: t.File.At(i), Action: t.Action.At(i),
		Severity: t.Severity.At(i), Line: t.Line.At(i), Lon: t.Lon.At(i), Lat: t.Lat.At(i),
	}
}
