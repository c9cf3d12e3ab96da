package encode

import (
	"fmt"
	"math"
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapFile maps a file to memory, read only and shared with other processes. While it is mapped Windows refuses to shorten or
// to replace the file, so that its bytes cannot go away, as they can on Unix; whoever builds a new file in the place of one that
// is served gives it another name. What remains is a disk or share that fails: that is a fault at the byte that is read, which
// ends the program, as on Unix.
func mapFile(path string) ([]byte, func() error, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close() // a view keeps the file
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() || info.Size() == 0 {
		return readFile(path)
	}
	if info.Size() > math.MaxInt {
		return nil, nil, fmt.Errorf("%s: %d bytes do not fit into the address space", path, info.Size())
	}
	size := uintptr(info.Size())
	// The size is given, so that a file that grows at this moment is not mapped any further.
	mapping, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READONLY, uint32(uint64(size)>>32), uint32(size), nil)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: map: %w", path, err)
	}
	defer windows.CloseHandle(mapping) // likewise
	at, err := windows.MapViewOfFile(mapping, windows.FILE_MAP_READ, 0, 0, size)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: map: %w", path, err)
	}
	// SAFETY: the view has size bytes from here on, which are no memory of Go's, until it is unmapped.
	data := unsafe.Slice(*(**byte)(unsafe.Pointer(&at)), int(size))
	return data, func() error { return windows.UnmapViewOfFile(at) }, nil
}
