package build

import (
	"errors"
	"fmt"

	"graphbuild/fileio"
)

// checkOutputs refuses, before anything is read, what cannot be written or would destroy an input.
func (r *run) checkOutputs() error {
	if len(r.config.Inputs) == 0 {
		return errors.New("build: no input: name an OpenStreetMap file, a GTFS feed or both")
	}
	err := checkOutput(r.config)
	if err == nil {
		err = checkReport(r.config)
	}
	return buildError(err)
}

// buildError says what failed; nil stays nil.
func buildError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("build: %w", err)
}

// checkOutput finds out before the work whether the output can be written at all, and would destroy no input.
func checkOutput(c Config) error {
	if c.Output == "" {
		return errors.New("no output: name the graph file to write")
	}
	if c.Output == "-" {
		return errors.New("output -: a graph cannot be written to stdout: name a file")
	}
	if err := fileio.CheckFile(c.Output, c.inputPaths()...); err != nil {
		return err
	}
	return fileio.TryAside(c.Output)
}

// checkReport does the same for Config.ReportPath, which may also be a device or a pipe.
func checkReport(c Config) error {
	if c.ReportPath == "" {
		return nil
	}
	if err := fileio.CheckText(c.ReportPath, append(c.inputPaths(), c.Output)...); err != nil {
		return err
	}
	if special, err := fileio.IsSpecial(c.ReportPath); special || err != nil {
		return err
	}
	return fileio.TryAside(c.ReportPath)
}

func (c Config) inputPaths() []string {
	var paths []string
	for _, in := range c.Inputs {
		paths = append(paths, in.Path)
	}
	return paths
}
