package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/remote"
	"graphbuild/report"
	"graphbuild/route"
)

// verifyCmd checks a graph file.
type verifyCmd struct {
	File string `arg:"" help:"Graph file."`
	Max  int    `default:"100" placeholder:"N" help:"How many problems to show; all are counted. Default: ${default}."`
	progressFlag
}

// Help is the long help of the command.
func (verifyCmd) Help() string {
	return `Checks every checksum, then, where these are right, every invariant: ids in range, edges and vertices that agree, geometry that ends at its vertices, times that do not decrease and so on. Contraction hierarchies of a graph without a problem are made anew and compared. The exit status is 3 where there is a problem, and 1 where the file cannot be opened at all.

Example: graphbuild verify city.graph`
}

// Run runs the command.
func (c *verifyCmd) Run(s *session) error {
	if c.Max < 0 {
		return usageError("verify: --max: expected 0 or more, found %d", c.Max)
	}
	defer s.endAtOnce()()
	g, err := openGraph(s, c.File)
	if err != nil {
		return err
	}
	defer g.Close()
	work := verifyStages{report: c.stages(s)}
	n := 0
	var writeErr error
	found := func(problem error) {
		if n++; n <= c.Max {
			writeErr = errors.Join(writeErr, c.show(s, problem))
		}
	}
	err = g.VerifyProgress(found, work.progress)
	work.stage.End()
	if err == nil && hasHierarchies(g) { // made anew from what is sound
		stage := work.report.Start("hierarchies")
		route.VerifyHierarchies(g, func(p graph.Problem) { found(p) })
		stage.End()
	}
	if n == 0 && err != nil {
		n = 1
		writeErr = c.show(s, err)
	}
	if err := errors.Join(writeErr, c.conclude(s, g, n)); err != nil {
		return err
	}
	if n > 0 {
		note := ""
		if work.part == graph.VerifyChecksums {
			note = "; with the bytes damaged, no invariant was checked"
		}
		return exitError{exitFound, fmt.Errorf("verify: %s: %s%s", remote.Redacted(c.File), report.Counted(n, "problem", "problems"), note)}
	}
	return nil
}

// hasHierarchies reports whether there is a contraction hierarchy of any mode.
func hasHierarchies(g *graph.Graph) bool {
	return slices.ContainsFunc([]facts.Mode{facts.Walk, facts.Bike, facts.Car}, func(m facts.Mode) bool { return g.Hierarchy(m) != nil })
}

// verifyStages are the stages of a check, which begin as it tells of them.
type verifyStages struct {
	report *report.Report
	part   graph.VerifyPart // of stage
	stage  *report.Stage    // nil before the first
}

func (v *verifyStages) progress(part graph.VerifyPart, done, total int64) {
	name, unit := "checksums", "bytes"
	if part == graph.VerifyInvariants {
		name, unit = "invariants", "checks"
	}
	if v.stage == nil || part != v.part {
		v.stage.End()
		v.part, v.stage = part, v.report.Start(name)
	}
	v.stage.Progress(done, total, unit)
}

// conclude prints the result: of a sound file what was looked at.
func (c *verifyCmd) conclude(s *session, g *graph.Graph, problems int) (err error) {
	switch {
	case s.json:
		err = json.NewEncoder(s.out).Encode(map[string]any{"ok": problems == 0, "problems": problems})
	case problems == 0 && !s.quiet && g.NumVertices() == 0:
		err = s.line("%s: no problem found in %s; it has neither streets nor stops", remote.Redacted(c.File), report.Bytes(g.FileBytes()))
	case problems == 0 && !s.quiet:
		err = s.line("%s: no problem found in %s, %s vertices, %s edges, %s stops, %s trips", remote.Redacted(c.File), report.Bytes(g.FileBytes()),
			report.Count(int64(g.NumVertices())), report.Count(int64(g.Meta().Stats.Edges.Total)), report.Count(int64(g.NumStops())), report.Count(int64(g.NumTrips())))
	}
	return err
}

func (c *verifyCmd) show(s *session, problem error) (err error) {
	if s.json {
		return json.NewEncoder(s.out).Encode(map[string]string{"problem": problem.Error()})
	}
	return s.line("%s", problem)
}
