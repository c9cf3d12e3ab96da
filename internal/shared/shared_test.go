package shared

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPathOfAFileThatIsThere(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GRAPHBUILD_SHARED", dir)
	want := filepath.Join(dir, "data", "a.txt")
	if err := os.MkdirAll(filepath.Dir(want), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(want, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := Path(t, "data/a.txt"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPathSkipsWhenAbsent(t *testing.T) {
	t.Setenv("GRAPHBUILD_SHARED", t.TempDir())
	skipped := false
	t.Run("absent", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		Path(t, "no/such/file")
		t.Error("went on without the file")
	})
	if !skipped {
		t.Error("did not skip")
	}
}

func TestRootHasGoMod(t *testing.T) {
	if _, err := os.Stat(filepath.Join(Root(t), "go.mod")); err != nil {
		t.Error(err)
	}
}
