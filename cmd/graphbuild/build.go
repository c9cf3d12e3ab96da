package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"graphbuild/build"
	"graphbuild/fileio"
	"graphbuild/gtfs"
	"graphbuild/report"
	"graphbuild/route"
	"graphbuild/wire"
)

// buildCmd makes a graph file. The long name of each flag is also a key of the file for --config.
type buildCmd struct {
	Input         []string       `arg:"" optional:"" help:"OpenStreetMap files (.osm.pbf, .osm; also packed with gzip, bzip2 or zstd; - is stdin) and GTFS feeds (zip or folder), told apart by content."`
	OSM           []string       `name:"osm" sep:"none" placeholder:"FILE" help:"An OpenStreetMap file. Repeatable."`
	GTFS          []string       `name:"gtfs" sep:"none" placeholder:"[LABEL=]FILE" help:"A GTFS feed and the label that its ids get. Repeatable."`
	Base          string         `placeholder:"STREET.graph" help:"Take the streets of this graph file, and its feeds but for those whose label an input has; the inputs are feeds alone."`
	Output        string         `short:"o" required:"" placeholder:"FILE" help:"Graph file to write. It appears whole or not at all."`
	Config        configFile     `placeholder:"FILE.yaml" help:"Take flags that are not given from this file; key inputs lists the inputs."`
	Report        string         `placeholder:"FILE" help:"Write all issues of the inputs here, one JSON object a line."`
	Strict        bool           `help:"Fail with status 3 where an issue is an error."`
	FailOn        map[string]int `name:"fail-on" placeholder:"CODE=N" help:"Fail with status 3 at N issues of this code. Repeatable."`
	Baseline      string         `placeholder:"FILE" help:"The --report of an earlier build: --strict and --fail-on count only issues that are not in it."`
	Jobs          int            `short:"j" placeholder:"N" help:"Workers; 0 or not given: one per core. The file does not depend on it."`
	Memory        size           `placeholder:"SIZE" help:"Bound of the memory, in bytes or as 500M, 2G."`
	Profile       profileFile    `placeholder:"FILE.yaml" help:"Defaults of streets: who may use which class, speeds, barriers. See graphbuild help profile."`
	Elevation     string         `placeholder:"DIR" help:"Measure how far streets go up and down, from the SRTM tiles (N39W076.hgt, also packed as .gz or .zip) in this folder."`
	BBox          string         `name:"bbox" placeholder:"W,S,E,N" help:"Keep only the stretches of street, from junction to junction, that touch this box, in degrees; feeds stay whole."`
	Lean          bool           `help:"Leave out the ids of OpenStreetMap."`
	Prune         int            `placeholder:"N" help:"Drop islands of fewer than N vertices, unless a ferry or a stop is there; default: keep all."`
	IfChanged     bool           `name:"if-changed" help:"Do nothing where the file was made from the same inputs and flags. Where --report, --strict or --fail-on ask for the issues, only if there are none."`
	AreaNodes     int            `name:"area-nodes" default:"200" placeholder:"N" help:"Entries and corners of one square or platform between which ways across it are looked for, at most 1000; 0: no ways across, only along the edge. Default: ${default}."`
	LinkM         float64        `name:"link-m" default:"100" placeholder:"M" help:"How far a stop may be from its street, in metres. Default: ${default}."`
	TransferLimit time.Duration  `name:"transfer-limit" default:"15m" placeholder:"TIME" help:"How long a walk between two stops may take, as 15m or 900s, at most 4h; 0: keep no such walks. Default: ${default}."`
	CH            []string       `name:"ch" placeholder:"MODE" help:"Add a contraction hierarchy for these modes, walk, bike or car: routes in microseconds, for a larger file."`
	TempDir       string         `name:"temp-dir" placeholder:"DIR" help:"Where packed inputs are unpacked to; default: that of the system."`
	progressFlag
}

