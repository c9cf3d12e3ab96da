package encode

import (
	"fmt"
	"math"
)

// room is memory by claim: pages of it are taken when they are written to, so that a claim of terabytes takes what comes in.
// Go's own memory would end the program where the system has less than is claimed.
type room struct {
	bytes   []byte // zeros
	release func() error
}

// newRoom reserves n bytes.
func newRoom(n int64) (room, error) {
	if n > math.MaxInt {
		return room{}, fmt.Errorf("%d bytes do not fit into the address space", n)
	}
	b, release, err := reserveBytes(int(n))
	if err != nil {
		return room{}, fmt.Errorf("room for %d bytes: %w", n, err)
	}
	return room{b, release}, nil
}

// close gives the memory back, if there is any.
func (r *room) close() error {
	if r.release == nil {
		return nil
	}
	return r.release()
}
