package graph

import (
	"cmp"
	"slices"
	"sync"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// Edges beyond the streets have no rows of their own: they are read from the tables that they come from. A link row
// gives four (stop to From, From to stop, stop to To, To to stop), a pathway two and a transfer one.
const (
	edgesPerLink    = 4
	edgesPerPathway = 2
)

func (g *Graph) firstLink() EdgeID { return EdgeID(2 * g.street.pairs) }

func (g *Graph) firstPathway() EdgeID {
	return g.firstLink() + EdgeID(edgesPerLink*g.tables.Links.Stop.Len())
}

func (g *Graph) firstTransfer() EdgeID {
	return g.firstPathway() + EdgeID(edgesPerPathway*g.tables.Pathways.From.Len())
}

// extraEdge is a link, pathway or transfer as an edge.
type extraEdge struct {
	kind      facts.EdgeType
	from, to  VertexID
	lengthDM  uint32
	durationS uint32
	modes     facts.Modes
}

// facts returns the facts of the edge; nothing is said of the other direction.
func (x extraEdge) facts() facts.Edge {
	return facts.Edge{Type: x.kind, Modes: [2]facts.Modes{x.modes, 0}}
}

// extraEdge returns an edge that is not of the street tables.
func (g *Graph) extraEdge(e EdgeID) extraEdge {
	g.mustBeOpen()
	switch {
	case e < g.firstLink():
		return extraEdge{}
	case e < g.firstPathway():
		return g.linkEdge(e - g.firstLink())
	case e < g.firstTransfer():
		return g.pathwayEdge(e - g.firstPathway())
	}
	return g.transferEdge(e - g.firstTransfer())
}

// linkEdge returns edge i of the links: i/4 is the link, i/2%2 the end of its pair, i%2 whether it runs to the stop.
// Between the stop and an end it is as long as the stretch of street and the way to the stop, and open to the modes of
// the link that may go along that stretch in that direction.
func (g *Graph) linkEdge(i EdgeID) extraEdge {
	links, l := &g.tables.Links, int(i/edgesPerLink)
	p := links.Pair.At(l)
	if int(p) >= g.street.pairs {
		return extraEdge{kind: facts.Link, from: NoVertex, to: NoVertex}
	}
	from, to := g.pairEnds(p)
	_, f, length := g.street.pairAt(p, from)
	atTo, toStop := i/2%2 == 1, i%2 == 1
	end, part := from, min(links.OffsetDM.At(l), length)
	if atTo {
		end, part = to, length-part
	}
	dir := facts.Backward // away from the stop towards From, or from To to the stop
	if atTo != toStop {
		dir = facts.Forward
	}
	x := extraEdge{kind: facts.Link, from: g.FirstStop() + VertexID(links.Stop.At(l)), to: end}
	x.lengthDM, x.modes = part+links.DistanceDM.At(l), links.Modes.At(l)&g.FactsAt(f).Modes[dir]
	if toStop {
		x.from, x.to = x.to, x.from
	}
	return x
}

// Pathway modes of GTFS that a wheelchair cannot use.
const (
	pathwayStairs    = 2
	pathwayEscalator = 4
)

// pathwayEdge returns edge i of the pathways: i/2 is the pathway, i%2 its other direction, closed where the pathway is
// for one direction only.
func (g *Graph) pathwayEdge(i EdgeID) extraEdge {
	t, p := &g.tables.Pathways, int(i/edgesPerPathway)
	x := extraEdge{kind: facts.Pathway, lengthDM: t.LengthDM.At(p), durationS: t.TraversalS.At(p)}
	x.from, x.to = g.stopVertex(t.From.At(p)), g.stopVertex(t.To.At(p))
	x.modes = facts.ModesOf(facts.Walk, facts.Wheelchair)
	if m := t.Mode.At(p); m == pathwayStairs || m == pathwayEscalator {
		x.modes = facts.ModesOf(facts.Walk)
	}
	if i%2 == 1 {
		x.from, x.to = x.to, x.from
		if t.Bidirectional.At(p) == 0 {
			x.modes = facts.NoModes
		}
	}
	return x
}

// Transfer types of GTFS that are no walk between two stops.
const transferForbidden = 3

// transferEdge returns the edge of a transfer. It is closed where the transfer is forbidden, is a seat kept in the
// vehicle, or has no stop at an end.
func (g *Graph) transferEdge(i EdgeID) extraEdge {
	t, r := &g.tables.Transfers, int(i)
	x := extraEdge{kind: facts.Transfer, from: g.stopVertex(t.FromStop.At(r)), to: g.stopVertex(t.ToStop.At(r))}
	if x.from != NoVertex && x.to != NoVertex {
		x.lengthDM = uint32(10 * geometry.Distance(g.PointOf(x.from), g.PointOf(x.to)))
		if t.Type.At(r) < transferForbidden {
			x.modes = facts.ModesOf(facts.Walk)
		}
	}
	x.durationS = uint32(max(t.MinS.At(r), 0))
	return x
}

// stopVertex returns the vertex of a stop, NoVertex when there is no such stop.
func (g *Graph) stopVertex(s StopID) VertexID {
	if int(s) >= g.NumStops() {
		return NoVertex
	}
	return g.FirstStop() + VertexID(s)
}

// extraGeometry appends the points of a link (along the street and to the stop), or the ends of another extra edge.
func (g *Graph) extraGeometry(buf []geometry.Point, e EdgeID) []geometry.Point {
	x := g.extraEdge(e)
	if x.from == NoVertex || x.to == NoVertex {
		return buf
	}
	buf = append(buf, g.PointOf(x.from))
	n := len(buf)
	if i := e - g.firstLink(); x.kind == facts.Link {
		l := int(i / edgesPerLink)
		line := g.AppendPairGeometry(nil, g.tables.Links.Pair.At(l))
		offset, far := float64(g.tables.Links.OffsetDM.At(l))/10, 0.0
		if i/2%2 == 1 {
			far = geometry.Length(line)
		}
		if buf = geometry.Part(buf, line, offset, far); i%2 == 1 {
			reversePoints(buf[n:])
			buf = append(buf[:n], buf[min(n+1, len(buf)):]...) // the end of the street is there already
			return append(buf, g.PointOf(x.to))
		}
		return buf
	}
	return append(buf, g.PointOf(x.to))
}

// extraEdges lists the extra edges at each vertex. It is made when first asked for: 16 bytes an extra edge.
type extraEdges struct {
	once sync.Once
	at   [2][]extraEnd // out of and into the vertex, sorted by vertex, then edge
}

type extraEnd struct {
	vertex VertexID
	edge   EdgeID
}

// extraAt returns the extra edges out of a vertex, or with flip 1 those into it, by id.
func (g *Graph) extraAt(v VertexID, flip EdgeID) []EdgeID {
	if int(v) < g.street.vertices && !g.street.special(v) {
		return nil
	}
	g.extra.once.Do(g.listExtra)
	list := g.extra.at[flip]
	i, _ := search(len(list), func(i int) VertexID { return list[i].vertex }, v)
	var edges []EdgeID
	for ; i < len(list) && list[i].vertex == v; i++ {
		edges = append(edges, list[i].edge)
	}
	return edges
}

// listExtra fills the lists of extra edges.
func (g *Graph) listExtra() {
	for e := g.firstLink(); int(e) < g.NumEdges(); e++ {
		x := g.extraEdge(e)
		if x.from == NoVertex || x.to == NoVertex {
			continue
		}
		g.extra.at[0] = append(g.extra.at[0], extraEnd{x.from, e})
		g.extra.at[1] = append(g.extra.at[1], extraEnd{x.to, e})
	}
	for _, list := range g.extra.at {
		slices.SortFunc(list, func(a, b extraEnd) int {
			return cmp.Or(cmp.Compare(a.vertex, b.vertex), cmp.Compare(a.edge, b.edge))
		})
	}
}
