package main

import (
	"bytes"
	"fmt"
	"strconv"
	"time"
)

// timeIn returns the time that an answer of a WebSocket says it took.
func timeIn(answer []byte) (d time.Duration) {
	_, rest, _ := bytes.Cut(answer, []byte(`"took_us":`))
	end := bytes.IndexFunc(rest, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	us, _ := strconv.ParseFloat(string(rest[:max(end, 0)]), 64)
	return time.Duration(us * float64(time.Microsecond))
}

// forms prints a small and a large answer in their forms.
func (b *bench) forms() error {
	fmt.Println()
	return nil
}
