// Package htmlview writes what a graph holds as one page for a browser, which needs no network: a map of the streets with
// stops, turn restrictions and issues, the sizes of sections, histograms, the calendar, and tables of issues.
//
// The page has all in it: the points of streets take some 5 bytes each, packed. Of a graph that is too large for a page, the
// streets of higher classes are shown, and of other objects so many; counts are exact all the same, and the page says what
// it leaves out.
package htmlview

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"graphbuild/graph"
)

// Options bound what the page holds. The zero value has defaults.
type Options struct {
	Title     string // the name of the file
	MaxPoints int    // of streets on the map; 0: three million
	MaxRows   int    // of stops, of turn restrictions, of barriers, of issues; 0: 20000 each
	// Notice is the attribution that the data needs, shown below the map.
	Notice string
}

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// Write writes the page of a graph. Equal graphs give equal pages.
func Write(w io.Writer, g *graph.Graph, o Options) error {
	if o.MaxPoints <= 0 {
		o.MaxPoints = 3_000_000
	}
	if o.MaxRows <= 0 {
		o.MaxRows = 20_000
	}
	data, err := dataOf(g, o)
	if err != nil {
		return err
	}
	page := strings.NewReplacer("/*CSS*/", pageCSS, "/*JS*/", pageJS, "/*DATA*/", string(data))
	if _, err := page.WriteString(w, pageHTML); err != nil {
		return err
	}
	return nil
}

// data is what the page shows, as JSON.
type data struct {
	Title       string         `json:"title"`
	Notice      string         `json:"notice"`
	FileBytes   int64          `json:"file_bytes"`
	ContentHash string         `json:"content_hash"`
	Meta        meta           `json:"meta"`
	Sections    []section      `json:"sections"`
	Streets     streets        `json:"streets"`
	Stops       rows[stop]     `json:"stops"`
	Turns       rows[turn]     `json:"turns"`
	Barriers    rows[barrier]  `json:"barriers"`
	Issues      rows[issue]    `json:"issues"`
	IssueCounts map[string]int `json:"issue_counts"`
}

type meta struct {
	Builder string            `json:"builder"`
	Inputs  []graph.Input     `json:"inputs"`
	Config  map[string]string `json:"config"`
	Bounds  [4]float64        `json:"bounds"`
	Stats   graph.Stats       `json:"stats"`
}

type section struct {
	Table  string `json:"table"`
	Column string `json:"column"`
	Bytes  int64  `json:"bytes"`
}

// rows are objects on the map: those that are shown, and how many there are.
type rows[T any] struct {
	Total int `json:"total"`
	Shown []T `json:"shown"`
}

// add adds an object unless there are too many.
func (r *rows[T]) add(x T, most int) {
	if r.Total++; len(r.Shown) < most {
		r.Shown = append(r.Shown, x)
	}
}

// dataOf returns the JSON of a graph. The encoder writes < as an escape, so that nothing in the data ends the script that
// holds it.
func dataOf(g *graph.Graph, o Options) ([]byte, error) {
	m := g.Meta()
	d := data{
		Title: o.Title, Notice: o.Notice, FileBytes: g.FileBytes(), ContentHash: g.ContentHash(), IssueCounts: m.IssueCounts,
		Meta: meta{m.Builder, m.Inputs, m.Config, m.Bounds, m.Stats},
	}
	for _, s := range g.Sections() {
		table := s.Table
		if table == "" {
			table = "container"
		}
		d.Sections = append(d.Sections, section{table, s.Column, s.Bytes})
	}
	var err error
	if d.Streets, err = streetsOf(g, o.MaxPoints); err != nil {
		return nil, err
	}
	d.Stops, d.Turns, d.Barriers, d.Issues = stopsOf(g, o.MaxRows), turnsOf(g, o.MaxRows), barriersOf(g, o.MaxRows), issuesOf(g, o.MaxRows)
	return json.Marshal(d)
}

// packed returns bytes as text: gzip, then base64.
func packed(b []byte) (string, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		return "", err
	}
	if _, err := z.Write(b); err != nil {
		return "", fmt.Errorf("htmlview: %w", err)
	}
	if err := z.Close(); err != nil {
		return "", fmt.Errorf("htmlview: %w", err)
	}
	return base64.StdEncoding.EncodeToString(out.Bytes()), nil
}
