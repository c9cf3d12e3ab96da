//go:build unix

package encode

import (
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file to memory, read only and shared with other processes.
func mapFile(path string) ([]byte, func() error, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() || info.Size() == 0 {
		return readFile(path)
	}
	if info.Size() > math.MaxInt {
		return nil, nil, fmt.Errorf("%s: %d bytes do not fit into the address space", path, info.Size())
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: map: %w", path, err)
	}
	return data, func() error { return unix.Munmap(data) }, nil
}
