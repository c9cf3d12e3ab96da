package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"

	"graphbuild/export"
	"graphbuild/fileio"
	"graphbuild/graph"
	"graphbuild/report"
	"graphbuild/tinkerpop"
)

// importCmd stores a property graph in a graph file.
type importCmd struct {
	File   string `arg:"" help:"Graph in GraphSON, GraphBinary or Gryo, also packed with gzip; - is stdin."`
	Output string `short:"o" required:"" placeholder:"OUT.graph" help:"Graph file to write."`
	progressFlag
}

// Help is the long help of the command.
func (importCmd) Help() string {
	return `The format is found by content. The file that is written has the vertices, edges and properties in tables of its own, without streets: inspect and verify look into it, export writes it in a format of property graphs again. The graph is held in memory meanwhile.

Example: graphbuild import grateful-dead.json -o dead.graph`
}

// Run runs the command.
func (c *importCmd) Run(s *session) error {
	if c.Output == stdio {
		return errGraphToStdout("import")
	}
	var inputs []string
	if c.File != stdio {
		inputs = append(inputs, c.File)
	}
	if err := fileio.CheckFile(c.Output, inputs...); err != nil {
		return fmt.Errorf("import: %w", err)
	}
	resume := s.endAtOnce() // until there is something to write
	defer resume()
	in, total, err := c.open(s)
	if err != nil {
		return err
	}
	defer in.Close()
	stages := c.stages(s)
	read := stages.Start("read")
	sum := &summed{r: in, hash: sha256.New(), total: total, stage: read}
	g, format, err := readProperties(s, sum)
	resume()
	read.End()
	if err != nil {
		return fmt.Errorf("import: %s: %w", c.File, err)
	}
	meta := graph.Meta{Builder: "graphbuild " + version, Inputs: []graph.Input{{
		Kind: string(format), Name: filepath.Base(c.File), Bytes: sum.bytes, SHA256: hex.EncodeToString(sum.hash.Sum(nil)),
	}}}
	write := stages.Start("write")
	err = fileio.WriteAside(s.ctx, c.Output, func(w io.Writer) error {
		return export.Store(&countedWriter{w: w, stage: write}, g, meta)
	})
	write.End()
	if err != nil {
		return fmt.Errorf("import: %w", err)
	}
	return c.conclude(s, g, format)
}

// open opens the input and returns its size, 0 where it is not known.
func (c *importCmd) open(s *session) (io.ReadCloser, int64, error) {
	if c.File == stdio {
		return io.NopCloser(s.in), 0, nil
	}
	f, err := os.Open(c.File)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// summed hashes and counts what is read through it, and tells a stage how far that is.
type summed struct {
	r     io.Reader
	hash  hash.Hash
	bytes int64
	total int64
	stage *report.Stage
}

func (s *summed) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.hash.Write(p[:n])
	s.bytes += int64(n)
	s.stage.Progress(s.bytes, s.total, "bytes")
	return n, err
}

// sniffed is how much of a file is looked at to find its format.
const sniffed = 4096

// readProperties reads a graph in any of the formats, and the rest of the file.
func readProperties(s *session, in io.Reader) (*tinkerpop.Graph, export.Format, error) {
	r := bufio.NewReaderSize(in, sniffed)
	head, err := r.Peek(sniffed)
	if bytes.HasPrefix(head, []byte{0x1f, 0x8b}) {
		unpacked, err := gzip.NewReader(r)
		if err != nil {
			return nil, "", err
		}
		r = bufio.NewReaderSize(unpacked, sniffed)
		head, _ = r.Peek(sniffed)
	} else if err != nil && err != io.EOF {
		return nil, "", err
	}
	read, format, err := export.ReaderOf(head)
	if err != nil {
		return nil, "", err
	}
	g, err := read(s.ctx, r)
	if err != nil {
		return nil, "", err
	}
	_, err = io.Copy(io.Discard, in)
	return g, format, err
}

// conclude tells what was read.
func (c *importCmd) conclude(s *session, g *tinkerpop.Graph, format export.Format) (err error) {
	vertices, edges := g.Counts()
	switch {
	case s.json:
		err = json.NewEncoder(s.out).Encode(map[string]any{"format": format, "vertices": vertices, "edges": edges})
	case !s.quiet:
		err = s.line("%s: %s and %s of %s", c.Output, report.Counted(vertices, "vertex", "vertices"), report.Counted(edges, "edge", "edges"), format)
	}
	return err
}
