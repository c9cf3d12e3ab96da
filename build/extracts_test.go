package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"graphbuild/graph"
	"graphbuild/internal/shared"
)

// TestEveryExtract builds each of the shared extracts, the odd ones too, to a graph without a problem, or gets one line that
// names the file.
func TestEveryExtract(t *testing.T) {
	const largest = 1 << 18 // bytes in a short test
	built, refused := 0, 0
	for _, folder := range []string{"data/osm", "data/odd/osm", "data/odd/derived"} {
		files, err := os.ReadDir(shared.Path(t, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			info, err := f.Info()
			if err != nil || f.IsDir() || !strings.Contains(f.Name(), ".os") || testing.Short() && info.Size() > largest {
				continue
			}
			path := filepath.Join(shared.Path(t, folder), f.Name())
			output := filepath.Join(t.TempDir(), "out.graph")
			if _, err := Run(t.Context(), Config{Inputs: inputsOf(path), Output: output}); err != nil {
				refused++
				if line := err.Error(); strings.ContainsAny(line, "\n\r") || !strings.Contains(line, f.Name()) {
					t.Errorf("%s: error %q", f.Name(), line)
				}
				continue
			}
			built++
			checkFile(t, output, f.Name())
		}
	}
	t.Logf("%d built, %d refused", built, refused)
}

// checkFile verifies a graph file.
func checkFile(t *testing.T, path, name string) {
	t.Helper()
	g, err := graph.Open(path)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	defer g.Close()
	problems := 0
	_ = g.Verify(func(err error) {
		if problems++; problems <= 3 {
			t.Errorf("%s: %v", name, err)
		}
	})
}
