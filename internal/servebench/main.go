// Command servebench measures the service on a graph file:
//
//	servebench [-program ./graphbuild] [-requests N] [-only PART,...] [-max START_MS,OVER_MB,HTTP_MS,GAIN,GONE] FILE.graph [OTHER.graph...]
//
// It runs the service as a process of its own on this machine, which both share, and prints tables in Markdown: the start, also
// on the other files; what HTTP adds to a query, beside a bare handler of net/http; the time of a query by connect, send, server
// and total, one after another and 20 at once, over HTTP, with a new connection each and by WebSocket; queries apart against
// combined, and how much of the cost of transport is gone then; throughput by the number of connections; a small and a large
// answer in their forms; and the memory under load. With -max it fails where a figure is over its bound. Progress is on stderr.
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
	flag.StringVar(&o.only, "only", "", "parts to measure: start,http,columns,combined,throughput,forms,parallel,memory; default: all")
	flag.StringVar(&o.bounds, "max", "", "START_MS,OVER_MB,HTTP_MS,GAIN,GONE: fail where a figure is over its bound, or one of the last two under it")
	flag.StringVar(&o.floor, "floor", "", "serve what the part http compares with: http (a bare handler) or socket (no HTTP at all)")
	flag.DurationVar(&o.stress, "stress", 0, "ask for so long in place of measuring")
	flag.DurationVar(&o.swapEvery, "swap", 20*time.Second, "with -stress: how often the file is swapped")
	flag.IntVar(&o.clients, "clients", 50, "with -stress: how many clients ask")
	flag.Parse()
	if flag.NArg() == 0 && o.floor == "" {
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
	floor     string
	stress    time.Duration
	swapEvery time.Duration
	clients   int
}

func run(files []string, o options) error {
	if o.floor != "" {
		return serveFloor(o.floor)
	}
	asked, err := readQuestions(files[0], 1000)
	if err != nil {
		return err
	}
	if o.stress > 0 {
		return stressProgram(files, asked, o)
	}
	b := &bench{path: files[0], others: files[1:], o: o, asked: asked}
	if err := b.readBounds(); err != nil {
		return err
	}
	parts, err := b.chosen()
	if err != nil {
		return err
	}
	if b.service, err = start(o.program, b.path); err != nil {
		return err
	}
	defer b.service.stop()
	began := time.Now()
	for i, p := range parts {
		fmt.Fprintf(os.Stderr, "%d of %d: %s, after %.0f s\n", i+1, len(parts), p.name, time.Since(began).Seconds())
		if err := p.measure(); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return b.verdict()
}

// part is something that is measured by itself.
type part struct {
	name    string
	measure func() error
}

// chosen returns the parts of -only.
func (b *bench) chosen() ([]part, error) {
	all := []part{
		{"start", b.allStartups}, {"http", b.http}, {"columns", b.columns}, {"combined", b.combined}, {"throughput", b.throughput},
		{"forms", b.forms}, {"parallel", b.parallel}, {"memory", b.memory},
	}
	if b.o.only == "" {
		return all, nil
	}
	var list []part
	for name := range strings.SplitSeq(b.o.only, ",") {
		i := slices.IndexFunc(all, func(p part) bool { return p.name == name })
		if i < 0 {
			return nil, fmt.Errorf("-only: there is no part %q", name)
		}
		list = append(list, all[i])
	}
	return list, nil
}

// bench is a run.
type bench struct {
	path    string
	others  []string // more files to start on
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
	minGone
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
