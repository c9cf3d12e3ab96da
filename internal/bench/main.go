// Command bench measures other commands, in turn, so that what disturbs the machine disturbs all of them alike:
//
//	bench [-n RUNS] COMMAND...
//
// Each COMMAND is "NAME|OUTPUT|command line", split at spaces; OUTPUT is a file or folder that the command writes, whose
// size is told, and may be empty. For each it prints the least CPU time (user and system), wall time and peak memory of
// all runs, and the ratios to the first one; with -per FILE also the figures of the first per MB of that input. With
// -max CPU_S,PEAK_MB,OUTPUT_MB it fails where the first command takes more.
//
//	bench [-n RUNS] -cpu COMMAND
//
// prints the least CPU seconds alone, and
//
//	bench -open FILE
//
// the least time that graph.Open takes on FILE, and fails where it is over 2 ms;
//
//	bench -write FILE
//
// the least CPU time that graph.Write takes for the tables in FILE, and fails where it is over 80 ms;
//
//	bench -sizes FILE
//
// the bytes of a graph file a vertex, directed edge, inner point, way and name, beside bounds.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"graphbuild/graph"
	"graphbuild/report"
)

func main() {
	var o options
	flag.IntVar(&o.runs, "n", 5, "runs of each command")
	flag.StringVar(&o.limits, "max", "", "CPU_S,PEAK_MB,OUTPUT_MB: fail where the first command takes more")
	flag.StringVar(&o.open, "open", "", "graph file to open")
	flag.StringVar(&o.write, "write", "", "graph file to write again")
	flag.StringVar(&o.sizes, "sizes", "", "graph file: print what it takes a vertex, an edge and so on")
	flag.BoolVar(&o.cpuOnly, "cpu", false, "print the CPU seconds of the first command alone")
	flag.StringVar(&o.per, "per", "", "input file: also print the figures of the first command per MB of it")
	flag.Parse()
	if err := run(flag.Args(), o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// options are the flags of the command.
type options struct {
	runs    int
	limits  string
	open    string
	write   string
	sizes   string // graph file
	cpuOnly bool
	per     string // input file to relate the figures of the first command to
}

func run(specs []string, o options) error {
	if o.open != "" {
		return measureOpen(o.open)
	}
	if o.write != "" {
		return measureWrite(o.write)
	}
	if o.sizes != "" {
		return printSizes(o.sizes)
	}
	all, err := measure(specs, o.runs)
	if err != nil || len(all) == 0 {
		return err
	}
	if o.cpuOnly {
		_, err := fmt.Printf("%.4f\n", all[0].cpu.Seconds())
		return err
	}
	if err := printTable(all); err != nil {
		return err
	}
	if err := printPer(all[0], o.per); err != nil {
		return err
	}
	return all[0].within(o.limits)
}

// figures are the least of all runs of a command.
type figures struct {
	name      string
	cpu, wall time.Duration
	peakBytes int64
	outBytes  int64
}

func measure(specs []string, runs int) ([]figures, error) {
	all := make([]figures, len(specs))
	for range runs {
		for i, spec := range specs {
			f, err := runOnce(spec)
			if err != nil {
				return nil, err
			}
			all[i].take(f)
		}
	}
	return all, nil
}

func (f *figures) take(g figures) {
	if f.name == "" {
		*f = g
		return
	}
	f.cpu, f.wall = min(f.cpu, g.cpu), min(f.wall, g.wall)
	f.peakBytes, f.outBytes = min(f.peakBytes, g.peakBytes), min(f.outBytes, g.outBytes)
}

func runOnce(spec string) (figures, error) {
	parts := strings.SplitN(spec, "|", 3)
	if len(parts) != 3 || len(strings.Fields(parts[2])) == 0 {
		return figures{}, fmt.Errorf("command %q: expected NAME|OUTPUT|command line", spec)
	}
	words := strings.Fields(parts[2])
	command := exec.Command(words[0], words[1:]...)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	start := time.Now()
	if err := command.Run(); err != nil {
		return figures{}, fmt.Errorf("%s: %w\n%s", parts[2], err, complaints.Bytes())
	}
	state := command.ProcessState
	f := figures{
		name:      parts[0],
		wall:      time.Since(start),
		cpu:       state.UserTime() + state.SystemTime(),
		peakBytes: peakBytes(state),
	}
	var err error
	f.outBytes, err = sizeOf(parts[1])
	return f, err
}

// sizeOf returns the bytes of a file, or of all files in a folder.
func sizeOf(path string) (int64, error) {
	if path == "" {
		return 0, nil
	}
	var sum int64
	err := filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}

func printTable(all []figures) error {
	header := []string{"command", " CPU", " wall", " peak memory", " output"}
	if len(all) > 1 {
		header = append(header, " CPU ratio", " peak ratio", " output ratio")
	}
	t := report.NewTable(header...)
	first := all[0]
	for _, f := range all {
		t.Add(f.name, report.Duration(f.cpu), report.Duration(f.wall), report.Bytes(f.peakBytes), report.Bytes(f.outBytes),
			ratio(float64(f.cpu), float64(first.cpu)), ratio(float64(f.peakBytes), float64(first.peakBytes)),
			ratio(float64(f.outBytes), float64(first.outBytes)))
	}
	return t.Write(os.Stdout)
}

// printPer prints the figures per MB of an input file, if one is named.
func printPer(f figures, input string) error {
	if input == "" {
		return nil
	}
	bytes, err := sizeOf(input)
	if err != nil {
		return err
	}
	mb := float64(bytes) / 1e6
	_, err = fmt.Printf("per MB of input (%.1f MB): %.4f s of CPU, %.4f MB of output\n",
		mb, f.cpu.Seconds()/mb, float64(f.outBytes)/1e6/mb)
	return err
}

func ratio(a, b float64) string {
	if a == 0 || b == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", a/b)
}

// within compares with limits given as CPU_S,PEAK_MB,OUTPUT_MB, each of which may be empty.
func (f figures) within(limits string) error {
	if limits == "" {
		return nil
	}
	have := []float64{f.cpu.Seconds(), float64(f.peakBytes) / 1e6, float64(f.outBytes) / 1e6}
	units := []string{"s of CPU", "MB of memory", "MB of output"}
	for i, text := range strings.SplitN(limits, ",", len(have)) {
		limit, err := strconv.ParseFloat(cmp.Or(text, "Inf"), 64)
		if err != nil {
			return fmt.Errorf("limits %q: expected CPU_S,PEAK_MB,OUTPUT_MB: %w", limits, err)
		}
		if have[i] > limit {
			return fmt.Errorf("%s: %.3g %s: expected at most %s", f.name, have[i], units[i], text)
		}
	}
	return nil
}

func measureOpen(path string) error {
	const runs = 20
	least := time.Duration(1<<63 - 1)
	for range runs {
		start := time.Now()
		g, err := graph.Open(path)
		if err != nil {
			return err
		}
		least = min(least, time.Since(start))
		if err := g.Close(); err != nil {
			return err
		}
	}
	fmt.Printf("open  %.3f ms, least of %d\n", float64(least.Nanoseconds())/1e6, runs)
	if least > 2*time.Millisecond {
		return fmt.Errorf("opening takes %v: expected at most 2 ms", least)
	}
	return nil
}
