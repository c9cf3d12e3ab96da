package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"graphbuild/diff"
	"graphbuild/encode"
	"graphbuild/fileio"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/remote"
	"graphbuild/report"
	"graphbuild/wire"
)

// diffCmd compares two graph files.
type diffCmd struct {
	A         string `arg:"" help:"The older graph file."`
	B         string `arg:"" help:"The newer one."`
	Samples   int    `default:"10" placeholder:"N" help:"How many objects to show of each kind and change; all are counted. Default: ${default}."`
	GeoJSON   string `name:"geojson" placeholder:"FILE" help:"Also write everything that differs to this file, as GeoJSON; - is stdout, in place of the tables."`
	ExitCode  bool   `help:"Exit with status 3 when more differs than --threshold allows."`
	Threshold string `default:"0" placeholder:"N|N%" help:"How many objects of a kind may differ, or what share of the larger file's."`
	progressFlag
}

// Help is the long help of the command.
func (diffCmd) Help() string {
	return `Compares by the ids of OpenStreetMap and GTFS: streets by way and the nodes at their ends, turn restrictions by relation and ways, stops, routes, trips, services, transfers, pathways, zones and trips on demand, agencies and the files of a feed that are kept as text by feed and id. Walks between stops that the build finds are not compared: they follow from the rest. A way that is cut in another place shows as pieces removed and added. "moved" is what differs in its position alone. A feed that has another label is found by its feed_id, or because it is the only one left.

Examples:

  graphbuild diff monday.graph tuesday.graph

  graphbuild diff old.graph new.graph --geojson changes.geojson --exit-code --threshold 5%`
}

// diffJSON is what diff shows.
type diffJSON struct {
	Equal   bool          `json:"equal"`
	Counts  []diff.Counts `json:"counts"`
	Samples []changeJSON  `json:"samples"`
}

// changeJSON is an object that differs.
type changeJSON struct {
	Kind     string    `json:"kind"`
	Change   string    `json:"change"`
	Object   string    `json:"object,omitempty"`
	Name     string    `json:"name,omitempty"`
	FromNode int64     `json:"from_node,omitempty"` // the smaller
	ToNode   int64     `json:"to_node,omitempty"`
	What     []string  `json:"what,omitempty"`
	MovedM   float64   `json:"moved_m,omitempty"`
	Position *position `json:"position,omitempty"`
}

func changeOf(x diff.Item) changeJSON {
	out := changeJSON{
		Kind: x.Kind, Change: string(x.Change), Object: x.Object, Name: x.Name, FromNode: x.Nodes[0], ToNode: x.Nodes[1],
		What: x.What, MovedM: wire.RoundM(x.MovedM),
	}
	if len(x.Line) > 0 {
		p := position(x.Line[0])
		out.Position = &p
	}
	return out
}

// Run runs the command.
func (c *diffCmd) Run(s *session) (err error) {
	if c.Samples < 0 {
		return usageError("diff: --samples: expected 0 or more, found %d", c.Samples)
	}
	limit, err := parseThreshold(c.Threshold)
	if err != nil {
		return err
	}
	if err := checkGeoJSON(s, c.GeoJSON, c.A, c.B); err != nil {
		return fmt.Errorf("diff: %w", err)
	}
	if c.Threshold != "0" && !c.ExitCode {
		return usageError("--threshold: expected --exit-code with it")
	}
	a, err := openGraph(s, c.A, graph.Verify(encode.VerifyTouch))
	if err != nil {
		return err
	}
	defer closeGraph(a, c.A, &err)
	b, err := openGraph(s, c.B, graph.Verify(encode.VerifyTouch))
	if err != nil {
		return err
	}
	defer closeGraph(b, c.B, &err)
	out, err := c.compare(s, a, b)
	if err != nil {
		return fmt.Errorf("diff: %w", err)
	}
	if c.GeoJSON != stdio {
		if err := c.show(s, out, attributionOf(a.Meta(), b.Meta())); err != nil {
			return err
		}
	}
	if c.ExitCode && !limit.allows(out.Counts) {
		return exitError{exitFound, fmt.Errorf("diff: %s and %s differ by more than %s", remote.Redacted(c.A), remote.Redacted(c.B), c.Threshold)}
	}
	return nil
}

