//go:build unix

package fileio

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestRightsOfAnOutput writes a new file, which has the rights that the system gives one, and others over files with rights of
// their own, which stay.
func TestRightsOfAnOutput(t *testing.T) {
	defer unix.Umask(unix.Umask(0o027))
	for name, test := range map[string]struct{ earlier, want fs.FileMode }{
		"new":             {0, 0o640},
		"for the owner":   {0o600, 0o600},
		"for all to read": {0o644, 0o644},
	} {
		output := filepath.Join(t.TempDir(), "out")
		if test.earlier != 0 {
			if err := os.WriteFile(output, []byte("old"), test.earlier); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(output, test.earlier); err != nil {
				t.Fatal(err)
			}
		}
		if err := WriteAside(t.Context(), output, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(output)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != test.want {
			t.Errorf("%s: rights %o, want %o", name, got, test.want)
		}
	}
}
