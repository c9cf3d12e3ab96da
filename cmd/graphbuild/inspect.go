package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"graphbuild/encode"
	"graphbuild/graph"
	"graphbuild/remote"
	"graphbuild/wire"
)

// inspectCmd shows what a graph file holds.
type inspectCmd struct {
	File         string   `arg:"" optional:"" help:"Graph file, or its address (http, https). With --explain alone there need be none."`
	Way          []int64  `placeholder:"ID" help:"Edges of an OpenStreetMap way. This and the other selectors are repeatable."`
	Node         []int64  `placeholder:"ID" help:"Vertex of an OpenStreetMap node, and its edges."`
	Vertex       []uint32 `placeholder:"N" help:"Vertex by its number in the file."`
	Edge         []uint32 `placeholder:"N" help:"Directed edge by its number in the file."`
	At           []string `sep:"none" placeholder:"LAT,LON" help:"Edges nearest to a position, in degrees."`
	Mode         string   `placeholder:"MODE" enum:",walk,bike,car" default:"" help:"With --at: edges for walk, bike or car alone."`
	Stop         []string `sep:"none" placeholder:"ID" help:"Stop, its links to streets and its pathways. Ids of feeds are FEED:ID, or ID where that is unique."`
	Trip         []string `sep:"none" placeholder:"ID" help:"Trip with its stop times."`
	Route        []string `sep:"none" placeholder:"ID" help:"Route of a feed."`
	Pattern      []uint32 `placeholder:"N" help:"Pattern of stops by its number in the file."`
	Service      []string `sep:"none" placeholder:"ID" help:"Service and the days on which it runs."`
	Transfers    []string `sep:"none" placeholder:"STOP" help:"Transfers from a stop, and from the station that it is part of."`
	Area         []string `sep:"none" placeholder:"ID" help:"Area or group of stops of trips on demand."`
	Raw          []string `sep:"none" placeholder:"FEED/FILE" help:"Rows of a file of a feed that is kept as it is, such as bus/fare_rules.txt."`
	On           string   `placeholder:"YYYY-MM-DD" help:"With --stop: departures of this day. With --trip: the time of departure. With --service: whether it runs."`
	Restrictions bool     `help:"All turn restrictions, one a line."`
	Issues       bool     `help:"What was wrong with the inputs, one issue a line."`
	HTML         string   `name:"html" placeholder:"DIR" help:"Write a page for a browser into this folder: map, sizes, histograms, calendar, issues. It needs no network."`
	Code         string   `placeholder:"CODE" help:"With --issues: those of this code alone."`

	Explainer explainFlags `embed:""`
}

// Help is the long help of the command.
func (inspectCmd) Help() string {
	return `Without selectors it shows a summary, for which it reads the directory and the stored statistics alone. Edges are counted in each direction in which anybody may use them, with the ways across squares and between stops and streets. Lengths are in metres, speeds in km/h, times in seconds or HH:MM:SS after the start of the service day; in JSON positions are [lon,lat].

Examples:

  graphbuild inspect city.graph

  graphbuild inspect city.graph --way 5089101 --node 49411282 --json

  graphbuild inspect city.graph --stop dart:1042 --on 2026-01-30

  graphbuild inspect city.graph --issues --code osm_way_missing_nodes

  graphbuild inspect city.graph --html report

  graphbuild inspect https://example.org/city.graph

  graphbuild inspect --explain way/5089101 --osm city.osm.pbf`
}

// selection is something that inspect was asked for: the same for programs and for people.
type selection interface {
	print(s *session) error
}

// Run runs the command. A number or id that is not there is an error, after all that stands before it was shown.
func (c *inspectCmd) Run(s *session) (err error) {
	if len(c.Explainer.Explain) > 0 {
		if err := c.Explainer.show(s); err != nil || c.File == "" {
			return err
		}
	}
	if c.File == "" {
		return usageError("inspect: expected a graph file, or --explain way/ID --osm FILE")
	}
	if err := c.check(); err != nil {
		return err
	}
	day, err := c.day()
	if err != nil {
		return err
	}
	g, err := openGraph(s, c.File, graph.Verify(encode.VerifyTouch))
	if err != nil {
		return err
	}
	defer closeGraph(g, c.File, &err)
	sound := &soundWriter{g: g, path: remote.Redacted(c.File), out: s.out}
	out := bufio.NewWriter(sound)
	shown := *s
	shown.out = out
	err = c.showGraph(&viewer{session: &shown, g: g, day: day})
	if damage := sound.damage(); damage != nil {
		return damage // comes before what it makes seem missing
	}
	return cmp.Or(out.Flush(), err)
}

