package build

import (
	"fmt"
	"runtime/debug"

	"graphbuild/report"
)

// What a build needs at its peak when the collector keeps near the bound, measured with 1 and 16 copies of Delaware (53
// and 420 MB). Left alone, it takes up to twice as much.
const (
	fixedBytes  = 45 << 20 // blocks in work, program
	bytesPerRef = 48       // ids while they are sorted; later slots, positions, pairs and the sections to write
	bytesPerWay = 110
)

// limitMemory tells the collector to work harder near the bound, and returns how to take that back.
func limitMemory(bound int64) (restore func()) {
	if bound <= 0 {
		return func() {}
	}
	before := debug.SetMemoryLimit(bound)
	return func() { debug.SetMemoryLimit(before) }
}

// feedGCPercent is how much the heap may grow between collections while feeds are built. Columns of stop times have no
// pointers, so that a collection costs little; at the default of 100, 5.2 million stop times take 490 MB instead of 375.
const feedGCPercent = 45

// collectOften returns how to take that back. A lower percentage that is set already stays.
func collectOften() (restore func()) {
	before := debug.SetGCPercent(feedGCPercent)
	if before >= 0 && before < feedGCPercent {
		debug.SetGCPercent(before)
	}
	return func() { debug.SetGCPercent(before) }
}

// checkMemory stops, now that the streets are counted and before the heavy stages, where the build would not fit into
// Config.MemoryBytes.
func (r *run) checkMemory() error {
	bound := r.config.MemoryBytes
	if bound <= 0 {
		return nil
	}
	need := int64(fixedBytes) + bytesPerRef*int64(len(r.ways.refs)) + bytesPerWay*int64(len(r.ways.id))
	if need <= bound {
		return nil
	}
	return fmt.Errorf("build: memory: %d streets with %d node references need about %s, the bound is %s: raise --memory, or build from a smaller extract",
		len(r.ways.id), len(r.ways.refs), report.Bytes(need), report.Bytes(bound))
}
