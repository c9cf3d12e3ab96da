package build

import (
	"strings"
	"testing"
)

// TestCheckDisk takes an input that is larger than any disk.
func TestCheckDisk(t *testing.T) {
	folder := t.TempDir()
	if _, ok := freeBytes(folder); !ok {
		t.Skip("the free space is not known here")
	}
	r := newRun(Config{Output: folder + "/x.graph"})
	r.sources = []*source{{Input: Input{Kind: GTFS}, bytes: 1 << 30}}
	if err := r.checkDisk(); err != nil {
		t.Error(err)
	}
	r.sources[0].bytes = 1 << 61
	if err := r.checkDisk(); err == nil || !strings.Contains(err.Error(), "expected to need 69.2 PB or more") {
		t.Errorf("got %v, expected an error that says how much is needed", err)
	}
}
