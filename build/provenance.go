package build

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"time"

	"graphbuild/elevation"
	"graphbuild/encode"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
)

// ErrIssues is wrapped by the error of Run where the inputs have more problems than the configuration allows.
var ErrIssues = errors.New("the input has more problems than are allowed")

// fillProvenance says in the file what it was made from. It holds no clock, path or host.
func (r *run) fillProvenance() {
	m := &r.tables.Meta
	m.Builder = r.config.Builder
	m.Config = r.config.stored()
	if r.elevation != nil {
		m.Config["elevation"] = r.elevation.Digest()
	}
	m.Inputs = nil
	for _, s := range append(r.osmSources(), r.feedSources()...) {
		m.Inputs = append(m.Inputs, s.meta())
	}
	if r.base != nil {
		r.addBase(m)
	}
}

// timestamp returns how recent an OpenStreetMap file says that it is, or nothing.
func (s *source) timestamp() string {
	if s.file == nil || s.file.Header().Timestamp.IsZero() {
		return ""
	}
	return s.file.Header().Timestamp.UTC().Format(time.RFC3339)
}

// stored returns the flags that change the output and differ from their defaults.
func (c Config) stored() map[string]string {
	m := map[string]string{}
	if c.BBox != nil {
		m["bbox"] = boxText(*c.BBox)
	}
	if !c.Profile.IsDefault() {
		m["profile"] = c.Profile.Hash()
	}
	if c.Lean {
		m["lean"] = "true"
	}
	if len(c.CH) > 0 {
		m["ch"] = modesText(c.CH)
	}
	if c.Prune > 0 {
		m["prune"] = strconv.Itoa(c.Prune)
	}
	if n := cornerLimit(c.AreaNodes); n != defaultAreaNodes {
		m["area_nodes"] = strconv.Itoa(n)
	}
	if c.LinkM != 0 && c.LinkM != defaultLinkM {
		m["link_m"] = strconv.FormatFloat(c.LinkM, 'g', -1, 64)
	}
	if c.TransferS != 0 && c.TransferS != defaultTransferS {
		m["transfer_limit_s"] = strconv.Itoa(int(c.TransferS))
	}
	return m
}

func boxText(b geometry.Box) string {
	w, s := geometry.Point{Lon: b.W, Lat: b.S}.Degrees()
	e, n := geometry.Point{Lon: b.E, Lat: b.N}.Degrees()
	return fmt.Sprintf("%.7f,%.7f,%.7f,%.7f", w, s, e, n)
}

// outputIsCurrent reports whether Output was made from the same inputs by the same builder and configuration. A file that
// is damaged is not current, nor one with issues where all of them are asked for: it may not have kept all.
func (r *run) outputIsCurrent() bool {
	g, err := graph.Open(r.config.Output, graph.Verify(encode.VerifyAll))
	if err != nil {
		return false
	}
	defer g.Close()
	old, now := g.Meta(), r.tables.Meta
	if r.elevation != nil { // which tiles are used is known only afterwards: compare those that were
		now.Config["elevation"] = elevation.DigestAgain(r.config.Elevation, old.Config["elevation"])
	}
	if old.Builder != now.Builder || !maps.Equal(old.Config, now.Config) {
		return false
	}
	if r.config.asksForIssues() && (len(old.IssueCounts) > 0 || len(r.feedSources()) > 0) { // a feed ends by the calendar
		return false
	}
	same := slices.EqualFunc(old.Inputs, now.Inputs, func(a, b graph.Input) bool {
		a.FeedVersion, b.FeedVersion = "", "" // known only once the feed has been read
		return a == b
	})
	if same {
		r.result.Meta, r.result.Sections = old, slices.Clone(g.Sections())
		if info, err := os.Stat(r.config.Output); err == nil {
			r.result.FileBytes = info.Size()
		}
	}
	return same
}

// asksForIssues reports whether the issues decide anything, or are to be written.
func (c Config) asksForIssues() bool { return c.Strict || len(c.FailOn) > 0 || c.ReportPath != "" }

// noIssuePlace stands for an issue without a position in the table of issues.
const noIssuePlace = math.MinInt32

// fillIssues stores the issues of the inputs with the graph.
func (r *run) fillIssues() {
	r.tables.Meta.IssueCounts = map[string]int{}
	for _, c := range r.report.Counts() {
		r.tables.Meta.IssueCounts[c.Code] = c.Count
	}
	t := &r.tables.Issues
	for _, i := range storedIssues(r.report.Issues()) {
		p := geometry.Point{Lon: noIssuePlace, Lat: noIssuePlace}
		if located, err := geometry.FromDegrees(i.Lon, i.Lat); i.Located && err == nil {
			p = located
		}
		t.Code.Append(i.Code)
		t.Severity.Append(uint8(i.Severity))
		t.Message.Append(i.Message)
		t.Object.Append(i.Object)
		t.File.Append(i.File)
		t.Line.Append(uint32(i.Line))
		t.Lon.Append(p.Lon)
		t.Lat.Append(p.Lat)
		t.Action.Append(i.Action)
	}
}

// checkIssues applies Config.Strict and Config.FailOn to the issues that are new.
func (r *run) checkIssues() error {
	for _, c := range r.report.Counts() {
		known := ""
		if c.New < c.Count {
			known = fmt.Sprintf(" besides %d known ones", c.Count-c.New)
		}
		if limit, ok := r.config.FailOn[c.Code]; ok && c.New >= limit {
			return fmt.Errorf("build: %w: %d of %s%s, the limit is %d", ErrIssues, c.New, c.Code, known, limit)
		}
		if r.config.Strict && c.NewSeverity == report.Error {
			return fmt.Errorf("build: %w: %d of %s%s", ErrIssues, c.New, c.Code, known)
		}
	}
	return nil
}
