//go:build unix

package encode

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOpenRefusesWhatIsNoFile opens what would be read without end, or would wait for somebody who writes.
func TestOpenRefusesWhatIsNoFile(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, kind := range map[string]string{dir: "a folder", pipe: "a pipe", "/dev/zero": "a device"} {
		_, err := Open(path, Options{})
		if want := path + ": expected a regular file, found " + kind; err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, expected %s", err, want)
		}
	}
}
