package fileio

import (
	"fmt"
	"io/fs"
	"os"
)

// OpenRegular opens a file for reading and refuses what is none by name: a device has no end, and a pipe waits for its other end.
func OpenRegular(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: expected a regular file, found %s", path, KindOf(info.Mode()))
	}
	return os.Open(path) // which tells in its words why there is none
}

// KindOf names what is no regular file: "a folder", "a pipe".
func KindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
