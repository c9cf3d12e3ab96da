// Command servebench measures the service on a graph file:
//
//	servebench [-program ./graphbuild] [-requests N] [-max START_MS,OVER_MB,HTTP_MS,GAIN] FILE.graph [OTHER.graph...]
//
// It runs the service as a process of its own on this machine, which both share, and prints tables in Markdown: the start, also
// on the other files, and the memory; the time of a query by connect, send, server and total, one after another and 20 at once,
// over HTTP, with a new connection each and by WebSocket; queries apart against combined; throughput by the number of
// connections; and a small and a large answer in their forms. With -max it fails where a figure is over its bound.
//
// With -stress TIME and two files it does not measure, but asks for so long with 50 clients, sound queries of all kinds and
// nonsense, while the files take turns every 20 seconds. It fails where a sound query is not answered, memory grows or
// goroutines stay.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	var o options
	flag.StringVar(&o.program, "program", "./graphbuild", "the program")
	flag.IntVar(&o.requests, "requests", 2000, "requests a figure")
	flag.StringVar(&o.only, "only", "", "parts to measure: start,columns,combined,throughput,forms,parallel,memory; default: all")
	flag.StringVar(&o.bounds, "max", "", "START_MS,OVER_MB,HTTP_MS,GAIN: fail where a figure is over its bound, or the gain under it")
	flag.DurationVar(&o.stress, "stress", 0, "ask for so long in place of measuring")
	flag.DurationVar(&o.swapEvery, "swap", 20*time.Second, "with -stress: how often the file is swapped")
	flag.IntVar(&o.clients, "clients", 50, "with -stress: how many clients ask")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(flag.Args(), o); err != nil {
		fmt.Fprintln(os.Stderr, "servebench:", err)
		os.Exit(1)
	}
}

// options are the flags.
type options struct {
	program   string
	requests  int
	only      string
	bounds    string
	stress    time.Duration
	swapEvery time.Duration
	clients   int
}

// measures reports whether a part is to be measured.
func (o *options) measures(part string) bool {
	return o.only == "" || slices.Contains(strings.Split(o.only, ","), part)
}

func run(files []string, o options) error {
	path := files[0]
	asked, err := readQuestions(path, 1000)
	if err != nil {
		return err
	}
	if o.stress > 0 {
		return stressProgram(files, asked, o)
	}
	b := &bench{path: path, o: o, asked: asked}
	if err := b.readBounds(); err != nil {
		return err
	}
	if o.measures("start") {
		if err := b.allStartups(files); err != nil {
			return err
		}
	}
	if o.only == "start" {
		return b.verdict()
	}
	if b.service, err = start(o.program, path); err != nil {
		return err
	}
	defer b.service.stop()
	for _, part := range []struct {
		name    string
		measure func() error
	}{
		{"columns", b.columns}, {"combined", b.combined}, {"throughput", b.throughput}, {"forms", b.forms}, {"parallel", b.parallel}, {"memory", b.memory},
	} {
		if o.measures(part.name) {
			if err := part.measure(); err != nil {
				return err
			}
		}
	}
	return b.verdict()
}

// bench is a run.
type bench struct {
	path    string
	o       options
	asked   *questions
	service *service
	limits  []float64 // of -max
	over    []string  // what is over its bound
}

// Places in -max.
const (
	maxStartMS = iota
	maxOverMB
	maxHTTPMS
	minGain
	numBounds
)

func (b *bench) readBounds() error {
	if b.o.bounds == "" {
		return nil
	}
	for text := range strings.SplitSeq(b.o.bounds, ",") {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("-max: %w", err)
		}
		b.limits = append(b.limits, x)
	}
	if len(b.limits) != numBounds {
		return fmt.Errorf("-max %s: expected %d numbers", b.o.bounds, numBounds)
	}
	return nil
}

// check notes a figure that is over its bound, or under where least is set.
func (b *bench) check(bound int, what string, got float64, least bool) {
	if b.limits == nil {
		return
	}
	if limit := b.limits[bound]; got > limit && !least || got < limit && least {
		b.over = append(b.over, fmt.Sprintf("%s: %.3g, the bound is %.3g", what, got, limit))
	}
}

func (b *bench) verdict() error {
	if len(b.over) > 0 {
		return fmt.Errorf("over the bounds: %s", strings.Join(b.over, "; "))
	}
	return nil
}
