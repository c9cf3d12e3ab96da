package build

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/report"
)

// openBase opens Config.Base, whose streets the build takes as they are.
func (r *run) openBase() error {
	if r.config.Base == "" {
		return nil
	}
	c := &r.config
	if c.BBox != nil || c.Lean || c.Prune > 0 || c.Elevation != "" || !c.Profile.IsDefault() {
		return errors.New("build: the streets are those of the base: leave out bbox, lean, prune, elevation and profile")
	}
	g, err := graph.Open(c.Base)
	if err != nil {
		return fmt.Errorf("build: base: %w", err)
	}
	r.base = g
	if g.NumStreetVertices() == 0 {
		return fmt.Errorf("build: base %s has no streets: build it from an OpenStreetMap file", c.Base)
	}
	return nil
}

// takeBase takes the streets of the base and what it says of them, and the feeds that are not replaced: those whose label
// no feed at hand has.
func (r *run) takeBase(context.Context) error {
	if r.base == nil {
		return nil
	}
	if len(r.osmSources()) > 0 {
		return fmt.Errorf("build: input %s: the base has the streets already, give feeds alone", r.osmSources()[0].Path)
	}
	if len(r.feedSources()) == 0 {
		return errors.New("build: no feed to add to the base")
	}
	if err := r.awaitHashes(); err != nil {
		return err
	}
	meta := r.tables.Meta
	r.tables = *r.base.Unpack()
	r.tables.Meta = meta
	old := &r.tables
	r.kept = nil
	for f := range r.base.NumFeeds() {
		if id := graph.FeedID(f); !r.replacesFeed(r.base.Feed(id).Label) {
			r.kept = append(r.kept, newBaseFeed(r.base, old.Shapes, id))
		}
	}
	old.ClearTransit()
	r.keepIssues()
	return nil
}

// replacesFeed reports whether a feed of this label is read.
func (r *run) replacesFeed(label string) bool {
	return slices.ContainsFunc(r.feedSources(), func(s *source) bool { return s.Label == label })
}

// addBase adds the inputs of the base that stay to the provenance, and its flags.
func (r *run) addBase(m *graph.Meta) {
	old := r.base.Meta()
	flags := maps.Clone(old.Config)
	if flags == nil {
		flags = map[string]string{}
	}
	for _, key := range transitFlags {
		delete(flags, key)
	}
	maps.Copy(flags, m.Config)
	m.Config = flags
	var osm, feeds []graph.Input
	for _, in := range old.Inputs {
		switch {
		case in.Kind != "gtfs":
			osm = append(osm, in)
		case !r.replacesFeed(in.Label):
			feeds = append(feeds, in)
		}
	}
	feeds = append(feeds, m.Inputs...)
	slices.SortFunc(feeds, func(a, b graph.Input) int { return strings.Compare(a.Label, b.Label) })
	m.Inputs = append(osm, feeds...)
}

// transitFlags are the flags that a build on a base applies anew to all feeds.
var transitFlags = []string{"link_m", "transfer_limit_s"}

// keepIssues takes over the issues of the base about streets and about feeds that stay. Links are found anew, with their
// issues. Of a code of which the base counts more issues than it holds, those that it does not hold are counted if any
// of their code stays.
func (r *run) keepIssues() {
	held, dropped := map[string]int{}, map[string]int{}
	worst := map[string]report.Severity{}
	for i := range r.base.NumIssues() {
		x := r.base.Issue(i)
		if r.goes(&x) {
			dropped[x.Code]++
			continue
		}
		held[x.Code]++
		worst[x.Code] = max(worst[x.Code], report.Severity(x.Severity))
		issue := report.Issue{
			Code: x.Code, Severity: report.Severity(x.Severity), Message: x.Message, Object: x.Object, File: x.File, Line: int(x.Line), Action: x.Action,
		}
		if x.Lon != graph.NoCoordinate {
			issue.Located = true
			issue.Lon, issue.Lat = geometry.Point{Lon: x.Lon, Lat: x.Lat}.Degrees()
		}
		r.report.Add(issue)
	}
	counts := r.base.Meta().IssueCounts
	for _, code := range slices.Sorted(maps.Keys(held)) {
		if more := counts[code] - held[code] - dropped[code]; more > 0 {
			r.report.AddCount(report.CodeCount{Code: code, Severity: worst[code], Count: more})
		}
	}
}

// goes reports whether an issue of the base is about links or stops of several feeds, or about a feed that is replaced.
func (r *run) goes(x *graph.Issue) bool {
	if strings.HasPrefix(x.Code, "link_") || x.Code == codeSameName {
		return true
	}
	for _, in := range r.base.Meta().Inputs {
		if in.Kind == graph.InputGTFS && r.replacesFeed(in.Label) &&
			(x.File == in.Name || strings.HasPrefix(x.File, in.Label+"/") || strings.HasPrefix(x.Object, in.Label+":")) {
			return true
		}
	}
	return false
}

// baseFeed is a feed of a base: its rows as if they had been read from files, but for stop times and shapes, which are
// taken as they are in the graph.
type baseFeed struct {
	gtfs.Feed
	g      *graph.Graph
	shapes graph.Shapes
	id     graph.FeedID

	agency, level, stop, route, service, shape, pattern rowSpan
	trips                                               []graph.TripID // by gtfs.TripIndex; NoTrip for those on demand alone
	index                                               map[graph.TripID]gtfs.TripIndex
}

// rowSpan are the rows of a table that are of one feed.
type rowSpan struct{ first, n int }

// spanOf returns the rows of a feed in a column of feeds, which is sorted.
func spanOf(rows int, feed func(i int) graph.FeedID, id graph.FeedID) rowSpan {
	var s rowSpan
	for i := range rows {
		switch f := feed(i); {
		case f < id:
			s.first = i + 1
		case f == id:
			s.n++
		}
	}
	return s
}

// index returns the number within the feed of a row of the graph; what is not of the feed, as missing values are not,
// has the highest number.
func index[F, G ~uint32](s rowSpan, row G) F {
	if i := int(row) - s.first; i >= 0 && i < s.n {
		return F(i)
	}
	return 1<<32 - 1
}
