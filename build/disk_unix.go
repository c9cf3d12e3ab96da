//go:build linux || darwin

package build

import "golang.org/x/sys/unix"

// freeBytes returns how much one may still write to the disk of a folder.
func freeBytes(folder string) (int64, bool) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
