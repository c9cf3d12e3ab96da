package build

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"graphbuild/facts"
	"graphbuild/fileio"
	"graphbuild/graph"
)

// Contractor makes the contraction hierarchy of a graph for a mode: route.NewHierarchy. The hierarchy belongs to the costs
// of a router, and build knows none.
type Contractor func(*graph.Graph, facts.Mode) *graph.Hierarchy

// contract adds the hierarchies that Config.CH asks for. It takes about 400 bytes a street vertex, for one mode at a time. A build
// that is cancelled does not wait for it, but where it reads a base.
func (r *run) contract(ctx context.Context) error {
	if r.config.Contract == nil {
		return fmt.Errorf("build: hierarchies for %s are asked for, but not how to make them", modesText(r.config.CH))
	}
	tables := r.tables
	g, err := graph.NewGraph(&tables)
	if err != nil {
		return err
	}
	for i, m := range r.config.CH {
		if m > facts.Car {
			return fmt.Errorf("build: a hierarchy for mode %d: expected walk, bike or car", m)
		}
		made, err := fileio.OrCancel(ctx, func() (*graph.Hierarchy, error) {
			r.reading.Lock()
			defer r.reading.Unlock()
			if err := ctx.Err(); err != nil {
				return nil, err // the base may be closed already
			}
			return r.config.Contract(g, m), nil
		})
		if err != nil {
			return err
		}
		r.tables.Hierarchies[m] = *made
		r.stage.Progress(int64(i+1), int64(len(r.config.CH)), "modes")
	}
	return nil
}

// modesText names modes, in order and each once.
func modesText(modes []facts.Mode) string {
	sorted := slices.Clone(modes)
	slices.Sort(sorted)
	var names []string
	for _, m := range slices.Compact(sorted) {
		names = append(names, graph.ModeName(m))
	}
	return strings.Join(names, ",")
}
