package main

import (
	"errors"
	"io"
	"os"
)

// output is stdout. It keeps the first error, so that one which a command or the parser passes over still fails.
type output struct {
	w   io.Writer
	err error
}

// Write is that of io.Writer. Its error says what failed, not the name that stdout has on this system.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.w.Write(p)
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err
	}
	if o.err == nil {
		o.err = err
	}
	return n, err
}
