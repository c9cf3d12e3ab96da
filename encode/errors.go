package encode

import (
	"errors"
	"fmt"
)

var (
	// ErrMagic is returned for a file that is not a graph file, or was copied as text.
	ErrMagic = errors.New("not a graph file")
	// ErrVersion is returned for a file, or a table of it, of a version that this program does not read.
	ErrVersion = errors.New("version not known")
	// ErrTruncated is returned for a file that is shorter or longer than it says.
	ErrTruncated = errors.New("wrong length")
	// ErrUnknownTable is returned by Decode for a critical table that the schema does not have.
	ErrUnknownTable = errors.New("critical table not known")
	// ErrClosed is what reading a view after Close panics with.
	ErrClosed = errors.New("encode: the file is closed")
)

// CorruptError says what part of a file is damaged.
type CorruptError struct {
	Section string // table and column, or the part of the container
	Offset  int64  // of the section in the file
	Err     error
}

func (e *CorruptError) Error() string {
	return fmt.Sprintf("corrupt %s at byte %d: %v", e.Section, e.Offset, e.Err)
}

func (e *CorruptError) Unwrap() error { return e.Err }
