package build

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutputThatIsNoFile makes sure that a device, a folder or stdout named as the output is refused before any work.
func TestOutputThatIsNoFile(t *testing.T) {
	folder := t.TempDir()
	for output, want := range map[string]string{
		"":             "no output",
		"-":            "stdout",
		folder:         "a folder",
		os.DevNull:     "a device",
		"nowhere/x.gr": "the folder nowhere is not there",
	} {
		_, err := Run(context.Background(), Config{Inputs: []Input{{Path: "any.osm"}}, Output: output})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("output %q: got %v, expected an error with %q", output, err, want)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) > 0 {
		t.Error("left behind:", left)
	}
}