// compare compares the graphs, and writes the changes to --geojson as they are found.
func (c *diffCmd) compare(s *session, a, b *graph.Graph) (diffJSON, error) {
	if c.GeoJSON == "" {
		return c.collect(s, a, b, func(diff.Item) error { return nil })
	}
	var out diffJSON
	write := func(w io.Writer) (err error) {
		f := newFeatures(w, attributionOf(a.Meta(), b.Meta()))
		if out, err = c.collect(s, a, b, f.add); err != nil {
			return err
		}
		return f.end()
	}
	if c.GeoJSON == stdio {
		return out, write(s.out)
	}
	err := fileio.WriteText(s.ctx, c.GeoJSON, write)
	return out, err
}

// collect compares the graphs and keeps the first of each kind and change.
func (c *diffCmd) collect(s *session, a, b *graph.Graph, also func(diff.Item) error) (diffJSON, error) {
	out := diffJSON{Samples: []changeJSON{}}
	shown := map[string]int{}
	stage := c.stages(s).Start("compare")
	defer stage.End()
	o := diff.Options{Progress: func(done, total int) { stage.Progress(int64(done), int64(total), "objects") }}
	counts, err := diff.Compare(s.ctx, a, b, o, func(x diff.Item) error {
		group := x.Kind + " " + string(x.Change)
		if shown[group]++; shown[group] <= c.Samples {
			out.Samples = append(out.Samples, changeOf(x))
		}
		return also(x)
	})
	if damage := a.Err(); damage != nil {
		return out, fmt.Errorf("%s: %w", remote.Redacted(c.A), damage) // comes before what it makes seem different
	}
	if damage := b.Err(); damage != nil {
		return out, fmt.Errorf("%s: %w", remote.Redacted(c.B), damage)
	}
	out.Counts = counts
	out.Equal = !slices.ContainsFunc(counts, func(c diff.Counts) bool { return c.Differing() > 0 })
	return out, err
}

func (c *diffCmd) show(s *session, x diffJSON, notice string) error {
	if s.json {
		return json.NewEncoder(s.out).Encode(x)
	}
	w := bufio.NewWriter(s.out)
	t := report.NewTable("", " added", " removed", " changed", " moved", " equal")
	for _, k := range x.Counts {
		if k.Equal+k.Differing() == 0 {
			continue // neither graph has any
		}
		n := func(v int) string { return report.Count(int64(v)) }
		t.Add(k.Kind, n(k.Added), n(k.Removed), n(k.Changed), n(k.Moved), n(k.Equal))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if x.Equal {
		fmt.Fprintln(w, "\nnothing differs")
	}
	for i, item := range x.Samples {
		if i == 0 || item.Kind != x.Samples[i-1].Kind {
			fmt.Fprintf(w, "\n%s\n", item.Kind)
		}
		fmt.Fprintf(w, "  %s\n", report.OneLine(item.text()))
	}
	if notice != "" {
		fmt.Fprintf(w, "\n%s\n", notice)
	}
	return w.Flush()
}

// text tells a change in a line.
func (x changeJSON) text() string {
	words := []string{x.Change}
	for _, word := range []string{x.Object, x.Name} {
		if word != "" {
			words = append(words, word)
		}
	}
	if x.FromNode != 0 {
		words = append(words, fmt.Sprintf("node/%d to node/%d", x.FromNode, x.ToNode))
	}
	if len(x.What) > 0 {
		words = append(words, "("+strings.Join(x.What, ", ")+")")
	}
	if x.MovedM > 0 {
		words = append(words, fmt.Sprintf("by %v m", x.MovedM))
	}
	if x.Position != nil {
		words = append(words, "at "+wire.LatLon(geometry.Point(*x.Position)))
	}
	return strings.Join(words, " ")
}

// threshold is how much may differ: a number of objects, or a share of each kind.
type threshold struct {
	n     int
	share float64
}

func parseThreshold(text string) (threshold, error) {
	if percent, ok := strings.CutSuffix(text, "%"); ok {
		v, err := strconv.ParseFloat(percent, 64)
		if err == nil && v >= 0 && v <= 100 {
			return threshold{share: v / 100}, nil
		}
	} else if n, err := strconv.Atoi(text); err == nil && n >= 0 {
		return threshold{n: n}, nil
	}
	return threshold{}, usageError("--threshold %q: expected a number of objects, or a share such as 5%%", wire.Short(text))
}

// allows reports whether no kind differs by more.
func (t threshold) allows(counts []diff.Counts) bool {
	return !slices.ContainsFunc(counts, func(c diff.Counts) bool {
		both := c.Equal + c.Changed + c.Moved
		return c.Differing() > max(t.n, int(t.share*float64(both+max(c.Added, c.Removed))))
	})
}
