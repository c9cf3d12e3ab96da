//go:build unix

package encode

import "golang.org/x/sys/unix"

// mapBytes maps so many bytes of an open file.
func mapBytes(file uintptr, size int) ([]byte, func() error, error) {
	data, err := unix.Mmap(int(file), 0, size, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, err
	}
	return data, func() error { return unix.Munmap(data) }, nil
}
