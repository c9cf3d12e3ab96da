package answer

import (
	"io"
	"net/http"
)

// ErrBodies is the error of a body, or a part of one, for which there is no room.
var ErrBodies = &Error{http.StatusServiceUnavailable, CodeBusy, "the bodies of other requests take all the room that there is for bodies: send it again"}

// ReadBody reads a body of at most limit bytes, whose sender states a length, -1 for none, and takes the memory for it, as it
// comes, from what a request holds. It fails with *http.MaxBytesError where the body is longer, and with CodeBusy where there is no
// room for more.
func ReadBody(r io.Reader, length, limit int64, held *Held) ([]byte, error) {
	if length > limit {
		return nil, &http.MaxBytesError{Limit: limit}
	}
	var b []byte
	for {
		if len(b) == cap(b) {
			n := growth(len(b), length, limit)
			if !held.Take(n) {
				return nil, ErrBodies
			}
			b = append(make([]byte, 0, len(b)+n), b...)
		}
		n, err := r.Read(b[len(b):cap(b)])
		switch b = b[:len(b)+n]; {
		case int64(len(b)) > limit:
			return nil, &http.MaxBytesError{Limit: limit}
		case err == io.EOF:
			return b, nil
		case err != nil:
			return nil, err
		}
	}
}

// growth returns how many more bytes to make room for when there are n: twice as many as have come, but no more than come by the
// stated length, or may come by the limit, with one to see the end.
func growth(n int, length, limit int64) int {
	if length < int64(n) { // none, or a wrong one
		length = limit
	}
	left := length - int64(n) // and one, which may be more than there are numbers
	return int(min(int64(max(n, 512))-1, left)) + 1
}
