package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"graphbuild/build"
	"graphbuild/encode"
	"graphbuild/graph"
	"graphbuild/report"
	"graphbuild/summary"
)

// summaryJSON is what inspect shows of a whole file.
type summaryJSON struct{ summary.Summary }

// summaryOfGraph reads the directory and the stored statistics alone.
func summaryOfGraph(g *graph.Graph) summaryJSON { return summaryJSON{summary.Of(g)} }

// writeBuildJSON writes the summary of a file that was just built, and what the stages took.
func writeBuildJSON(s *session, path string, r *build.Result) error {
	g, err := graph.Open(path)
	if err != nil {
		return err
	}
	defer g.Close()
	return json.NewEncoder(s.out).Encode(struct {
		summaryJSON
		Stages    []report.StageTime `json:"stages"`
		Unchanged bool               `json:"unchanged,omitempty"`
		NewIssues map[string]int     `json:"new_issues,omitempty"`
	}{summaryOfGraph(g), r.Stages, r.Unchanged, newIssues(r.Issues)})
}

// newIssues counts those that are not in the baseline, by code; nil where none of them is known.
func newIssues(counts []report.CodeCount) map[string]int {
	if !slices.ContainsFunc(counts, func(c report.CodeCount) bool { return c.New < c.Count }) {
		return nil
	}
	fresh := map[string]int{}
	for _, c := range counts {
		fresh[c.Code] = c.New
	}
	return fresh
}

// print shows it on one screen.
func (x summaryJSON) print(s *session) error {
	fmt.Fprintf(s.out, "format %d.%d  %s  %s  content %s\n", x.Format.Major, x.Format.Minor, report.Bytes(x.FileBytes), x.Builder, x.ContentHash)
	for _, in := range x.Inputs {
		s.line("from %s %s  %s%s%s%s", in.Kind, in.Name, report.Bytes(in.Bytes), prefixed("  label ", in.Label), prefixed("  dated ", in.OSMTimestamp), prefixed("  version ", in.FeedVersion))
	}
	for _, print := range []func(io.Writer) error{x.printMap, x.printOthers, x.printHistograms, x.printCalendar, x.printIssues, x.printTables} {
		if err := print(s.out); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(x.Inputs, func(in graph.Input) bool { return in.Kind == graph.InputOSM }) {
		_, err := fmt.Fprintf(s.out, "\n%s\n", attribution)
		return err
	}
	return nil
}

// printMap prints where the graph is and what it has of streets and transit. A file with tables of others alone has none.
func (x summaryJSON) printMap(w io.Writer) error {
	if x.Vertices.Total == 0 && len(x.Others) > 0 {
		return nil
	}
	fmt.Fprintf(w, "bounds %.4f,%.4f to %.4f,%.4f (longitude, latitude)\n\n", x.Bounds[0], x.Bounds[1], x.Bounds[2], x.Bounds[3])
	return printCounts(w, &x.Stats)
}

// printOthers prints the tables that are not of the schema.
func (x summaryJSON) printOthers(w io.Writer) error {
	if len(x.Others) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	t := report.NewTable("other tables", " rows", " size")
	for _, o := range x.Others {
		t.Add(o.Name, report.Count(int64(o.Rows)), report.Bytes(o.Bytes))
	}
	return t.Write(w)
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// attributionOf returns the attribution that data of graphs needs, empty where no map is in them.
func attributionOf(graphs ...graph.Meta) string {
	for _, m := range graphs {
		if notice := m.Attribution(); notice != "" {
			return notice
		}
	}
	return ""
}

// printCounts prints the statistics of a graph.
func printCounts(w io.Writer, x *graph.Stats) error {
	t := report.NewTable("", " count", "")
	count := func(n int) string { return report.Count(int64(n)) }
	t.Add("vertices", count(x.Vertices.Total), countsText(x.Vertices.ByType))
	t.Add("edges", count(x.Edges.Total), countsText(x.Edges.ByType))
	t.Add("", "", countsText(x.Edges.ByMode)+fmt.Sprintf(", streets %s km", report.Count(int64(x.Edges.LengthM/1000+0.5))))
	r := &x.TurnRestrictions
	t.Add("turn restrictions", count(r.Total), fmt.Sprintf("via a node %s, via ways %s, only at certain times %s", count(r.NodeVia), count(r.WayVia), count(r.Conditional)))
	for _, mode := range []string{"walk", "bike", "car"} {
		c := x.Components[mode]
		t.Add("components "+mode, count(c.Count), fmt.Sprintf("vertices of the largest %s", count(c.LargestVertices)))
	}
	if v := x.Transit; v != nil {
		t.Add("stops", count(v.Stops), "linked "+count(v.StopsLinked))
		t.Add("trips", count(v.Trips), fmt.Sprintf("stop times %s, patterns %s, routes %s, agencies %s, feeds %s", count(v.StopTimes), count(v.Patterns), count(v.Routes), count(v.Agencies), count(v.Feeds)))
		t.Add("services", count(v.Services), strings.TrimSpace(v.FirstDay+" to "+v.LastDay))
		t.Add("transfers", count(v.Transfers), fmt.Sprintf("pathways %s, trips that go on as others %s", count(v.Pathways), count(v.ContinuedTrips)))
		if v.BusiestDay != "" {
			t.Add("busiest day", count(v.BusiestDayTrips), fmt.Sprintf("trips on %s, days without any %s", v.BusiestDay, count(v.DaysWithoutService)))
		}
		if f := v.Flex; f != nil {
			t.Add("on demand", count(f.Trips), fmt.Sprintf("stop times %s, areas %s", count(f.StopTimes), count(f.Areas)))
		}
	}
	return t.Write(w)
}

// countsText lists counts by name, the largest first.
func countsText(counts map[string]int) string {
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	for i, name := range names {
		names[i] = name + " " + report.Count(int64(counts[name]))
	}
	return strings.Join(names, ", ")
}

// printTables prints the bytes of each table.
func (x summaryJSON) printTables(w io.Writer) error {
	fmt.Fprintln(w)
	sizes := map[string]int64{}
	for _, s := range x.Sections {
		table, _, _ := strings.Cut(s.Name, ".")
		sizes[table] += s.Bytes
	}
	return printSizes(w, sizes)
}

// printSections prints the bytes of each table of a file that was just built.
func printSections(w io.Writer, sections []encode.Section) error {
	sizes := map[string]int64{}
	for _, x := range sections {
		table, _, _ := strings.Cut(summary.SectionName(x), ".")
		sizes[table] += x.Bytes
	}
	return printSizes(w, sizes)
}

// barWidth is the length of the longest bar of a size.
const barWidth = 40

func printSizes(w io.Writer, sizes map[string]int64) error {
	var names []string
	total, largest := int64(0), int64(1)
	for name, n := range sizes {
		names = append(names, name)
		total, largest = total+n, max(largest, n)
	}
	slices.SortFunc(names, func(a, b string) int {
		if sizes[a] != sizes[b] {
			return cmp.Compare(sizes[b], sizes[a])
		}
		return strings.Compare(a, b)
	})
	t := report.NewTable("section", " size", " share", "")
	for _, name := range names {
		n := sizes[name]
		t.Add(name, report.Bytes(n), fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(total, 1))), strings.Repeat("#", int(barWidth*n/largest)))
	}
	return t.Write(w)
}
