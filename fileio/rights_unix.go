//go:build unix

package fileio

import (
	"io/fs"
	"os"
	"syscall"
)

// giveRights gives f the owner, group and rights of an earlier file. Where the owner may not be given away the group alone is; where
// that may not be either, the rights of the group are for others than before, and are left out.
func giveRights(f *os.File, earlier fs.FileInfo) error {
	mode := earlier.Mode().Perm()
	if had, ok := earlier.Sys().(*syscall.Stat_t); ok {
		uid, gid := int(had.Uid), int(had.Gid)
		if f.Chown(uid, gid) != nil && f.Chown(-1, gid) != nil {
			mode &^= 0o070
		}
	}
	return f.Chmod(mode)
}