// check refuses flags that change nothing without another one, as they most likely are a slip.
func (c *inspectCmd) check() error {
	switch {
	case c.Code != "" && !c.Issues:
		return usageError("--code: expected --issues with it")
	case c.Mode != "" && len(c.At) == 0:
		return usageError("--mode: expected --at with it")
	case c.On != "" && len(c.Stop)+len(c.Trip)+len(c.Service) == 0:
		return usageError("--on: expected --stop, --trip or --service with it")
	case c.Code != "":
		return checkCode("--code", c.Code)
	}
	return c.Explainer.check()
}

// showGraph shows what was asked for, the summary if nothing was.
func (c *inspectCmd) showGraph(v *viewer) error {
	if c.HTML != "" {
		if err := c.showHTML(v); err != nil || !c.selects() {
			return err
		}
	}
	if !c.selects() {
		if len(c.Explainer.Explain) > 0 {
			return nil
		}
		return v.show(summaryOfGraph(v.g))
	}
	if err := c.showAll(v); err != nil {
		return err
	}
	if text := attributionOf(v.g.Meta()); text != "" && !v.json {
		fmt.Fprintln(v.out, text)
	}
	return nil
}

// soundWriter passes on what was read from a graph as long as none of the sections read so far is damaged.
type soundWriter struct {
	g    *graph.Graph
	path string
	out  io.Writer
}

func (w *soundWriter) Write(p []byte) (int, error) {
	if err := w.damage(); err != nil {
		return 0, err
	}
	return w.out.Write(p)
}

// damage returns what is wrong with the sections read so far, nil if nothing is.
func (w *soundWriter) damage() error {
	err := w.g.File().Err()
	if err != nil {
		err = fmt.Errorf("%s: %w (graphbuild verify lists all damage)", w.path, err)
	}
	return err
}

// showAll shows all that was asked for.
func (c *inspectCmd) showAll(v *viewer) error {
	if err := c.showStreets(v); err != nil {
		return err
	}
	if err := c.showTransit(v); err != nil {
		return err
	}
	if c.Restrictions {
		if err := v.showRestrictions(); err != nil {
			return err
		}
	}
	if c.Issues {
		return v.showIssues(c.Code)
	}
	return nil
}

// day returns the day of --on.
func (c *inspectCmd) day() (*graph.Day, error) {
	if c.On == "" {
		return nil, nil
	}
	d, err := graph.ParseDay(c.On)
	if err != nil {
		return nil, usageError("--on %q: expected YYYY-MM-DD", wire.Short(c.On))
	}
	return &d, nil
}

// selects reports whether there is any selector.
func (c *inspectCmd) selects() bool {
	return c.Restrictions || c.Issues ||
		len(c.Way)+len(c.Node)+len(c.Vertex)+len(c.Edge)+len(c.At)+len(c.Stop)+len(c.Trip)+len(c.Route)+len(c.Pattern)+len(c.Service)+len(c.Transfers)+len(c.Area)+len(c.Raw) > 0
}

// showStreets shows the streets that were asked for.
func (c *inspectCmd) showStreets(v *viewer) error {
	for _, id := range c.Way {
		if err := v.showWay(id); err != nil {
			return err
		}
	}
	for _, id := range c.Node {
		vertex, ok := v.g.VertexOfNode(id)
		if !ok {
			return fmt.Errorf("inspect: node/%d is no vertex of this graph%s", id, leanNote(v.g))
		}
		if err := v.show(vertexOf(vertex)); err != nil {
			return err
		}
	}
	for _, n := range c.Vertex {
		if err := v.showVertex(n); err != nil {
			return err
		}
	}
	for _, n := range c.Edge {
		if err := v.showEdge(n); err != nil {
			return err
		}
	}
	for _, p := range c.At {
		if err := v.showAt(p, c.Mode); err != nil {
			return err
		}
	}
	return nil
}

// showTransit shows what of the timetable was asked for.
func (c *inspectCmd) showTransit(v *viewer) error {
	for _, list := range []struct {
		ids  []string
		show func(id string) error
	}{
		{c.Stop, v.showStop},
		{c.Trip, v.showTrip},
		{c.Route, v.showRoute},
		{c.Service, v.showService},
		{c.Transfers, v.showTransfers},
		{c.Area, v.showArea},
		{c.Raw, v.showRaw},
	} {
		for _, id := range list.ids {
			if err := list.show(id); err != nil {
				return fmt.Errorf("inspect: %w", err)
			}
		}
	}
	for _, n := range c.Pattern {
		if err := v.showPattern(n); err != nil {
			return err
		}
	}
	return nil
}

// viewer shows parts of a graph.
type viewer struct {
	*session
	g   *graph.Graph
	day *graph.Day // of --on; nil: none
}

// show writes one selection.
func (v *viewer) show(x selection) error {
	if err := v.ctx.Err(); err != nil {
		return err
	}
	if v.json {
		return json.NewEncoder(v.out).Encode(x)
	}
	return x.print(v.session)
}
