package build

import (
	"context"

	"golang.org/x/sync/errgroup"

	"graphbuild/fileio"
	"graphbuild/gtfs"
)

// fillTransit reads the feeds, beside each other, and fills the tables of the timetable.
func (r *run) fillTransit(ctx context.Context) error {
	if err := r.readFeeds(ctx); err != nil {
		return err
	}
	feeds := r.feeds
	r.feeds = nil
	for i, s := range r.feedSources() {
		s.feed = feeds[i].Info.Version
		r.services = append(r.services, &gtfs.Feed{Label: s.Label, Name: feeds[i].Name, Services: feeds[i].Services})
	}
	r.fillProvenance()
	for _, b := range r.kept {
		r.services = append(r.services, &gtfs.Feed{Label: b.Label, Name: b.Name, Services: b.Services})
	}
	sorted, bases := r.sortedFeeds(feeds)
	if err := addSorted(ctx, sorted, transitAdder{t: &r.tables, r: r.report, bases: bases}); err != nil {
		return err
	}
	if len(r.tables.Pairs.From) == 0 && r.tables.Stops.ID.Len() == 0 && r.tables.Areas.ID.Len() == 0 {
		return r.errEmpty()
	}
	r.reportSwapped()
	return nil
}

// readFeeds reads the feeds into run.feeds, in the order of feedSources, unless that is done.
func (r *run) readFeeds(ctx context.Context) error {
	if r.feeds != nil {
		return nil
	}
	sources := r.feedSources()
	if len(sources) > 0 {
		r.restoreGC = collectOften()
	}
	var err error
	r.feeds, err = fileio.OrCancel(ctx, func() ([]*gtfs.Feed, error) { return r.openFeeds(sources) })
	return err
}

func (r *run) openFeeds(sources []*source) ([]*gtfs.Feed, error) {
	feeds := make([]*gtfs.Feed, len(sources))
	var group errgroup.Group
	group.SetLimit(r.workers)
	for i, s := range sources {
		group.Go(func() (err error) {
			feeds[i], err = gtfs.Open(s.Path, s.Label, gtfs.Options{Report: r.report})
			return err
		})
	}
	return feeds, group.Wait()
}
