package osm

import "context"

// Scan decodes all blocks that hold objects of the wanted kinds. process runs on Workers goroutines at once; deliver gets
// its results in file order on the caller's goroutine.
func Scan[T any](ctx context.Context, f *File, want Kinds, process func(*Block) (T, error), deliver func(T) error) error {
	panic("todo")
}
