package walk

import (
	"cmp"
	"slices"
	"sync"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// Network is what the walks on one graph share. It is immutable and may be used by many goroutines. It takes 12 bytes a
// row of facts, 52 a link and 32 a pathway, once a position is far from all streets, 20 a stop that no street leads to, and some
// 100 an island that a position was on.
type Network struct {
	g       *graph.Graph
	pace    [2][]pace // on foot, by wheelchair
	links   []link    // by stop
	ofStop  []uint32  // one more than stops: where the links of a stop begin
	atEnd   []linkEnd // sorted by vertex
	ofPair  []uint32  // links, sorted by pair
	inside  [2]inside // pathways along and against
	streets bool
	free    func() *freeStops
	islands *sync.Map // by component of those that were met, its metres of street
}

// link ties a stop to a place on a street.
type link struct {
	stop     graph.StopID
	pair     graph.PairID
	end      [2]graph.VertexID // From and To of the pair
	offsetDM uint32
	lengthDM uint32 // of the pair
	asideDM  uint32 // from the street to the stop
	facts    graph.FactsID
	modes    facts.Modes
}

// linkEnd says that the pair of a link ends at a vertex.
type linkEnd struct {
	vertex graph.VertexID
	link   uint32
	end    uint8 // 0 From, 1 To
}

// inside are the ways within stations: those out of stop s are to[start[s]:start[s+1]].
type inside struct {
	start []uint32
	to    []passage
}

// passage is a way to another stop of a station.
type passage struct {
	stop  graph.StopID
	ms    uint32
	dm    uint32
	edge  graph.EdgeID // NoEdge between a stop and its boarding areas
	wheel bool
}

// NewNetwork reads the links and pathways of a graph, which must stay open.
func NewNetwork(g *graph.Graph) *Network {
	n := &Network{g: g, streets: g.NumPairs() > 0, islands: &sync.Map{}}
	n.pace = [2][]pace{paces(g, facts.Walk), paces(g, facts.Wheelchair)}
	n.readLinks()
	n.readPathways()
	n.free = sync.OnceValue(func() *freeStops { return newFreeStops(n) })
	return n
}

// Riding returns a network for people with a bicycle, which shares the rest with n: they ride where kmh, the speed along an
// edge in a direction, is not 0, and push where one may walk. Links and barriers are as on foot, as is whatever a search
// asks for a wheelchair.
func (n *Network) Riding(kmh func(f *facts.Edge, d facts.Direction) float64) *Network {
	out := *n
	out.islands = &sync.Map{}
	out.pace[0] = slices.Clone(n.pace[0])
	for i := range out.pace[0] {
		f, d, p := n.g.FactsAt(graph.FactsID(i/2)), facts.Direction(i%2), &out.pace[0][i]
		v := kmh(f, d)
		if v == 0 || p.timed {
			continue
		}
		if p.ms == 0 {
			p.limited = f.Limited[d][facts.Bike] != facts.Unlimited
		}
		if ms := perDM(v); p.ms == 0 || ms < p.ms {
			p.ms = ms
		}
	}
	return &out
}

// Graph returns the graph of the network.
func (n *Network) Graph() *graph.Graph { return n.g }

func (n *Network) readLinks() {
	n.ofStop = make([]uint32, n.g.NumStops()+1)
	for s := range n.g.NumStops() {
		modes := n.modesAt(graph.StopID(s))
		for _, l := range n.g.Stop(graph.StopID(s)).Links() {
			e := n.g.Edge(l.Pair.Edge(facts.Forward))
			f, ok := e.FactsID()
			if !ok {
				continue // of a corrupt file
			}
			length := uint32(10*e.LengthM() + 0.5)
			n.links = append(n.links, link{
				stop: graph.StopID(s), pair: l.Pair, end: [2]graph.VertexID{e.From().ID(), e.To().ID()}, lengthDM: length,
				offsetDM: min(uint32(10*l.OffsetM+0.5), length), asideDM: uint32(10*l.DistanceM + 0.5), facts: f, modes: l.Modes & modes,
			})
		}
		n.ofStop[s+1] = uint32(len(n.links))
	}
	for i := range n.links {
		n.ofPair = append(n.ofPair, uint32(i))
		for end, v := range n.links[i].end {
			n.atEnd = append(n.atEnd, linkEnd{v, uint32(i), uint8(end)})
		}
	}
	slices.SortFunc(n.ofPair, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(n.links[a].pair, n.links[b].pair), cmp.Compare(a, b))
	})
	slices.SortFunc(n.atEnd, func(a, b linkEnd) int {
		return cmp.Or(cmp.Compare(a.vertex, b.vertex), cmp.Compare(a.link, b.link), cmp.Compare(a.end, b.end))
	})
}

