//go:build !unix

package encode

// mapFile reads the file: mapping is done on Unix systems only.
func mapFile(path string) ([]byte, func() error, error) { return readFile(path) }
