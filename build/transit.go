package build

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/report"
)

// addTransit fills the tables Feeds to Shapes of t, all but Links, from feeds, which have labels of their own. The order of
// feeds and of the rows in their files does not matter. What cannot be used is dropped with an issue in r. The error is
// that of ctx alone.
func addTransit(ctx context.Context, feeds []*gtfs.Feed, t *graph.Tables, r *report.Report) error {
	feeds = slices.SortedFunc(slices.Values(feeds), func(a, b *gtfs.Feed) int { return strings.Compare(a.Label, b.Label) })
	return addSorted(ctx, feeds, transitAdder{t: t, r: r})
}

// addSorted is addTransit for feeds that are sorted by label, some of which may be of a base.
func addSorted(ctx context.Context, feeds []*gtfs.Feed, a transitAdder) error {
	a.patterns, a.profiles, a.lists = map[string]graph.PatternID{}, map[string]uint32{}, newCallLists(a.t)
	a.addServices(feeds)
	for i, f := range feeds {
		if err := ctx.Err(); err != nil {
			return err
		}
		a.addFeed(graph.FeedID(i), f)
	}
	a.finishTrips()
	for _, f := range a.feeds {
		f.addFrequencies()
		f.addTransfers()
		f.addPathways()
		f.addFlex()
		f.addRaw()
	}
	a.addContinuations()
	a.addSameStops()
	a.finishShapes()
	a.sortReferences()
	return ctx.Err()
}

// transitAdder fills the transit tables, feed after feed.
type transitAdder struct {
	t     *graph.Tables
	r     *report.Report
	feeds []*feedAdder
	bases map[*gtfs.Feed]*baseFeed // those of feeds that come from a base; nil: none

	patterns map[string]graph.PatternID // by patternKey
	profiles map[string]uint32          // by profileKey; numbered as found
	keys     []string                   // of profiles
	as       []graph.PatternID          // by pattern: the one that holds its stops, before patterns are split
	trips    []tripRow
	lists    *callLists

	frequencies []frequencyRow
	transfers   []transferRow
	// transferLines are the lines of transfers in their file, until they are sorted.
	transferLines []int
	pathways      []pathwayRow
	scratch       tripScratch
}

// feedAdder has the numbers in the graph of the rows of one feed.
type feedAdder struct {
	*transitAdder
	*gtfs.Feed
	base     *baseFeed // nil for a feed that was read from its files
	id       graph.FeedID
	agencies []graph.AgencyID
	levels   []graph.LevelID
	stops    []graph.StopID
	routes   []graph.RouteID
	services []graph.ServiceID // noService where it runs on no day
	shapes   []graph.ShapeID   // NoShape where it was dropped
	trips    []graph.TripID    // NoTrip where it was dropped
	// dist is the shape_dist_traveled of shapes that have it, until the trips have been added.
	dist       map[graph.ShapeID][]float32
	firstShape int                     // of a base
	flexible   map[gtfs.TripIndex]bool // trips with calls on demand
	repeated   map[gtfs.TripIndex]bool // trips with rows of frequencies.txt
	lastShape  graph.ShapeID
	lastLine   shapeLine
}

// noService stands for a service without days.
const noService graph.ServiceID = 1<<32 - 1

func (a *transitAdder) addFeed(id graph.FeedID, f *gtfs.Feed) {
	t := &a.t.Feeds
	t.Label.Append(f.Label)
	t.FeedID.Append(f.Info.FeedID)
	t.Publisher.Append(f.Info.Publisher)
	t.Lang.Append(f.Info.Lang)
	t.Version.Append(f.Info.Version)
	t.PublisherURL.Append(f.Info.PublisherURL)
	t.DefaultLang.Append(f.Info.DefaultLang)
	t.StartDate.Append(f.Info.StartDate)
	t.EndDate.Append(f.Info.EndDate)
	t.ContactEmail.Append(f.Info.ContactEmail)
	t.ContactURL.Append(f.Info.ContactURL)

	x := a.feeds[id]
	x.addAgencies()
	x.addLevels()
	x.addStops()
	x.addRoutes()
	if x.base != nil {
		x.addBaseShapes()
		x.addBaseTrips()
		return
	}
	x.addShapes()
	x.addTrips()
	x.dist, x.lastLine = nil, shapeLine{}
}

// byID returns the rows of a table in the order of their ids.
func byID[T any](rows []T, id func(*T) string) []int {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(id(&rows[i]), id(&rows[j])) })
	return order
}

// numbered returns the number in the graph of each row, when the rows in the given order get the numbers from first on.
func numbered[I ~uint32](order []int, first int) []I {
	out := make([]I, len(order))
	for n, row := range order {
		out[row] = I(first + n)
	}
	return out
}

// issue adds an issue about a row of a table.
func (f *feedAdder) issue(i report.Issue, table string, line int) {
	if f.base != nil {
		return // it is among the issues of the base
	}
	i.File, i.Line = f.Label+"/"+table, line
	f.r.Add(i)
}
