//go:build unix || windows

package encode

import (
	"fmt"
	"math"

	"graphbuild/fileio"
)

// mapFile maps a file to memory, read only and shared with other processes. A disk or share that fails is a fault at the byte that
// is read, which ends the program; on Unix so is a file that somebody shortens.
func mapFile(path string) ([]byte, func() error, error) {
	f, err := fileio.OpenRegular(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close() // what is mapped keeps the file
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 { // which cannot be mapped
		return nil, func() error { return nil }, nil
	}
	if info.Size() > math.MaxInt {
		return nil, nil, fmt.Errorf("%s: %d bytes do not fit into the address space", path, info.Size())
	}
	data, release, err := mapBytes(f.Fd(), int(info.Size()))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: map: %w", path, err)
	}
	return data, release, nil
}
