package build

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"graphbuild/elevation"
	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/osm/tags"
	"graphbuild/report"
)

// Config says what to build. The zero value of everything but Inputs and Output works.
type Config struct {
	Inputs      []Input
	Output      string         // path of the graph file
	Base        string         // graph file whose streets are taken, with the feeds that Inputs do not replace; empty: none
	Jobs        int            // workers; 0 is one per core
	MemoryBytes int64          // bound of the peak memory; 0 is none
	BBox        *geometry.Box  // stretches of streets between vertices that do not touch it are left out; nil keeps all
	Strict      bool           // an issue of severity Error fails the build; of known ones, see Report, neither does
	FailOn      map[string]int // by code: this many issues or more fail the build
	Profile     *tags.Profile  // defaults of streets; nil: tags.DefaultProfile
	Elevation   string         // folder of SRTM tiles; empty: no elevation
	Lean        bool           // no OSM ids of nodes in the file
	Prune       int            // drop islands of fewer street vertices without ferry or stop; 0 keeps all
	Today       gtfs.Day       // warn of feeds that ended before; 0 warns of none. It does not reach the file
	IfChanged   bool           // leave Output alone when it was made from the same inputs and configuration
	AreaNodes   int            // entries and corners of one area between which ways across it are looked for; 0 is 200, negative none
	LinkM       float64        // metres that a stop may be away from the street that it is tied to; 0 is 100
	TransferS   int32          // seconds that a walk between two stops may take; 0 is 900, negative: no such walks
	CH          []facts.Mode   // modes that get a contraction hierarchy
	Contract    Contractor     // how to make it; needed for CH
	TempDir     string         // for what packed inputs unpack to; empty: the system's
	ReportPath  string         // issues as JSON, one object a line; empty: none
	Report      *report.Report // nil: nobody listens; the file has the issues none the less. Its baseline has the known issues
	Builder     string         // program and version, stored in the file
}

// Result tells what a build did.
type Result struct {
	Meta      graph.Meta
	Sections  []encode.Section
	Stages    []report.StageTime
	Issues    []report.CodeCount
	FileBytes int64
	Wall      time.Duration
	Unchanged bool // Config.IfChanged found nothing to do
}

// stage is one step of a build.
type stage struct {
	name      string
	do        func(*run, context.Context) error
	asked     func(*run) bool // whether the build has it; nil: every one has
	ofStreets bool            // a build on a base leaves it out: the base has its tables
}

// stages is the table of contents: what is done, in order.
var stages = []stage{
	{name: "inputs", do: (*run).openInputs},
	{name: "base", do: (*run).takeBase, asked: func(r *run) bool { return r.base != nil }},
	{name: "scan", do: (*run).scan, ofStreets: true},
	{name: "locate", do: (*run).locate, ofStreets: true},
	{name: "split", do: (*run).split, ofStreets: true},
	{name: "order", do: (*run).order, ofStreets: true},
	{name: "streets", do: (*run).fillStreets, ofStreets: true},
	{name: "elevation", do: (*run).fillElevation, ofStreets: true, asked: func(r *run) bool { return r.elevation != nil }},
	{name: "barriers", do: (*run).fillBarriers, ofStreets: true},
	{name: "restrictions", do: (*run).fillRestrictions, ofStreets: true},
	{name: "transit", do: (*run).fillTransit},
	{name: "components", do: (*run).fillComponents, ofStreets: true},
	{name: "link", do: (*run).linkStops},
	{name: "transfers", do: (*run).walkBetweenStops},
	{name: "hierarchies", do: (*run).contract, asked: func(r *run) bool { return len(r.config.CH) > 0 }},
	{name: "write", do: (*run).write},
}