// Help is the long help of the command.
func (buildCmd) Help() string {
	return `The same inputs and flags give the same bytes, whatever --jobs and --memory are and in whatever order the inputs are named. What is wrong in the inputs is counted and listed (see --report and inspect --issues) and does not fail the build unless --strict or --fail-on say so. The file for --config has the long names of flags as keys, and inputs: inputs: [city.osm.pbf], gtfs: {bus: bus.zip}, output: city.graph, fail-on: {osm_way_missing_nodes: 100}, strict: true; docs/CONFIG.md has all of it. What the command line says goes first, and paths are relative to the working directory.

Examples:

  graphbuild build delaware.osm.pbf dart.zip -o delaware.graph

  graphbuild build city.osm.pbf --gtfs bus=feeds/2026-01.zip --bbox -75.8,39.4,-75.3,39.9 -o city.graph

  graphbuild build --base streets.graph dart.zip -o city.graph

  graphbuild build --config city.yaml --fail-on osm_way_missing_nodes=100

  graphbuild build city.osm.pbf bus.zip -o city.graph --strict --baseline known.jsonl --report issues.jsonl`
}

// Run runs the command.
func (c *buildCmd) Run(s *session) error {
	config, err := c.config(s)
	if err != nil {
		return err
	}
	result, err := build.Run(s.ctx, config)
	if errors.Is(err, build.ErrIssues) {
		if !s.quiet {
			_ = report.WriteIssueCounts(s.err, config.Report.Counts(), config.Report.Issues())
		}
		return exitError{exitFound, fmt.Errorf("%w; %s was not written", err, c.Output)}
	}
	if err != nil {
		return err
	}
	if s.json {
		return writeBuildJSON(s, c.Output, result)
	}
	if s.quiet {
		return nil
	}
	return printBuild(s, c.Output, result, config.Report)
}

// maxLinkM is the farthest that one may have stops looked for from a street, in metres.
const maxLinkM = 5000

// maxTransfer is the longest walk between two stops that one may ask for.
const maxTransfer = 4 * time.Hour

// maxAreaNodes is the largest --area-nodes: the work grows with its square.
const maxAreaNodes = 1000

// config returns the configuration of the build.
func (c *buildCmd) config(s *session) (build.Config, error) {
	out := build.Config{
		Output: c.Output, Base: c.Base, Jobs: c.Jobs, MemoryBytes: int64(c.Memory), Strict: c.Strict, FailOn: c.FailOn, Lean: c.Lean,
		Prune: c.Prune, Elevation: c.Elevation, IfChanged: c.IfChanged, LinkM: c.LinkM, TempDir: c.TempDir, ReportPath: c.Report,
		Builder: "graphbuild " + version,
		Today:   gtfs.DayOf(time.Now().Date()),
	}
	if out.AreaNodes = c.AreaNodes; c.AreaNodes == 0 {
		out.AreaNodes = -1
	}
	if c.TransferLimit < 0 || c.TransferLimit > maxTransfer {
		return out, usageError("build: --transfer-limit %s: expected 0 to %s", c.TransferLimit, maxTransfer)
	}
	if out.TransferS = int32(c.TransferLimit / time.Second); out.TransferS == 0 {
		out.TransferS = -1
	}
	baseline, err := c.baseline()
	if err != nil {
		return out, err
	}
	out.Report = report.New(report.Options{Sink: c.stageSink(s), Baseline: baseline})
	if out.Profile, err = c.Profile.read(); err != nil {
		return out, err
	}
	if c.BBox != "" {
		if out.BBox, err = parseBox(c.BBox); err != nil {
			return out, err
		}
	}
	if c.Jobs < 0 || c.Prune < 0 || !(c.LinkM > 0 && c.LinkM <= maxLinkM) {
		return out, usageError("build: --jobs and --prune must not be negative, --link-m must be positive and at most %d", maxLinkM)
	}
	if c.AreaNodes < 0 || c.AreaNodes > maxAreaNodes {
		return out, usageError("build: --area-nodes must be 0 to %d", maxAreaNodes)
	}
	if err := c.checkFailOn(); err != nil {
		return out, err
	}
	out.Contract = route.NewHierarchy
	for _, name := range c.CH {
		m, ok := wire.ModeOf(name)
		if !ok {
			return out, usageError("build: --ch %q: expected walk, bike or car", name)
		}
		out.CH = append(out.CH, m)
	}
	if c.Report == stdio {
		return out, usageError("build: --report -: stdout has the result of the build: name a file")
	}
	for _, output := range []string{c.Output, c.Report} {
		if err := fileio.RefuseOverwrite(output, c.settings()...); output != "" && err != nil {
			return out, fmt.Errorf("build: %w", err)
		}
	}
	out.Inputs, err = c.inputs()
	return out, err
}

