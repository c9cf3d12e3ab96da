// Command searchbench sets searches over a packed graph file beside the same searches over plain Go slices:
//
//	searchbench [-pairs N] [-rounds N] FILE
//
// It runs Dijkstra and A* for cars from vertex to vertex over the file as it lies, over the file opened with Expand, and over a
// CSR of uint32 slices, all with the same queue and the same state, and prints the nanoseconds of processor time a settled
// vertex and the ratio to the slices. The forms take turns after each pair, in changing order, so that what disturbs the
// machine disturbs all alike; the figures are the medians of the rounds. All forms must find the same distances. With -max
// RATIO,NS it fails where the packed file takes more than RATIO times the time and NS more a settled vertex.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"graphbuild/graph"
)

func main() {
	var o options
	flag.IntVar(&o.pairs, "pairs", 60, "pairs of vertices a round")
	flag.IntVar(&o.rounds, "rounds", 5, "measured rounds, after one that checks")
	flag.StringVar(&o.limit, "max", "", "RATIO,NS: fail where the packed file takes more")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Arg(0), o); err != nil {
		fmt.Fprintln(os.Stderr, "searchbench:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	pairs, rounds int
	limit         string
}

func run(path string, o options) error {
	runtime.LockOSThread()
	packed, err := graph.Open(path)
	if err != nil {
		return err
	}
	defer packed.Close()
	start := threadTime()
	expanded, err := graph.Open(path, graph.Expand())
	if err != nil {
		return err
	}
	took := threadTime() - start
	defer expanded.Close()
	n, m := packed.NumStreetVertices(), packed.NumPairs()
	bytes := expandedBytes(n, m)
	fmt.Printf("%s: %d vertices, %d pairs; expanded in %.1f ms of CPU, %.2f GB/s of result\n", path, n, m,
		float64(took)/float64(time.Millisecond), float64(bytes)/float64(took.Nanoseconds()))
	b := newBench(packed, expanded, o)
	for _, star := range []bool{false, true} {
		if err := b.measure(star); err != nil {
			return err
		}
	}
	return b.limits(o.limit)
}

// expandedBytes is what Expand makes: arcs and their starts, points, bits.
func expandedBytes(vertices, pairs int) int {
	return 2*16*pairs + 4*vertices + 8*vertices + vertices/8
}
