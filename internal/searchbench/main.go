// Command searchbench sets searches over a packed graph file beside the same searches over plain Go slices:
//
//	searchbench [-pairs N] [-rounds N] FILE
//
// It runs Dijkstra and A* for cars from vertex to vertex over the file as it lies, over the file opened with Expand, and over a
// CSR of uint32 slices, all with the same queue and the same state, and prints the nanoseconds of processor time a settled
// vertex and the ratio to the slices. The forms take turns after each pair, in changing order, so that what disturbs the
// machine disturbs all alike; the figures are the medians of the rounds. All forms must find the same distances. It also expands
// the file, and tells the bytes of result a second of processor time. With -max RATIO,NS,GBS it fails where the packed file takes
// more than RATIO times the time or NS more a settled vertex, or where expanding makes less than GBS gigabytes a second.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"graphbuild/graph"
	"graphbuild/internal/threadclock"
)

func main() {
	var o options
	flag.IntVar(&o.pairs, "pairs", 60, "pairs of vertices a round")
	flag.IntVar(&o.rounds, "rounds", 5, "measured rounds, after one that checks")
	flag.StringVar(&o.limit, "max", "", "RATIO,NS,GBS: fail where searches over the packed file take more, or expanding makes less")
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

// expansions is how often the file is opened with Expand.
const expansions = 16

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
	expanded, took, err := expand(path)
	if err != nil {
		return err
	}
	defer expanded.Close()
	n, m := packed.NumStreetVertices(), packed.NumPairs()
	bytes := float64(expandedBytes(n, m))
	fmt.Printf("%s: %d vertices, %d pairs\n", path, n, m)
	fmt.Printf("expanded in %.1f ms of CPU, %.2f GB/s of result; the first time, when the system has yet to give the memory, in %.1f ms; giving so much takes it %.1f ms\n",
		ms(took[1]), bytes/float64(took[1].Nanoseconds()), ms(took[0]), ms(givenMemory(int(bytes))))
	b := newBench(packed, expanded, o)
	b.worst.gbs = bytes / float64(took[1].Nanoseconds())
	for _, star := range []bool{false, true} {
		if err := b.measure(star); err != nil {
			return err
		}
	}
	return b.limits(o.limit)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// expand opens a file with Expand, some times, and returns the last graph, the time of the first opening, which is also that of
// the system to give the memory, and the shortest of the others.
func expand(path string) (g *graph.Graph, took [2]time.Duration, err error) {
	took[1] = math.MaxInt64
	for k := range expansions {
		if g != nil {
			g.Close()
			runtime.GC()
		}
		start := threadclock.Now()
		if g, err = graph.Open(path, graph.Expand()); err != nil {
			return nil, took, err
		}
		if t := threadclock.Now() - start; k == 0 {
			took[0] = t
		} else {
			took[1] = min(took[1], t)
		}
	}
	return g, took, nil
}

// givenMemory returns how long the system takes to give so many bytes: what any program pays that fills new memory.
func givenMemory(bytes int) time.Duration {
	debug.FreeOSMemory()
	start := threadclock.Now()
	memory := make([]byte, bytes)
	for at := 0; at < len(memory); at += os.Getpagesize() {
		memory[at] = 1
	}
	return threadclock.Now() - start
}

// expandedBytes is what Expand makes: arcs and their starts, points.
func expandedBytes(vertices, pairs int) int {
	return 2*16*pairs + 4*(vertices+1) + 8*vertices
}
