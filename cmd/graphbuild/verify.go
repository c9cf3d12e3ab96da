package main

import (
	"encoding/json"
	"fmt"

	"graphbuild/graph"
	"graphbuild/report"
)

// verifyCmd checks a graph file.
type verifyCmd struct {
	File string `arg:"" help:"Graph file."`
	Max  int    `default:"100" placeholder:"N" help:"How many problems to show; all are counted."`
}

// Help is the long help of the command.
func (verifyCmd) Help() string {
	return `Checks every checksum, then every invariant: ids in range, edges and vertices that agree, geometry that ends at its vertices, times that do not decrease and so on. The exit status is 3 where there is a problem, and 1 where the file cannot be opened at all.

Example: graphbuild verify city.graph`
}

// Run runs the command.
func (c *verifyCmd) Run(s *session) error {
	g, err := graph.Open(c.File)
	if err != nil {
		return err
	}
	defer g.Close()
	n := 0
	err = g.Verify(func(problem error) {
		if n++; n <= c.Max {
			c.show(s, problem)
		}
	})
	if n == 0 && err != nil {
		n = 1
		c.show(s, err)
	}
	if s.json {
		if err := json.NewEncoder(s.out).Encode(map[string]any{"ok": n == 0, "problems": n}); err != nil {
			return err
		}
	} else if n == 0 && !s.quiet {
		fmt.Fprintf(s.out, "%s: no problem found in %s\n", c.File, report.Bytes(g.FileBytes()))
	}
	if n > 0 {
		return exitError{exitFound, fmt.Errorf("verify: %s: %s problems", c.File, report.Count(int64(n)))}
	}
	return nil
}

func (c *verifyCmd) show(s *session, problem error) {
	if s.json {
		_ = json.NewEncoder(s.out).Encode(map[string]string{"problem": problem.Error()})
		return
	}
	fmt.Fprintln(s.out, oneLine(problem.Error()))
}
