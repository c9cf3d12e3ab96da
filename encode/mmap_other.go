//go:build !unix && !windows

package encode

import (
	"fmt"
	"io"

	"graphbuild/fileio"
)

// mapFile reads the file where the system has no mapping that we know of.
func mapFile(path string) ([]byte, func() error, error) {
	f, err := fileio.OpenRegular(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return b, func() error { return nil }, err
}

// mostReserved bounds memory by claim where the system gives all of it at once.
const mostReserved = 1 << 30

// reserveBytes returns zeros.
func reserveBytes(size int) ([]byte, func() error, error) {
	if size > mostReserved {
		return nil, nil, fmt.Errorf("at most %d expected on this system", mostReserved)
	}
	return make([]byte, size), func() error { return nil }, nil
}
