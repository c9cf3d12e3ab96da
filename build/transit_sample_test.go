package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/graph"
	"graphbuild/internal/shared"
)

// sampleFeed returns the tables of testdata/wilmington.
func sampleFeed(t testing.TB) feedFiles {
	t.Helper()
	return folderFeed(t, filepath.Join(shared.Root(t), "testdata", "wilmington"))
}

// folderFeed returns the tables in a folder.
func folderFeed(t testing.TB, folder string) feedFiles {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no feed: ", err)
	}
	out := feedFiles{}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(path), ".txt")] = string(content)
	}
	return out
}

// The sample is a clean feed: all rows are kept, all patterns follow their shapes.
func TestSampleFeed(t *testing.T) {
	files := sampleFeed(t)
	got, r := transitOf(t, map[string]string(files))
	for _, i := range r.Issues() {
		if i.Severity > 0 {
			t.Errorf("%+v", i)
		}
	}
	for name, n := range map[string]int{
		"stops": got.Stops.ID.Len(), "trips": got.Trips.ID.Len(), "routes": got.Routes.ID.Len(), "frequencies": got.Frequencies.Trip.Len(),
		"transfers": got.Transfers.Type.Len(), "pathways": got.Pathways.ID.Len(), "calendar": got.Services.ID.Len(), "levels": got.Levels.ID.Len(),
	} {
		if want := strings.Count(files[name], "\n") - 1; n != want {
			t.Errorf("%d %s, want %d", n, name, want)
		}
	}
	for i := range got.Patterns.Route.Len() {
		if got.Patterns.Shape.At(i) == graph.NoShape {
			t.Errorf("pattern %d has no shape", i)
		}
	}
}

// The stops of the sample stand by the streets of the extract that it was drawn on. Those inside the station are reached
// by its entrance.
func TestSampleStopsAreLinked(t *testing.T) {
	osm := shared.Path(t, "data/osm/delaware.osm.pbf")
	tables, _ := tablesFrom(t, Config{Inputs: inputsOf(osm, filepath.Join(shared.Root(t), "testdata", "wilmington"))})
	nearest := map[string]float64{}
	for i := range tables.Links.Stop.Len() {
		id, m := tables.Stops.ID.At(int(tables.Links.Stop.At(i))), float64(tables.Links.DistanceDM.At(i))/10
		if old, ok := nearest[id]; !ok || m < old {
			nearest[id] = m
		}
	}
	for i := range tables.Stops.ID.Len() {
		id := tables.Stops.ID.At(i)
		m, linked := nearest[id]
		switch {
		case strings.HasPrefix(id, "WIL") && id != "WIL-E":
			if linked {
				t.Errorf("stop %s of the station is linked by itself", id)
			}
		case !linked || m > 20:
			t.Errorf("stop %s: linked %v, %.1f m", id, linked, m)
		}
	}
}
