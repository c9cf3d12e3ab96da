// Command codecbench prints, as Markdown, what encodings of edges cost: time to read and to write, bytes, allocations. Its rows
// are the steps of the experiment that this project goes on with: general codecs, objects with type names, with registered
// types, with codecs of their own for coordinates, vertices and edges, and columns.
//
//	codecbench FILE.graph
//
// The sets are the 20 edges of the graph with most points, 20 synthetic edges of 900 points, and all edges of the graph. Times
// are processor time of the thread, the least of some repetitions, with garbage collection kept out; every codec is checked
// to give back what it was given. Columns are read as columns, everything else as objects. Columns "packed" have each row in
// O(1) and are what a search reads in place, without reading all; columns "in blocks" are smaller.
package main

import (
	"fmt"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"time"

	"graphbuild/graph"
	"graphbuild/internal/threadclock"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: codecbench FILE.graph")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "codecbench:", err)
		os.Exit(1)
	}
}

func codecs() []codec {
	packed := codec{"columns packed", writePacked, readPacked}
	list := append([]codec{}, general...)
	for _, r := range []struct {
		name string
		rows rows
	}{
		{"rows with type names", rows{names: true}},
		{"rows, registered types", rows{}},
		{"+ coordinate codec", rows{coord: true}},
		{"+ vertex codec", rows{vertex: true}},
		{"+ both", rows{coord: true, vertex: true}},
		{"+ edge codec", rows{coord: true, vertex: true, edge: true}},
	} {
		list = append(list, codec{r.name, r.rows.write, r.rows.read})
	}
	return append(list, codec{"columns raw", writeRaw, readRaw}, packed, zipped(packed), codec{"columns in blocks", writeBlocks, readBlocks})
}

func run(path string) error {
	g, err := graph.Open(path)
	if err != nil {
		return err
	}
	defer g.Close()
	runtime.LockOSThread()
	debug.SetGCPercent(-1)
	for _, x := range []struct {
		name string
		set  Set
		runs int
	}{
		{"the 20 edges with most points", largestOf(g, 20), 15},
		{"20 synthetic edges of 900 points", synthetic(20, 900), 15},
		{"all edges", allOf(g), 3},
	} {
		points := 0
		for _, e := range x.set.Edges {
			points += len(e.Geometry)
		}
		fmt.Printf("\n**%s**: %d vertices, %d edges, %d inner points\n\n", x.name, len(x.set.Vertices), len(x.set.Edges), points)
		fmt.Println("| codec | read ns | write ns | total ns | bytes | allocations of a read |")
		fmt.Println("|---|---:|---:|---:|---:|---:|")
		for _, c := range codecs() {
			if err := measure(c, &x.set, x.runs); err != nil {
				return fmt.Errorf("%s, %s: %w", x.name, c.name, err)
			}
		}
	}
	return nil
}

// measure prints the row of one codec.
func measure(c codec, s *Set, runs int) error {
	var b []byte
	var back func() Set
	var err error
	write := least(runs, func() { b, err = c.write(s) })
	if err != nil {
		return err
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if back, err = c.read(b); err != nil {
		return err
	}
	runtime.ReadMemStats(&after)
	if got := back(); !reflect.DeepEqual(got, *s) {
		return fmt.Errorf("%d vertices and %d edges come back otherwise", len(got.Vertices), len(got.Edges))
	}
	read := least(runs, func() { _, err = c.read(b) })
	fmt.Printf("| %s | %d | %d | %d | %d | %d |\n", c.name, read, write, read+write, len(b), after.Mallocs-before.Mallocs)
	return err
}

// least returns the least nanoseconds of some runs.
func least(runs int, f func()) int64 {
	best := int64(1<<63 - 1)
	for range runs {
		runtime.GC()
		start := threadclock.Now()
		f()
		best = min(best, int64((threadclock.Now()-start)/time.Nanosecond))
	}
	return best
}
