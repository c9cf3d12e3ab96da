package build

import (
	"context"

	"golang.org/x/sync/errgroup"

	"graphbuild/gtfs"
)

// fillTransit reads the feeds, beside each other, and fills the tables of the timetable.
func (r *run) fillTransit(ctx context.Context) error {
	sources := r.feedSources()
	feeds := make([]*gtfs.Feed, len(sources))
	var group errgroup.Group
	group.SetLimit(r.workers)
	for i, s := range sources {
		group.Go(func() (err error) {
			feeds[i], err = gtfs.Open(s.Path, s.Label, gtfs.Options{Report: r.report})
			return err
		})
	}
	if err := waitOrCancel(ctx, group.Wait); err != nil {
		return err
	}
	for i, s := range sources {
		s.feed = feeds[i].Info.Version
		r.services = append(r.services, &gtfs.Feed{Label: s.Label, Name: feeds[i].Name, Services: feeds[i].Services})
	}
	r.fillProvenance()
	return addTransit(ctx, feeds, &r.tables, r.report)
}

// waitOrCancel waits for wait or, at most, until ctx ends: what runs on then only reads.
func waitOrCancel(ctx context.Context, wait func() error) error {
	done := make(chan error, 1)
	go func() { done <- wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
