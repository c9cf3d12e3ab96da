// Package shared finds the inputs that tests share but that are too large for the repository. They lie in the folder
// named by GRAPHBUILD_SHARED, by default the folder "shared" beside the repository.
package shared

import (
	"os"
	"path/filepath"
	"testing"
)

// Path returns the path of rel, which is separated by slashes, within the shared inputs. Where the file or folder is not
// there, it skips the test and says what was looked for.
func Path(t testing.TB, rel string) string {
	t.Helper()
	path := filepath.Join(folder(t), filepath.FromSlash(rel))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("shared input %s is not there (set GRAPHBUILD_SHARED to the folder of shared inputs): %v", rel, err)
	}
	return path
}

func folder(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("GRAPHBUILD_SHARED"); dir != "" {
		return dir
	}
	return filepath.Join(Root(t), "..", "shared")
}

// Root returns the root of the repository: the nearest folder with a go.mod, from the one that the test runs in upwards.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the folder of the test")
		}
		dir = parent
	}
}
