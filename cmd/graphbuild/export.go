package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"

	"graphbuild/export"
	"graphbuild/fileio"
)

// exportCmd writes a graph file in a format that other programs read.
type exportCmd struct {
	File   string   `arg:"" help:"Graph file."`
	Format string   `required:"" enum:"${formats}" placeholder:"FORMAT" help:"One of ${formats}."`
	Output string   `short:"o" default:"-" placeholder:"OUT" help:"File to write; - is stdout, which is the default."`
	Layer  []string `placeholder:"LAYER" help:"What to write: edges, vertices, stops, trips. Repeat it for more than one."`
	Feed   string   `placeholder:"LABEL" help:"The feed that gtfs writes, where the graph has several."`
	progressFlag
}

// Help is the long help of the command.
func (exportCmd) Help() string {
	return `geojson writes edges as lines and stops as points, geojsonl the same one feature a line, csv one table, in which lines are WKT. An edge pair is one line; what holds against its direction has names that end in _backward.

graphson (3.0, and the same bytes are 2.0 with types), graphson2 (2.0 without types), graphbinary (1.0), gryo, graphml and neptune are for graph databases: every vertex, and every directed edge that some mode may use, with their facts and without the points between vertices. neptune is CSV for the bulk loader, edges and vertices in two files: --layer edges and --layer vertices. These formats also write again what import has stored.

osm is XML with a way for each edge pair, with new ids and tags that say what the graph knows; the id of its way is in graphbuild:way. gtfs is a zip with one feed as the build has kept it, its days one by one.

geoparquet is written by the program graphbuild-geoparquet, which is a module of its own in the folder geoparquet and has to be in PATH. It writes one layer a file.

Data of OpenStreetMap comes with the notice that its licence asks for. Formats without a place for it get it on stderr: pass it on with the file.

Example: graphbuild export city.graph --format geojson -o city.geojson`
}

// Run runs the command.
func (c *exportCmd) Run(s *session) (err error) {
	if c.Format == geoParquet {
		return c.runGeoParquet(s)
	}
	if c.Output != stdio {
		if err := fileio.CheckText(c.Output, c.File); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	var properties export.PropertyTables
	g, err := openGraph(s, c.File, properties.Option())
	if err != nil {
		return err
	}
	defer closeGraph(g, c.File, &err)
	o := export.Options{Format: export.Format(c.Format), Feed: c.Feed}
	for _, l := range c.Layer {
		o.Layers = append(o.Layers, export.Layer(l))
	}
	if err := o.Check(); err != nil {
		return exitError{exitUsage, err}
	}
	if properties.Stored() {
		return c.write(s, func(w io.Writer) error { return export.WriteStored(s.ctx, w, &properties, o) }, "")
	}
	return c.write(s, func(w io.Writer) error { return export.Write(s.ctx, w, g, o) }, export.Notice(g, o.Format))
}

// geoParquet is the format that a program of its own writes: a writer of Parquet pulls in much that this one does without.
const (
	geoParquet        = "geoparquet"
	geoParquetProgram = "graphbuild-geoparquet"
)

func (c *exportCmd) runGeoParquet(s *session) error {
	layer := string(export.Edges)
	switch len(c.Layer) {
	case 0:
	case 1:
		layer = c.Layer[0]
	default:
		return usageError("export: format geoparquet takes one layer a file, but %d were asked for", len(c.Layer))
	}
	path, err := exec.LookPath(geoParquetProgram)
	if err != nil {
		return fmt.Errorf("export: %s is not in PATH: make it by `go build -o %[1]s .` in the folder geoparquet of the sources, and put it there", geoParquetProgram)
	}
	command := exec.CommandContext(s.ctx, path, "-layer", layer, "-o", c.Output, c.File)
	command.Stdout, command.Stderr = s.out, s.err
	command.Cancel = func() error {
		if command.Process.Signal(os.Interrupt) == nil {
			return nil // it removes what it has begun
		}
		return command.Process.Kill()
	}
	if err := command.Run(); err != nil {
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		return fmt.Errorf("export: %s: %w", geoParquetProgram, err)
	}
	return nil
}

// write calls a function with the output, and passes on a notice.
func (c *exportCmd) write(s *session, write func(io.Writer) error, notice string) error {
	stage := c.stages(s).Start("export")
	counted := func(w io.Writer) error { return write(&countedWriter{w: w, stage: stage}) }
	var err error
	if c.Output == stdio {
		err = counted(s.out)
	} else {
		err = fileio.WriteText(s.ctx, c.Output, counted)
	}
	stage.End()
	if err != nil {
		return err
	}
	if notice != "" && !s.quiet {
		fmt.Fprintf(s.err, "graphbuild: pass this notice on with the export: %s\n", notice)
	}
	return nil
}
