package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"

	"graphbuild/encode"
	"graphbuild/extract"
	"graphbuild/fileio"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/remote"
	"graphbuild/report"
	"graphbuild/route"
)

// extractCmd cuts a part out of a graph file.
type extractCmd struct {
	File    string `arg:"" help:"Graph file."`
	BBox    string `name:"bbox" xor:"area" placeholder:"W,S,E,N" help:"Box in degrees. Where W is larger than E it lies across the 180th meridian."`
	Polygon string `xor:"area" placeholder:"FILE" help:"GeoJSON file with a polygon, or several; - is stdin."`
	Output  string `short:"o" required:"" placeholder:"OUT.graph" help:"Graph file to write."`
	progressFlag
}

// Help is the long help of the command.
func (extractCmd) Help() string {
	return `Keeps the streets that touch the area, whole, with their turn restrictions, and the trips that call in it, with all their stops, also those outside. Components and, where the file has them, contraction hierarchies are found anew. Issues with a place outside are left out.

Examples:

  graphbuild extract state.graph --bbox -75.6,39.7,-75.5,39.8 -o city.graph

  graphbuild extract state.graph --polygon county.geojson -o county.graph`
}

// Run runs the command.
func (c *extractCmd) Run(s *session) (err error) {
	if c.Output == stdio {
		return errGraphToStdout("extract")
	}
	resume := s.endAtOnce() // until there is something to write
	defer resume()
	area, config, err := c.area(s)
	if err != nil {
		return err
	}
	if err := fileio.CheckFile(c.Output, c.File, c.Polygon); err != nil {
		return fmt.Errorf("extract: %w", err)
	}
	g, err := openGraph(s, c.File, graph.Verify(encode.VerifyTouch))
	if err != nil {
		return err
	}
	defer closeGraph(g, c.File, &err)
	stages := c.stages(s)
	cut := stages.Start("cut")
	tables, err := extract.Tables(g, area, extract.Options{Config: config, Contract: route.NewHierarchy})
	cut.End()
	if err != nil {
		return fmt.Errorf("extract: %w", err)
	}
	if len(tables.Vertices.Point) == 0 && tables.Stops.ID.Len() == 0 {
		return fmt.Errorf("extract: %s has nothing in this area: its bounds are %v (west, south, east, north)%s", remote.Redacted(c.File), g.Meta().Bounds, c.swappedHint(g))
	}
	resume()
	info, err := c.write(s, stages.Start("write"), tables, g)
	if err != nil {
		return err
	}
	return c.show(s, info, g.FileBytes())
}

// swappedHint says so where the box, which is beside the graph, is not with its numbers swapped.
func (c *extractCmd) swappedHint(g *graph.Graph) string {
	b, err := parseBox(c.BBox)
	if err != nil {
		return ""
	}
	w, s := geometry.Point{Lon: b.W, Lat: b.S}.Degrees()
	e, n := geometry.Point{Lon: b.E, Lat: b.N}.Degrees()
	bounds := g.Meta().Bounds
	if s > bounds[2] || n < bounds[0] || w > bounds[3] || e < bounds[1] {
		return ""
	}
	return "; the box lies there with its numbers swapped: the longitude goes first"
}

// write writes the part of a graph, unless reading the graph has failed meanwhile.
func (c *extractCmd) write(s *session, stage *report.Stage, tables *graph.Tables, g *graph.Graph) (info graph.WriteInfo, err error) {
	defer stage.End()
	err = fileio.WriteAside(s.ctx, c.Output, func(w io.Writer) (err error) {
		if info, err = graph.Write(&countedWriter{w: w, stage: stage}, tables, graph.WriteOptions{}); err == nil {
			err = g.Err()
		}
		return err
	})
	return info, err
}

// area returns the area that was asked for, and how the provenance tells it.
func (c *extractCmd) area(s *session) (extract.Area, string, error) {
	switch {
	case c.BBox != "":
		b, err := parseBox(c.BBox)
		if err != nil {
			return extract.Area{}, "", err
		}
		return extract.Box(*b), "bbox " + c.BBox, nil
	case c.Polygon == "":
		return extract.Area{}, "", usageError("extract: expected --bbox or --polygon")
	}
	f, err := openInput(s, c.Polygon)
	if err != nil {
		return extract.Area{}, "", err
	}
	defer f.Close()
	hash := sha256.New()
	a, err := extract.ReadPolygon(io.TeeReader(f, hash))
	if err != nil {
		return a, "", fmt.Errorf("extract: %s: %w", c.Polygon, err)
	}
	return a, fmt.Sprintf("polygon %x", hash.Sum(nil)), nil
}

func (c *extractCmd) show(s *session, info graph.WriteInfo, before int64) error {
	if s.json {
		g, err := graph.Open(c.Output)
		if err != nil {
			return err
		}
		defer g.Close()
		return json.NewEncoder(s.out).Encode(summaryOfGraph(g))
	}
	if s.quiet {
		return nil
	}
	if err := printCounts(s.out, &info.Meta.Stats); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.out, "\n%s: %s of %s\n", c.Output, report.Bytes(info.Bytes), report.Bytes(before))
	if notice := attributionOf(info.Meta); notice != "" {
		_, err = fmt.Fprintln(s.out, notice)
	}
	return err
}