// stageSink returns where the stages are shown. A log has those alone that take long: a table of all stages follows.
func (c *buildCmd) stageSink(s *session) report.Sink {
	if c.Progress == "auto" && !c.onTerminal(s) {
		return c.lateSink(s)
	}
	return c.sink(s)
}

// settings lists the files that the flags are taken from.
func (c *buildCmd) settings() []string {
	var files []string
	for _, path := range []string{string(c.Config), string(c.Profile), c.Baseline} {
		if path != "" {
			files = append(files, path)
		}
	}
	return files
}

// baseline reads the issues that are known, nil where none are.
func (c *buildCmd) baseline() (*report.Baseline, error) {
	switch {
	case c.Baseline == "":
		return nil, nil
	case !c.Strict && len(c.FailOn) == 0:
		return nil, usageError("build: --baseline: expected --strict or --fail-on with it")
	}
	f, err := os.Open(c.Baseline)
	if err != nil {
		return nil, fmt.Errorf("build: baseline: %w", err)
	}
	defer f.Close()
	b, err := report.ReadBaseline(f)
	if err != nil {
		return nil, fmt.Errorf("build: baseline %s: %w", c.Baseline, err)
	}
	return b, nil
}

// checkFailOn makes sure that a limit that was asked for can be reached.
func (c *buildCmd) checkFailOn() error {
	for _, code := range slices.Sorted(maps.Keys(c.FailOn)) {
		if err := checkCode("--fail-on", code); err != nil {
			return err
		}
		if n := c.FailOn[code]; n < 1 {
			return usageError("--fail-on %s=%d: expected at least 1", code, n)
		}
	}
	return nil
}

// inputs returns all inputs, in the order of the kinds of flags.
func (c *buildCmd) inputs() ([]build.Input, error) {
	paths := c.Input
	if len(paths) == 0 {
		var err error
		if paths, err = c.Config.inputs(); err != nil {
			return nil, err
		}
	}
	var list []build.Input
	for _, p := range paths {
		list = append(list, build.Input{Path: p})
	}
	for _, p := range c.OSM {
		list = append(list, build.Input{Path: p, Kind: build.OSM})
	}
	for _, p := range c.GTFS {
		label, path := splitLabel(p)
		list = append(list, build.Input{Path: path, Kind: build.GTFS, Label: label})
	}
	if len(list) == 0 {
		return nil, usageError("build: no input: name an OpenStreetMap file, a GTFS feed or both")
	}
	return list, nil
}

// splitLabel splits LABEL=FILE. What stands before the sign is no label where it holds a slash, or where the whole names
// a file.
func splitLabel(text string) (label, path string) {
	label, path, ok := strings.Cut(text, "=")
	if !ok || strings.ContainsAny(label, `/\`) {
		return "", text
	}
	if _, err := os.Stat(text); err == nil {
		return "", text
	}
	return label, path
}

// printBuild prints what was built, for people.
func printBuild(s *session, path string, r *build.Result, issues *report.Report) error {
	if r.Unchanged {
		_, err := fmt.Fprintf(s.out, "%s is up to date\n", path)
		return err
	}
	if err := report.WriteStages(s.out, r.Stages); err != nil {
		return err
	}
	fmt.Fprintln(s.out)
	if err := printCounts(s.out, &r.Meta.Stats); err != nil {
		return err
	}
	if len(r.Issues) > 0 {
		fmt.Fprintln(s.out)
		if err := report.WriteIssueCounts(s.out, r.Issues, issues.Issues()); err != nil {
			return err
		}
	}
	fmt.Fprintln(s.out)
	if err := printSections(s.out, r.Sections); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.out, "\n%s: %s in %s\n%s\n", path, report.Bytes(r.FileBytes), report.Duration(r.Wall), attributionOf(r.Meta))
	return err
}
