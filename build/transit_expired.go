package build

import (
	"fmt"

	"graphbuild/gtfs"
	"graphbuild/report"
)

// reportExpired warns of feeds whose last service day is before today. Call it when the issues of the graph have been
// written: what depends on the clock must not reach the file.
func reportExpired(feeds []*gtfs.Feed, today gtfs.Day, r *report.Report) {
	for _, f := range feeds {
		last, any := lastServiceDay(f)
		switch {
		case !any:
			r.Add(report.Issue{Code: "gtfs_feed_without_days", Severity: report.Warning, File: f.Name, Object: f.Label,
				Message: "no service of the feed runs on any day", Action: "kept"})
		case last < today:
			r.Add(report.Issue{Code: "gtfs_feed_expired", Severity: report.Warning, File: f.Name, Object: f.Label,
				Message: fmt.Sprintf("the last service day is %s, before today, %s: fetch a newer feed", last, today), Action: "kept"})
		}
	}
}

func lastServiceDay(f *gtfs.Feed) (last gtfs.Day, any bool) {
	for i := range f.Services {
		for d := range f.Services[i].Days {
			if !any || d > last {
				last, any = d, true
			}
		}
	}
	return last, any
}
