package gtfs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/internal/shared"
	"graphbuild/report"
)

// sharedFeeds lists the feeds of the shared data, zips and folders.
func sharedFeeds(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"data/gtfs/*", "data/odd/gtfs/*", "data/odd/gtfs/*/*", "data/odd/derived/gtfs-*.zip"} {
		matches, err := filepath.Glob(filepath.Join(shared.Path(t, "data"), "..", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range matches {
			if info, err := os.Stat(path); err == nil && (info.IsDir() || filepath.Ext(path) == ".zip") {
				out = append(out, path)
			}
		}
	}
	return out
}

// A feed opens or gives one clear error; rows read are rows kept and rows reported as dropped.
func TestEverySharedFeed(t *testing.T) {
	for _, path := range sharedFeeds(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			r := report.New(report.Options{})
			f, err := Open(path, "feed", Options{Report: r})
			if err != nil {
				if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), filepath.Base(path)) {
					t.Errorf("error is not one line that names the file: %v", err)
				}
				t.Logf("error: %v", err)
				return
			}
			checkRows(t, f, r)
			t.Logf("%v", r.Counts())
		})
	}
}

// droppedCodes are the codes of issues that stand for a dropped row.
func checkRows(t *testing.T, f *Feed, r *report.Report) {
	t.Helper()
	kept := map[string]int{
		"agency.txt": len(f.Agencies), "levels.txt": len(f.Levels), "stops.txt": len(f.Stops), "routes.txt": len(f.Routes),
		"shapes.txt": len(f.Shapes.Point), "trips.txt": len(f.Trips), "stop_times.txt": len(f.StopTimes.Stop) + len(f.FlexCalls),
		"frequencies.txt": len(f.Frequencies), "transfers.txt": len(f.Transfers), "pathways.txt": len(f.Pathways),
	}
	for _, s := range f.Services {
		if !s.DatesOnly {
			kept["calendar.txt"]++
		}
		kept["calendar_dates.txt"] += len(s.Added) + len(s.Removed)
	}
	for _, file := range f.Files {
		if n, ok := kept[file.Name]; ok && file.Rows != n+file.Dropped {
			t.Errorf("%s: %d rows, %d kept and %d dropped", file.Name, file.Rows, n, file.Dropped)
		}
	}
}
