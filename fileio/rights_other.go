//go:build !unix

package fileio

import (
	"io/fs"
	"os"
)

// giveRights gives f the rights of an earlier file.
func giveRights(f *os.File, earlier fs.FileInfo) error { return f.Chmod(earlier.Mode().Perm()) }
