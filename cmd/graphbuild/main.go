// Command graphbuild turns OpenStreetMap extracts and GTFS feeds into one compact graph file, looks into such files and
// routes on them. Its command line is the struct cli; each command has a file of its own.
//
// Results go to stdout, progress and errors to stderr. Exit status: 0 done, 1 failed, 2 usage, 3 a check found problems.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"graphbuild/graph"
	"graphbuild/report"
)

// version is that of the program; the build stores it in the file.
const version = "0.1.0"

// cli is the command line: what all commands have, and a field for each command.
type cli struct {
	common

	Build      buildCmd      `cmd:"" help:"Make a graph file from OpenStreetMap files and GTFS feeds."`
	Inspect    inspectCmd    `cmd:"" help:"Show what a graph file holds."`
	Verify     verifyCmd     `cmd:"" help:"Check a graph file: every checksum, then every invariant."`
	Extract    extractCmd    `cmd:"" help:"Cut a part out of a graph file, which is a graph file again."`
	Diff       diffCmd       `cmd:"" help:"Compare two graph files by the ids of OpenStreetMap and GTFS."`
	Route      routeCmd      `cmd:"" help:"Find the fastest route on foot, by bicycle or by car, or journeys by transit."`
	Serve      serveCmd      `cmd:"" help:"Answer questions about graph files over HTTP."`
	Export     exportCmd     `cmd:"" help:"Write a graph in a format that other programs read: GeoJSON, CSV and others."`
	Import     importCmd     `cmd:"" help:"Store a property graph of Apache TinkerPop in a graph file."`
	Profile    profileCmd    `cmd:"" help:"Print the defaults of streets, or check a profile that changes them."`
	Issues     issuesCmd     `cmd:"" help:"List the codes of issues that a build may report."`
	Completion completionCmd `cmd:"" help:"Print the script that lets bash, zsh or fish complete the command line."`
	Man        manCmd        `cmd:"" help:"Print the manual page."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
}

// common are the flags of all commands.
type common struct {
	JSON        bool             `name:"json" help:"Write JSON: one document, or one object a line where the answer is a stream."`
	Quiet       bool             `short:"q" help:"Write nothing but results and errors."`
	VersionFlag kong.VersionFlag `name:"version" help:"Print the version and exit."`
}

// Exit statuses.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
	exitFound  = 3
)

// session is what a command works with.
type session struct {
	ctx         context.Context
	in          io.Reader
	out, err    io.Writer
	json, quiet bool
	command     string // its name; empty before the command line is parsed
}

// exitError is an error with an exit status of its own.
type exitError struct {
	status int
	err    error
}

func (e exitError) Error() string { return e.err.Error() }
func (e exitError) Unwrap() error { return e.err }

func usageError(format string, args ...any) error {
	return exitError{exitUsage, fmt.Errorf(format, args...)}
}

func main() { os.Exit(mainStatus()) }

// mainStatus runs the program and returns its exit status. The first signal stops the work in order, a second one kills.
func mainStatus() int {
	s := &session{ctx: context.Background(), in: os.Stdin, out: os.Stdout, err: os.Stderr}
	s.catch()
	return run(s, os.Args[1:])
}

// exited is the panic with which the parser of the command line leaves after --help and --version.
type exited struct{}

// run runs a command line and returns its exit status.
func run(s *session, args []string) int {
	out := &output{w: s.out}
	s.out = out
	err := s.stopped(runCommand(s, args))
	if out.err != nil {
		err = s.named("stdout: %w", out.err)
	}
	return fail(s, err)
}

// runCommand parses the command line and runs the command.
func runCommand(s *session, args []string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(exited); ok {
				err = nil
			} else if err = graph.FaultOf(r); err == nil {
				panic(r)
			}
		}
	}()
	graph.WatchFaults()
	c := &cli{}
	if t, ok, err := c.topicOf(args); ok || err != nil {
		if err == nil {
			err = writeTopic(s.out, t, helpWidth)
		}
		return err
	}
	parser, err := newParserOf(s, c, args)
	if err != nil {
		return err
	}
	k, err := parser.Parse(joinNegative(helpArgs(args)))
	if err == nil {
		err = refuseEmpty(args)
	}
	if err != nil {
		return exitError{exitUsage, fmt.Errorf("%w (see %s)", err, c.helpOf(args))}
	}
	s.command, s.json, s.quiet = k.Selected().Name, c.JSON, c.Quiet
	return k.Run(s)
}

// helpArgs makes "help" and "help COMMAND" what --help is, and a bare "graphbuild" too.
func helpArgs(args []string) []string {
	switch {
	case len(args) == 0:
		return []string{"--help"}
	case slices.Equal(args, []string{"help", "issues"}):
		return args[1:]
	case args[0] == "help":
		return append(args[1:len(args):len(args)], "--help")
	}
	return args
}

// joinNegative makes "--way -10" "--way=-10": ids of files from editors and positions in the south are no flags.
func joinNegative(args []string) []string {
	var out []string
	for i, a := range args {
		negative := len(a) > 1 && a[0] == '-' && (a[1] == '.' || '0' <= a[1] && a[1] <= '9')
		if negative && i > 0 && strings.HasPrefix(args[i-1], "--") && !strings.Contains(args[i-1], "=") {
			out[len(out)-1] += "=" + a
			continue
		}
		out = append(out, a)
	}
	return out
}

// refuseEmpty refuses --flag= and --flag "": a variable of a shell that is not set should not give another answer.
func refuseEmpty(args []string) error {
	for i, a := range args {
		name, _, _ := strings.Cut(a, "=")
		switch {
		case a == "--":
			return nil
		case strings.HasPrefix(a, "--") && strings.HasSuffix(a, "=") && len(a) == len(name)+1,
			strings.HasPrefix(a, "--") && i+1 < len(args) && args[i+1] == "":
			return fmt.Errorf("%s: the value is empty", name)
		}
	}
	return nil
}

// fail prints an error as one line and returns the exit status for it.
func fail(s *session, err error) int {
	if err == nil {
		return exitDone
	}
	if err.Error() != "" {
		fmt.Fprintf(s.err, "graphbuild: %s\n", report.OneLine(err.Error()))
	}
	var e exitError
	if errors.As(err, &e) {
		return e.status
	}
	return exitFailed
}

// line writes a line for people.
func (s *session) line(format string, args ...any) error {
	_, err := fmt.Fprintln(s.out, report.OneLine(fmt.Sprintf(format, args...)))
	return err
}
