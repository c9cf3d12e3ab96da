//go:build !unix && !windows

package encode

// mapFile reads the file where the system has no mapping that we know of.
func mapFile(path string) ([]byte, func() error, error) { return readFile(path) }
