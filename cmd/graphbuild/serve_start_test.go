package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// TestStartBoundsMemory makes more garbage at the start, as many requests at once do, than the service may take then.
func TestStartBoundsMemory(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	debug.FreeOSMemory()
	collectLater()
	var most uint64
	var garbage []byte
	for range 3 * startBytes >> 24 {
		garbage = make([]byte, 1<<24)
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
	}
	runtime.KeepAlive(garbage)
	if most > 3*startBytes/2 {
		t.Errorf("%d bytes were in use at once, expected some %d at most", most, startBytes)
	}
}
