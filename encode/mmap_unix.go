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

// reserveBytes returns zeros that take memory where they are written to.
func reserveBytes(size int) ([]byte, func() error, error) {
	data, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|noReserve)
	if err != nil {
		return nil, nil, err
	}
	return data, func() error { return unix.Munmap(data) }, nil
}
