//go:build !unix && !windows

package encode

import "io"

// mapFile reads the file where the system has no mapping that we know of.
func mapFile(path string) ([]byte, func() error, error) {
	f, err := OpenRegular(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	return b, func() error { return nil }, err
}
