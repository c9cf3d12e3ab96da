package build

import (
	"context"

	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/report"
)

// addTransit fills the tables Feeds to Shapes of t, all but Links, from feeds, which have labels of their own. The order of
// feeds and of the rows in their files does not matter. What cannot be used is dropped with an issue in r.
func addTransit(ctx context.Context, feeds []*gtfs.Feed, t *graph.Tables, r *report.Report) error {
	panic("todo")
}
