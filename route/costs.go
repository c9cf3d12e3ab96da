package route

import (
	"fmt"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/route/hierarchy"
)

// CostFunc returns the cost of a metre along an edge with these facts in a direction, in seconds or in what one likes to
// take for seconds; 0 or less is closed. It is asked once for each distinct row of facts and direction.
type CostFunc func(f *facts.Edge, d facts.Direction) float64

// Costs are the costs of a mode by which Query.Costs asks for the cheapest route. All rules stay those of the mode, and no
// edge opens that is closed to it. Answers have the times and lengths of the mode. Costs are immutable but for Contract, and
// may be used by many goroutines.
type Costs struct {
	modeData
	r *Router
}

// maxCost is the highest cost of a metre; what costs more counts as much.
const maxCost = 2000

// NewCosts returns costs for Walk, Bike or Car.
func (r *Router) NewCosts(m facts.Mode, cost CostFunc) *Costs {
	base := r.mode(m)
	c := &Costs{modeData: modeData{mode: m, pace: make([]pace, len(base.pace)), turns: base.turns}, r: r}
	for i, p := range base.pace {
		if x := cost(r.g.FactsAt(graph.FactsID(i/2)), facts.Direction(i%2)); p != 0 && x > 0 {
			c.pace[i] = max(1, pace(min(x, maxCost)*100*(1<<paceShift))) | p&limited
		}
	}
	c.bound = newBound(r.g, m, c.pace, r.cos)
	c.bound.anyMS, c.bound.ferriesM = c.bound.landMS, 0 // times of ferries do not count
	return c
}

// Shortest returns costs by which the shortest route is the best.
func (r *Router) Shortest(m facts.Mode) *Costs {
	r.shortest[m].once.Do(func() {
		r.shortest[m].costs = r.NewCosts(m, func(*facts.Edge, facts.Direction) float64 { return 0.01 }) // 1 ms a decimetre
	})
	return r.shortest[m].costs
}

// Contract makes a hierarchy for the costs, so that queries take microseconds. Where the file has one for the mode it is
// customized in about a tenth of a second for 90,000 vertices, else three times as long. No query by these costs may be
// under way.
func (c *Costs) Contract() {
	core := newCore(c.r.g, &c.modeData)
	arcs := core.arcs()
	var made *hierarchy.Graph
	ok := false
	if f := c.r.fastOf(c.mode); f != nil {
		made, ok = f.graph.Anew(arcs)
	}
	if !ok {
		made = hierarchy.NewTopology(hierarchy.Order(core.positions(), arcs), arcs).Customize(arcs)
	}
	c.fast.fast = &fast{copies: core.inMemory(), graph: made}
}

// check tells what is wrong with costs for a query of a router.
func (c *Costs) check(r *Router, q *Query) error {
	switch {
	case c == nil:
		return nil
	case c.r != r:
		return fmt.Errorf("the costs are of another router")
	case c.mode != q.Mode:
		return fmt.Errorf("the costs are for mode %s, the query is for %s", c.mode, q.Mode)
	case !q.Depart.IsZero():
		return fmt.Errorf("costs cannot be combined with a time of departure")
	}
	return nil
}
