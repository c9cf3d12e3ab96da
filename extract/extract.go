// Package extract cuts a part out of a graph: the streets that touch an area, whole, and the trips that call in it, with all
// their stops. What remains is a graph like any other, with the turn restrictions, areas, attributes, elevation, conditions
// and links of what was kept.
//
// It works on the tables of a graph, unpacked: some 60 bytes a pair and 40 a vertex, and the points. Rows keep their order.
// Columns find their rows by the types of ids that they hold, so that a new column needs no edit here; a new table does
// where it has an id of its own, and a test says so.
package extract

import (
	"fmt"
	"maps"
	"math"

	"graphbuild/build"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// Options are the options of Tables.
type Options struct {
	// Config is noted in the provenance as the flag "extract" where something was left out.
	Config string
	// Contract makes contraction hierarchies anew for the modes that had one; without it, they are left out.
	Contract build.Contractor
}

// Tables returns the tables of the part of a graph that is in an area, to be written while the graph is open. Where nothing
// is left out they are those of the graph, and writing them gives the same content. It refuses a graph with a broken
// invariant, for which it reads all of it: what refers to nothing cannot be cut.
func Tables(g *graph.Graph, a Area, o Options) (*graph.Tables, error) {
	for problem := range graph.Check(g) {
		if err := g.Err(); err != nil { // damaged bytes come before what they make seem wrong
			return nil, err
		}
		return nil, fmt.Errorf("the graph is not sound: %w (graphbuild verify lists all problems)", problem)
	}
	if err := g.Err(); err != nil {
		return nil, err
	}
	x := &extraction{t: g.Unpack(), area: a, to: renumberings{}}
	modes := x.hierarchies()
	x.chooseStreets()
	x.chooseTransit()
	x.cutStreets()
	x.cutTransit()
	if !x.cut {
		return x.t, nil
	}
	x.cutIssues()
	config := maps.Clone(x.t.Meta.Config)
	if config == nil {
		config = map[string]string{}
	}
	config["extract"] = o.Config
	x.t.Meta.Config = config
	return x.t, x.contract(modes, o.Contract)
}

// extraction is the state of Tables.
type extraction struct {
	t    *graph.Tables
	area Area
	cut  bool // something is left out
	to   renumberings

	pair, vertex, way, streetArea                                                            []bool
	stop, pattern, trip, route, service, agency, feed, level, shape, profile, flex, flexArea []bool
}

// gone is the new number of a row that is left out.
const gone = math.MaxUint32

// hierarchies returns the modes with a contraction hierarchy.
func (x *extraction) hierarchies() []facts.Mode {
	var modes []facts.Mode
	for m := range x.t.Hierarchies {
		if x.t.Hierarchies[m].Rank.Len() > 0 {
			modes = append(modes, facts.Mode(m))
		}
	}
	return modes
}

// contract makes the hierarchies anew. Those of the whole graph do not fit streets that were cut.
func (x *extraction) contract(modes []facts.Mode, by build.Contractor) error {
	if x.to[pairType] == nil && x.to[vertexType] == nil {
		return nil
	}
	x.t.Hierarchies = [3]graph.Hierarchy{}
	if by == nil || len(modes) == 0 {
		return nil
	}
	tables := *x.t
	g, err := graph.NewGraph(&tables)
	if err != nil {
		return err
	}
	for _, m := range modes {
		x.t.Hierarchies[m] = *by(g, m)
	}
	return nil
}

// cutIssues keeps the issues in the area and those without a place, and counts what is kept.
func (x *extraction) cutIssues() {
	t := &x.t.Issues
	kept := make([]bool, t.Code.Len())
	counts := map[string]int{}
	for i := range kept {
		p := geometry.Point{Lon: t.Lon.At(i), Lat: t.Lat.At(i)}
		if kept[i] = p.Lon == graph.NoCoordinate || x.area.Contains(p); kept[i] {
			counts[t.Code.At(i)]++
		}
	}
	selectRows(t, kept)
	x.t.Meta.IssueCounts = counts
}
