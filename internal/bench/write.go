package main

import (
	"fmt"
	"io"
	"time"

	"graphbuild/graph"
)

// mostWrite is what writing Delaware may take, in CPU time, once the graph is built.
const mostWrite = 80 * time.Millisecond

// measureWrite reads the tables of a graph file, and measures writing them to nowhere.
func measureWrite(path string) error {
	const runs = 20
	g, err := graph.Open(path)
	if err != nil {
		return err
	}
	defer g.Close()
	t := g.Unpack()
	// Columns that are read in place are made plain, as a build has them.
	rows := make([]uint32, t.Ways.Name.Len())
	for w := range rows {
		rows[w] = uint32(w)
	}
	t.Ways.Name.Select(rows)
	t.Ways.ID.Expand()
	least := time.Duration(1<<63 - 1)
	for range runs {
		before, ok := ownCPU()
		if !ok {
			fmt.Println("write: not measured: the system does not tell the CPU time")
			return nil
		}
		if _, err := graph.Write(io.Discard, t, graph.WriteOptions{}); err != nil {
			return err
		}
		after, _ := ownCPU()
		least = min(least, after-before)
	}
	fmt.Printf("write %.1f ms of CPU, least of %d\n", float64(least.Nanoseconds())/1e6, runs)
	if least > mostWrite {
		return fmt.Errorf("writing takes %v: expected at most %v", least, mostWrite)
	}
	return nil
}
