// Command graphbuild-geoparquet writes a layer of a graph file as GeoParquet 1.1, or the trips as Parquet. `graphbuild export
// --format geoparquet` runs it where it is in PATH: build it by `go build -o graphbuild-geoparquet .` in this folder.
//
// The rows are written in groups, so that the memory is that of one group, whatever the size of the graph.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"

	"graphbuild/fileio"
	"graphbuild/graph"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "graphbuild-geoparquet:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("graphbuild-geoparquet", flag.ContinueOnError)
	layer := flags.String("layer", "edges", "edges, vertices, stops or trips")
	output := flags.String("o", "-", "file to write; - is stdout")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("%d files given, expected one graph file", flags.NArg())
	}
	write, ok := layers[*layer]
	if !ok {
		return fmt.Errorf("no layer %q: expected edges, vertices, stops or trips", *layer)
	}
	g, err := graph.Open(flags.Arg(0))
	if err != nil {
		return err
	}
	defer g.Close()
	if *output == "-" {
		return write(stdout, g)
	}
	if err := fileio.CheckText(*output, flags.Arg(0)); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return fileio.WriteText(ctx, *output, func(w io.Writer) error { return write(w, g) })
}