// Run builds one graph file. Output appears whole or not at all: an earlier file stays as it was until the new one is
// complete on disk, also when ctx is cancelled. Errors are one line and name the file; ErrIssues is wrapped where the
// inputs have more problems than Config.Strict or Config.FailOn allow.
func Run(ctx context.Context, c Config) (*Result, error) {
	start := time.Now()
	r := newRun(c)
	defer r.close()
	restore := limitMemory(c.MemoryBytes)
	defer restore()
	if err := r.checkOutputs(); err != nil {
		return nil, err
	}
	if err := r.openBase(); err != nil {
		return nil, err
	}
	r.startReport()
	if err := r.runStages(ctx); err != nil {
		_ = r.endReport(ctx) // what failed first is what there is to say
		return nil, err
	}
	if err := r.writeReport(ctx); err != nil { // of a build with nothing to do
		return nil, err
	}
	r.result.Issues = r.report.Counts()
	r.result.Stages = r.report.Stages()
	r.result.Wall = time.Since(start)
	return &r.result, nil
}

func (r *run) runStages(ctx context.Context) error {
	for _, s := range stages {
		if err := r.runStage(ctx, s); err != nil {
			return err
		}
		if r.result.Unchanged {
			break
		}
	}
	return nil
}

func (r *run) runStage(ctx context.Context, s stage) (err error) {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("build: stopped before stage %s: %w", s.name, err)
	}
	if s.ofStreets && r.base != nil || s.asked != nil && !s.asked(r) {
		return nil
	}
	r.stage = r.report.Start(s.name)
	defer func() { r.stage.EndWith(err) }()
	return s.do(r, ctx)
}

// run is what the stages of one build hand on. Each field says which stage leaves it behind; a stage that is the last to
// need one drops it.
type run struct {
	config  Config
	report  *report.Report
	stage   *report.Stage // the running one
	workers int

	sources   []*source      // inputs
	hashing   hashing        // inputs, up to locate
	names     interner       // scan: names of ways
	facts     factTable      // scan: distinct facts in drawing direction
	values    interner       // scan: values of attributes
	ways      wayTable       // scan
	relations []relation     // scan
	rings     ringSet        // scan, while it runs
	walls     wallTable      // scan
	differing []report.Issue // scan: of equal versions; told by locate, as the scan may have to be done again
	wallNodes []wallNode     // locate: nodes of walls on streets
	nodes     nodeTable      // locate
	slots     []uint32       // locate: for each ref of a way the row in nodes
	pieces    pieceTable     // split
	leftDM    map[int]uint64 // split: length of what Config.BBox leaves out of a ferry, by row of the ways
	areas     []area         // split: those with a polygon
	feeds     []*gtfs.Feed   // split where islands are pruned, else transit: as read
	sightFrom int            // split: the first piece that runs across an area
	vertexOf  []graph.VertexID
	pieceOf   []uint32 // order: pairs to pieces
	pairOf    []graph.PairID
	piecesBy  map[int]map[graph.VertexID][]int // restrictions, while it runs: pieces of long ways by their ends
	services  []*gtfs.Feed                     // transit: feeds without their other tables
	base      *graph.Graph                     // nil: none is given
	reading   sync.Mutex                       // held by what still reads the base after a build was cancelled
	kept      []*baseFeed                      // base: feeds that stay
	restoreGC func()                           // transit: sets the pace of the collector back; nil: it is as it was

	elevation *elevation.Model // inputs; nil: none is asked for

	spool  *report.Spool // all issues, for Config.ReportPath; nil: none are asked for
	tables graph.Tables
	result Result
}

func newRun(c Config) *run {
	r := &run{config: c, report: c.Report, workers: c.Jobs}
	if r.report == nil {
		r.report = report.New(report.Options{})
	}
	if r.workers <= 0 {
		r.workers = runtime.GOMAXPROCS(0)
	}
	if r.config.LinkM == 0 {
		r.config.LinkM = defaultLinkM
	}
	if r.config.TransferS == 0 {
		r.config.TransferS = defaultTransferS
	}
	return r
}

func (r *run) close() {
	if r.restoreGC != nil {
		r.restoreGC()
	}
	if r.base != nil {
		r.reading.Lock()
		defer r.reading.Unlock()
		r.base.Close()
	}
	r.hashing.stop()
	for _, s := range r.sources {
		s.close()
	}
}
