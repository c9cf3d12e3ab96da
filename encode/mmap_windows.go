package encode

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapBytes maps so many bytes of an open file. While they are mapped Windows refuses to shorten or to replace the file, so that
// they cannot go away, as they can on Unix; whoever builds a new file in the place of one that is served gives it another name.
func mapBytes(file uintptr, size int) ([]byte, func() error, error) {
	// The size is given, so that a file that grows at this moment is not mapped any further.
	n := uint64(size)
	mapping, err := windows.CreateFileMapping(windows.Handle(file), nil, windows.PAGE_READONLY, uint32(n>>32), uint32(n), nil)
	if err != nil {
		return nil, nil, err
	}
	defer windows.CloseHandle(mapping) // the view keeps it
	at, err := windows.MapViewOfFile(mapping, windows.FILE_MAP_READ, 0, 0, uintptr(size))
	if err != nil {
		return nil, nil, err
	}
	return bytesAt(at, size), func() error { return windows.UnmapViewOfFile(at) }, nil
}

// reserveBytes returns zeros that take memory where they are touched. Windows promises all of it: it refuses more than memory and
// page file have left.
func reserveBytes(size int) ([]byte, func() error, error) {
	at, err := windows.VirtualAlloc(0, uintptr(size), windows.MEM_RESERVE|windows.MEM_COMMIT, windows.PAGE_READWRITE)
	if err != nil {
		return nil, nil, err
	}
	return bytesAt(at, size), func() error { return windows.VirtualFree(at, 0, windows.MEM_RELEASE) }, nil
}

// bytesAt returns the memory of the system from an address on.
func bytesAt(at uintptr, size int) []byte {
	// SAFETY: there are size bytes from there on, which are no memory of Go's, until whoever got them gives them back.
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), size)
}
