package main

import (
	"testing"
	"time"
)

func TestWholeSeconds(t *testing.T) {
	for d, want := range map[time.Duration]int32{
		0: 0, time.Second: 1, 59*time.Second + 500*time.Millisecond: 60, time.Nanosecond: 1,
		-500 * time.Millisecond: -1, -time.Second: -1, 1 << 62: 1 << 30,
	} {
		if got := wholeSeconds(d); got != want {
			t.Errorf("%s: %d, want %d", d, got, want)
		}
	}
}