// Values of location_type, and that of wheelchair_boarding which says no.
const (
	entrance     = 2
	boardingArea = 4
	inaccessible = 2
)

// modesAt returns who may go in and out at a stop: by an entrance of which the feed says so no wheelchairs.
func (n *Network) modesAt(s graph.StopID) facts.Modes {
	all := ^facts.Modes(0)
	if x := n.g.Stop(s); x.LocationType() == entrance && x.Wheelchair() == inaccessible {
		return all.Without(facts.Wheelchair)
	}
	return all
}

// linksAt returns the links on the pairs at a vertex.
func (n *Network) linksAt(v graph.VertexID) []linkEnd {
	i, _ := slices.BinarySearchFunc(n.atEnd, v, func(l linkEnd, v graph.VertexID) int { return cmp.Compare(l.vertex, v) })
	end := i
	for end < len(n.atEnd) && n.atEnd[end].vertex == v {
		end++
	}
	return n.atEnd[i:end]
}

// linksOn returns the links on a pair.
func (n *Network) linksOn(p graph.PairID) []uint32 {
	i, _ := slices.BinarySearchFunc(n.ofPair, p, func(l uint32, p graph.PairID) int { return cmp.Compare(n.links[l].pair, p) })
	end := i
	for end < len(n.ofPair) && n.links[n.ofPair[end]].pair == p {
		end++
	}
	return n.ofPair[i:end]
}

// readPathways reads the pathways, and joins boarding areas with their stops at no cost.
func (n *Network) readPathways() {
	type row struct {
		from graph.StopID
		passage
	}
	var rows [2][]row
	add := func(from graph.StopID, p passage) {
		rows[0] = append(rows[0], row{from, p})
		from, p.stop = p.stop, from
		rows[1] = append(rows[1], row{from, p})
	}
	for s := range graph.StopID(n.g.NumStops()) {
		stop := n.g.Stop(s)
		if parent := stop.Parent(); stop.LocationType() == boardingArea && parent.Err() == nil {
			add(s, passage{stop: parent.Number(), edge: graph.NoEdge, wheel: true})
			add(parent.Number(), passage{stop: s, edge: graph.NoEdge, wheel: true})
		}
		for _, p := range stop.Pathways() {
			add(s, passage{
				stop: p.To.Number(), ms: 1000 * min(p.TraversalS, maxMS/1000), dm: uint32(10*p.Edge.LengthM() + 0.5), edge: p.Edge.ID(),
				wheel: p.Edge.Modes().Has(facts.Wheelchair),
			})
		}
	}
	for d, list := range rows {
		slices.SortStableFunc(list, func(a, b row) int { return cmp.Compare(a.from, b.from) })
		n.inside[d].start = make([]uint32, n.g.NumStops()+1)
		for _, r := range list {
			n.inside[d].to = append(n.inside[d].to, r.passage)
			n.inside[d].start[r.from+1]++
		}
		for s := range n.g.NumStops() {
			n.inside[d].start[s+1] += n.inside[d].start[s]
		}
	}
}

// Linked reports whether streets or pathways lead to a stop.
func (n *Network) Linked(s graph.StopID) bool {
	return n.ofStop[s] < n.ofStop[s+1] || n.inside[0].start[s] < n.inside[0].start[s+1] || n.inside[1].start[s] < n.inside[1].start[s+1]
}

func (n *Network) pointOf(s graph.StopID) geometry.Point {
	return n.g.PointOf(n.g.FirstStop() + graph.VertexID(s))
}
