package report

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"
)

// Sink shows how the stages go on. A Report calls its methods one at a time.
type Sink interface {
	Start(stage string)
	Progress(p Progress)
	End(t StageTime)
	Interval() time.Duration // the least time between two calls of Progress for a stage
}

var (
	_ Sink = (*terminalSink)(nil)
	_ Sink = (*slogSink)(nil)
	_ Sink = (*jsonSink)(nil)
)

// IsTerminal reports whether f is a terminal on which lines can be rewritten.
func IsTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// UseColor reports whether to write colours to f: it is a terminal and the environment variable NO_COLOR is not set.
func UseColor(f *os.File) bool { return os.Getenv("NO_COLOR") == "" && IsTerminal(f) }

type terminalSink struct {
	w io.Writer
}

// NewTerminalSink returns a sink that writes a line for each stage and rewrites it while the stage runs.
func NewTerminalSink(w io.Writer) Sink { return &terminalSink{w: w} }

// rewriteLine goes back to the start of the line and clears it. It is movement, not colour: NO_COLOR does not ask it away.
const rewriteLine = "\r\x1b[K"

// A line that is rewritten must not wrap on a narrow terminal: it is cut off at its edge meanwhile.
const (
	noWrap = "\x1b[?7l"
	wrap   = "\x1b[?7h"
)

func (s *terminalSink) Start(stage string) { fmt.Fprintf(s.w, "%s%-14s ...", rewriteLine, stage) }

func (s *terminalSink) Progress(p Progress) {
	fmt.Fprintf(s.w, "%s%s%-14s %s%s", rewriteLine, noWrap, p.Stage, p, wrap)
}

func (s *terminalSink) End(t StageTime) {
	fmt.Fprintf(s.w, "%s%-14s %8s  cpu %8s  peak %8s\n", rewriteLine, t.Name, Duration(t.Wall), Duration(t.CPU), Bytes(t.PeakRSSBytes))
}

func (s *terminalSink) Interval() time.Duration { return 100 * time.Millisecond }

// String says it for people: "42 %, 3.3 of 7.8 MB, 25.0 MB/s, 2 s left".
func (p Progress) String() string {
	amount, rate := Count(p.Done), Count(int64(p.PerSecond()))+" "+p.Unit+"/s"
	total := Count(p.Total) + " " + p.Unit
	if p.Unit == "bytes" {
		amount, total, rate = Bytes(p.Done), Bytes(p.Total), Bytes(int64(p.PerSecond()))+"/s"
	}
	if p.Total <= 0 {
		return strings.TrimSpace(amount+unitOf(p.Unit)) + ", " + rate
	}
	text := fmt.Sprintf("%d %%, %s of %s, %s", int64(100*float64(p.Done)/float64(p.Total)), amount, total, rate)
	if left, ok := p.Left(); ok {
		text += ", " + Duration(left) + " left"
	}
	return text
}

func unitOf(unit string) string {
	if unit == "bytes" {
		return ""
	}
	return " " + unit
}

type slogSink struct {
	log *slog.Logger
}

// NewLogSink returns a sink that logs a line at the end of each stage that did not fail, and one every 10 s while it tells of progress.
func NewLogSink(log *slog.Logger) Sink { return &slogSink{log: log} }

func (s *slogSink) Start(string) {}

func (s *slogSink) Progress(p Progress) {
	s.log.Info("progress", "stage", p.Stage, "done", p.String())
}

func (s *slogSink) End(t StageTime) {
	if t.Failed {
		return
	}
	s.log.Info("stage done", "stage", t.Name, "wall", Duration(t.Wall), "cpu", Duration(t.CPU), "peak_rss", Bytes(t.PeakRSSBytes))
}

func (s *slogSink) Interval() time.Duration { return 10 * time.Second }

type jsonSink struct {
	encoder *json.Encoder
}

// NewJSONSink returns a sink for programs: one JSON object a line, with "event" start, progress (once a second) or end.
func NewJSONSink(w io.Writer) Sink { return &jsonSink{encoder: json.NewEncoder(w)} }

func (s *jsonSink) Start(stage string) {
	s.write(struct {
		Event string `json:"event"`
		Stage string `json:"stage"`
	}{"start", stage})
}

func (s *jsonSink) Progress(p Progress) {
	out := struct {
		Event    string   `json:"event"`
		Stage    string   `json:"stage"`
		Done     int64    `json:"done"`
		Total    int64    `json:"total,omitempty"`
		Unit     string   `json:"unit"`
		ElapsedS float64  `json:"elapsed_s"`
		LeftS    *float64 `json:"left_s,omitempty"`
	}{"progress", p.Stage, p.Done, p.Total, p.Unit, p.Elapsed.Seconds(), nil}
	if left, ok := p.Left(); ok {
		seconds := left.Seconds()
		out.LeftS = &seconds
	}
	s.write(out)
}

func (s *jsonSink) End(t StageTime) {
	s.write(struct {
		Event        string  `json:"event"`
		Stage        string  `json:"stage"`
		WallS        float64 `json:"wall_s"`
		CPUS         float64 `json:"cpu_s"`
		PeakRSSBytes int64   `json:"peak_rss_bytes"`
		Failed       bool    `json:"failed,omitempty"`
	}{"end", t.Name, t.Wall.Seconds(), t.CPU.Seconds(), t.PeakRSSBytes, t.Failed})
}

func (s *jsonSink) Interval() time.Duration { return time.Second }

// write leaves out an event that cannot be written: progress must not fail a build.
func (s *jsonSink) write(event any) { _ = s.encoder.Encode(event) }
