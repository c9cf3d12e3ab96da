package graph

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFaultOfCutFile reads a mapped file that has been cut.
func TestFaultOfCutFile(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "a.graph"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const size = 1 << 16
	if err := f.Truncate(size); err != nil {
		t.Fatal(err)
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(data)
	if err := f.Truncate(0); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := FaultOf(recover()); err != ErrChanged {
			t.Errorf("got %v, expected %v", err, ErrChanged)
		}
	}()
	WatchFaults()
	t.Errorf("read %d from a file without content", data[size-1])
}
