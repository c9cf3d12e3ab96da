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
