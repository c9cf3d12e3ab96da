package route

import (
	"errors"
	"fmt"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/route/hierarchy"
)

// VerifyHierarchies makes the contraction hierarchies of a graph anew, from its streets and the ranks that it has, and reports
// each row of them that is another: what no checksum tells where somebody wrote it so. One with the costs of a router with
// other speeds, which searches give its own, is not compared. It belongs behind Graph.Verify, and wants a graph in which that
// finds nothing wrong. It takes as long and as much memory as NewHierarchy without the search for an order: some 0.2 s a mode
// for 90,000 vertices, 400 bytes each.
func VerifyHierarchies(g *graph.Graph, problem func(graph.Problem)) {
	r := NewRouter(g)
	for m := facts.Walk; m <= facts.Car; m++ {
		if h := g.Hierarchy(m); h != nil {
			c := hierarchyCheck{table: m.String() + "_hierarchy", got: h, report: problem}
			c.check(g, r.mode(m))
		}
	}
}

// hierarchyCheck compares one hierarchy with what it should be.
type hierarchyCheck struct {
	table     string
	got, want *graph.Hierarchy
	report    func(graph.Problem)
}

func (c *hierarchyCheck) problem(row int, format string, args ...any) {
	c.report(graph.Problem{Table: c.table, Row: row, Text: fmt.Sprintf(format, args...)})
}

func (c *hierarchyCheck) check(g *graph.Graph, d *modeData) {
	if n := c.got.Costs.Len(); n != 1 {
		c.problem(0, "%d numbers of costs, expected 1", n)
		return
	}
	if !d.hasCosts(g, c.got.Costs.At(0)) {
		return // of a router with other speeds
	}
	want, err := storedAnew(g, d, c.got)
	if err != nil {
		c.problem(0, "%v", err)
		return
	}
	c.want = want
	c.nodes()
	c.arcs("arc up", &c.got.Up, &want.Up)
	c.arcs("arc down", &c.got.Down, &want.Down)
	c.copies()
}

// storedAnew returns the hierarchy of a graph for a mode with the ranks of a stored one.
func storedAnew(g *graph.Graph, d *modeData, h *graph.Hierarchy) (*graph.Hierarchy, error) {
	opened, err := hierarchy.OpenGraph(columnsOf(h))
	if err != nil {
		return nil, err
	}
	core := newCore(g, d)
	if n := opened.NumNodes(); n != core.numNodes() {
		return nil, fmt.Errorf("%d nodes, expected %d: made by another version, or damaged; build the file anew", n, core.numNodes())
	}
	arcs := core.arcs()
	made, ok := opened.Anew(arcs)
	if !ok {
		return nil, errors.New("the ranks are no order, or one that makes too many arcs")
	}
	return core.stored(made), nil
}

// nodes compares what there is of each rank.
func (c *hierarchyCheck) nodes() {
	for x := range c.want.Rank.Len() {
		if a, b := c.got.Parent.At(x), c.want.Parent.At(x); a != b {
			c.problem(x, "parent %d ranks above, expected %d", a, b)
		}
		firstUp, ups, firstDown, downs := c.got.Degree.At(x)
		wantUp, wantUps, wantDown, wantDowns := c.want.Degree.At(x)
		if ups != wantUps || downs != wantDowns {
			c.problem(x, "%d arcs up and %d down, expected %d and %d", ups, downs, wantUps, wantDowns)
		} else if firstUp != wantUp || firstDown != wantDown {
			c.problem(x, "arcs up from %d on and down from %d on, expected %d and %d", firstUp, firstDown, wantUp, wantDown)
			return // and all that follow
		}
	}
}

func (c *hierarchyCheck) arcs(what string, got, want *encode.Records) {
	if got.Len() != want.Len() {
		c.problem(0, "%d of %s, expected %d", got.Len(), what, want.Len())
		return
	}
	for i := range want.Len() {
		gap, ms, via := got.At3(i)
		wantGap, wantMS, wantVia := want.At3(i)
		if gap != wantGap || ms != wantMS || via != wantVia {
			c.problem(i, "%s: %d ranks, %d ms, via %d, expected %d, %d and %d", what, gap, ms, via, wantGap, wantMS, wantVia)
		}
	}
}

// copies compares what tells the copies, which files made before do not have.
func (c *hierarchyCheck) copies() {
	got, want := c.got, c.want
	n := want.CopyVertex.Len()
	if got.CopyVertex.Len() == 0 {
		return
	}
	if got.CopyVertex.Len() != n || got.CopyEdge.Len() != n || got.CopyRun.Len() != n || got.CopyNumber.Len() != n {
		c.problem(0, "%d copies, expected %d", got.CopyVertex.Len(), n)
		return
	}
	for i := range n {
		a := [4]uint32{uint32(got.CopyVertex.At(i)), got.CopyEdge.At(i), got.CopyRun.At(i), got.CopyNumber.At(i)}
		b := [4]uint32{uint32(want.CopyVertex.At(i)), want.CopyEdge.At(i), want.CopyRun.At(i), want.CopyNumber.At(i)}
		if a != b {
			c.problem(i, "copy: vertex, edge, run and number are %d, expected %d", a, b)
		}
	}
}
