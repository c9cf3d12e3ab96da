package main

import (
	"io"
	"os"
	"time"

	"graphbuild/report"
)

// progressFlag is the flag of commands that may take long.
type progressFlag struct {
	Progress string `enum:"auto,plain,json,none" default:"auto" help:"Progress on stderr: auto (a line on a terminal, log lines elsewhere), plain, json or none."`
}

// onTerminal reports whether progress goes to a line of a terminal.
func (f *progressFlag) onTerminal(s *session) bool {
	file, isFile := s.err.(*os.File)
	return f.Progress == "auto" && isFile && report.IsTerminal(file)
}

// sink returns where progress goes; nil is nowhere.
func (f *progressFlag) sink(s *session) report.Sink {
	switch {
	case s.quiet || f.Progress == "none":
		return nil
	case f.Progress == "json":
		return report.NewJSONSink(s.err)
	case f.onTerminal(s):
		return report.NewTerminalSink(s.err)
	}
	return report.NewLogSink(newLog(s.err))
}

// patience is how long work may take before people are told that it goes on.
const patience = time.Second

// lateSink is sink for work that is often too short to speak of: what takes less than a second shows nothing, unless a
// program asked for all of it.
func (f *progressFlag) lateSink(s *session) report.Sink {
	sink := f.sink(s)
	if sink == nil || f.Progress == "json" {
		return sink
	}
	return report.NewLateSink(sink, patience)
}

// stages returns a report that shows what takes long.
func (f *progressFlag) stages(s *session) *report.Report {
	return report.New(report.Options{Sink: f.lateSink(s)})
}

// countedWriter passes on what is written, and tells a stage how much that was.
type countedWriter struct {
	w     io.Writer
	stage *report.Stage
	bytes int64
}

func (c *countedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.bytes += int64(n)
	c.stage.Progress(c.bytes, 0, "bytes")
	return n, err
}
