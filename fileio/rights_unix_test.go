//go:build unix

package fileio

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
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
		err := WriteAside(t.Context(), output, func(w io.Writer) error {
			aside, err := filepath.Glob(filepath.Join(filepath.Dir(output), ".out.*"))
			if err != nil || len(aside) != 1 {
				return fmt.Errorf("%s: aside are %v, %w", name, aside, err)
			}
			wantRights(t, name+", while it is written", aside[0], test.want)
			_, err = io.WriteString(w, "new")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		wantRights(t, name, output, test.want)
	}
}

// TestOwnerOfAnOutput replaces the file of another user and group, as root may.
func TestOwnerOfAnOutput(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give files away")
	}
	output := filepath.Join(t.TempDir(), "out")
	if err := os.WriteFile(output, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(output, 1234, 1235); err != nil {
		t.Fatal(err)
	}
	if err := WriteAside(t.Context(), output, func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(output)
	if err != nil {
		t.Fatal(err)
	}
	if had := info.Sys().(*syscall.Stat_t); had.Uid != 1234 || had.Gid != 1235 {
		t.Errorf("owner %d, group %d", had.Uid, had.Gid)
	}
	wantRights(t, "of another user", output, 0o640)
}

func wantRights(t *testing.T, name, path string, want fs.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Error(err)
	} else if got := info.Mode().Perm(); got != want {
		t.Errorf("%s: rights %o, want %o", name, got, want)
	}
}
