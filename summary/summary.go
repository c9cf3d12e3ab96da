// Package summary is what there is to say of a whole graph file at a glance, as JSON: graphbuild inspect --json prints it, the
// service answers it at /info. It reads the directory and the stored statistics alone.
package summary

import (
	"fmt"

	"graphbuild/encode"
	"graphbuild/graph"
)

// Summary is a graph file at a glance.
type Summary struct {
	Format      Format            `json:"format"`
	FileBytes   int64             `json:"file_bytes"`
	ContentHash string            `json:"content_hash"`
	Builder     string            `json:"builder"`
	Inputs      []graph.Input     `json:"inputs"`
	Config      map[string]string `json:"config"`
	Bounds      [4]float64        `json:"bounds"` // west, south, east, north in degrees
	graph.Stats
	Issues Issues `json:"issues"`
	// Others are the tables that are not of this schema: those of a service, or of a property graph.
	Others   []Table   `json:"other_tables,omitempty"`
	Sections []Section `json:"sections"`
}

// Format is the version of the file format.
type Format struct {
	Major int `json:"major"`
	Minor int `json:"minor"`
}

// Issues count what was wrong with the inputs.
type Issues struct {
	Total  int            `json:"total"`
	ByCode map[string]int `json:"by_code"`
}

// Table is a table that the schema does not have.
type Table struct {
	Name  string `json:"name"`
	Rows  int    `json:"rows"`
	Bytes int64  `json:"bytes"`
}

// Section is a part of the file.
type Section struct {
	Type     string `json:"type"`
	Name     string `json:"name"` // table and column
	Version  int    `json:"version"`
	Encoding string `json:"encoding"`
	Rows     int    `json:"rows"`
	Bytes    int64  `json:"bytes"`
	RawBytes int64  `json:"raw_bytes"`
	Checksum string `json:"checksum"`
}

// Of returns the summary of a graph.
func Of(g *graph.Graph) Summary {
	m := g.Meta()
	out := Summary{
		FileBytes: g.FileBytes(), ContentHash: g.ContentHash(), Builder: m.Builder, Inputs: m.Inputs, Config: m.Config,
		Bounds: m.Bounds, Stats: m.Stats, Issues: Issues{ByCode: m.IssueCounts},
	}
	out.Format.Major, out.Format.Minor = g.Format()
	if out.Issues.ByCode == nil {
		out.Issues.ByCode = map[string]int{}
	}
	for _, n := range m.IssueCounts {
		out.Issues.Total += n
	}
	for _, x := range g.Sections() {
		out.Sections = append(out.Sections, sectionOf(x))
	}
	out.Others = othersOf(g)
	return out
}

// othersOf lists the tables that opening the file has skipped.
func othersOf(g *graph.Graph) []Table {
	var list []Table
	for _, t := range g.File().Unknown() {
		out := Table{Name: t.Name}
		for _, x := range g.Sections() {
			if x.Table == t.Name {
				out.Rows = max(out.Rows, x.Rows)
				out.Bytes += x.Bytes
			}
		}
		list = append(list, out)
	}
	return list
}

func sectionOf(x encode.Section) Section {
	return Section{
		Type: x.Type, Name: SectionName(x), Version: x.Version, Encoding: x.Encoding, Rows: x.Rows, Bytes: x.Bytes,
		RawBytes: x.RawBytes, Checksum: fmt.Sprintf("%08x", x.CRC),
	}
}

// SectionName returns the table and the column of a section, "container" for what belongs to none.
func SectionName(x encode.Section) string {
	if x.Table == "" {
		return "container"
	}
	return x.Table + "." + x.Column
}
