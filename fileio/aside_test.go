package fileio

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestFullDiskKeepsTheOldFile(t *testing.T) {
	folder := t.TempDir()
	output := filepath.Join(folder, "out.graph")
	if err := os.WriteFile(output, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := WriteAside(t.Context(), output, func(w io.Writer) error {
		if _, err := io.WriteString(w, "half"); err != nil {
			return err
		}
		return &os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}
	})
	if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "disk is full") || !strings.Contains(err.Error(), output) {
		t.Errorf("error %q", err)
	}
	if content, err := os.ReadFile(output); err != nil || string(content) != "old" {
		t.Errorf("the older output is now %q, %v", content, err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// TestWriteThatPanics: the caller can recover from a panic of what writes, and nothing is left behind.
func TestWriteThatPanics(t *testing.T) {
	folder := t.TempDir()
	var panicked any
	func() {
		defer func() { panicked = recover() }()
		WriteAside(context.Background(), filepath.Join(folder, "out"), func(io.Writer) error { panic("ouch") })
	}()
	if panicked != "ouch" {
		t.Errorf("recovered %v", panicked)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Error("left behind:", left)
	}
}
