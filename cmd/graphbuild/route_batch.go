package main

import (
	"bufio"
	"context"
	"fmt"

	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/transit"
	"graphbuild/wire"
)

// batch answers queries, in parallel and in their order.
func (c *routeCmd) batch(s *session, g *graph.Graph, router *route.Router, journeys *transit.Router) error {
	in, err := openInput(s, c.Batch)
	if err != nil {
		return err
	}
	defer in.Close()
	defaults, err := c.defaults()
	if err != nil {
		return err
	}
	b := wire.Batch{
		Source:  batchInput{wire.NewLines(in)},
		Workers: c.Jobs,
		Fault:   func(p any) error { return damageOf(p, g, c.File) },
		NewWorker: func() wire.Worker {
			search := newSearcher(s.ctx, router, journeys, defaults)
			search.Graph = g
			return wire.Worker{Append: func(out []byte, x wire.Item) []byte {
				return append(search.AppendAnswer(out, x, "line"), '\n')
			}}
		},
	}
	return b.Run(s.ctx, bufio.NewWriterSize(s.out, 1<<16))
}

// batchInput says where an error comes from.
type batchInput struct{ *wire.Lines }

// Next is that of the lines.
func (b batchInput) Next(buf []byte) (wire.Item, []byte, error) {
	x, out, err := b.Lines.Next(buf)
	if err != nil {
		err = fmt.Errorf("route: batch: %w", err)
	}
	return x, out, err
}

// newSearcher returns what answers queries until a context is done, for one goroutine at a time.
func newSearcher(ctx context.Context, router *route.Router, journeys *transit.Router, defaults *wire.Defaults) *wire.Searcher {
	street := router.NewSearch()
	street.SetContext(ctx)
	var search *transit.Search // nil until it is needed
	return &wire.Searcher{
		Street: street, Zone: journeys.Zone(), Defaults: defaults,
		Journeys: func() *transit.Search {
			if search == nil {
				search = journeys.NewSearch()
				search.SetContext(ctx)
			}
			return search
		},
	}
}

// defaults returns what the flags say for queries that do not.
func (c *routeCmd) defaults() (*wire.Defaults, error) {
	street, err := c.query()
	return &wire.Defaults{Mode: c.Mode, Street: street, Journey: c.journeyQuery(), Depart: c.Depart, Arrive: c.Arrive}, err
}
