package diff

import (
	"slices"
	"strconv"

	"graphbuild/facts"
	"graphbuild/graph"
)

// side is one of the two graphs.
type side struct {
	g *graph.Graph
	// ids is set where both graphs have the ids of OSM; without, streets are known by where they are.
	ids bool
	// labels are the labels of feeds, the same in both graphs for what is one feed.
	labels []string
	// facts has the digest of each row of facts, along the pair and against it.
	facts [][2]digest
	// said has a digest of the conditions and attributes of the ways that have any.
	said map[graph.WayID]digest
	// durationS are crossing times.
	durationS map[graph.PairID]uint32
	services  []string // key of each service
	shapes    map[graph.ShapeID]digest
	raw       []graph.RawTable
}

func sidesOf(a, b *graph.Graph) (x, y *side) {
	ids := hasIDs(a) && hasIDs(b)
	x, y = newSide(a, ids), newSide(b, ids)
	matchFeeds(x, y)
	x.nameServices()
	y.nameServices()
	return x, y
}

// hasIDs reports whether a graph has the ids of OSM, or has no streets.
func hasIDs(g *graph.Graph) bool {
	_, _, ok := g.WayOf(0)
	return ok || g.NumPairs() == 0
}

func newSide(g *graph.Graph, ids bool) *side {
	s := &side{g: g, ids: ids, said: map[graph.WayID]digest{}, durationS: map[graph.PairID]uint32{}, shapes: map[graph.ShapeID]digest{}, raw: g.RawTables()}
	for f := range g.NumFeeds() {
		s.labels = append(s.labels, g.Feed(graph.FeedID(f)).Label)
	}
	for i := range g.NumFacts() {
		f := g.FactsAt(graph.FactsID(i))
		s.facts = append(s.facts, [2]digest{factsDigest(*f), factsDigest(f.Reverse())})
	}
	for p, t := range g.Durations() {
		s.durationS[p] = t
	}
	s.readConditions()
	s.readAttributes()
	return s
}

func factsDigest(f facts.Edge) digest {
	d := newDigest()
	d.add(uint64(f.Type)<<32 | uint64(f.Class)<<16 | uint64(f.Flags))
	for i := range f.Modes {
		d.add(uint64(f.Modes[i])<<16 | uint64(f.Speed[i]))
		for _, l := range f.Limited[i] {
			d.add(uint64(l))
		}
	}
	return d
}

// readConditions notes the conditions of ways, in any order.
func (s *side) readConditions() {
	t := &s.g.Unpacked().Conditions
	for i := range t.Way.Len() {
		d := newDigest()
		d.add(uint64(t.Mode.At(i))<<8 | uint64(t.Direction.At(i)))
		d.text(t.Text.At(i))
		s.said[t.Way.At(i)] += d
	}
}

// readAttributes notes the attributes of ways.
func (s *side) readAttributes() {
	t := &s.g.Unpacked().Attributes
	for i := range t.Name.Len() {
		first, n := t.Way.Bounds(i)
		for k := first; k < min(first+n, t.Way.NumValues(), t.Text.NumValues()); k++ {
			d := newDigest()
			d.text(t.Name.At(i))
			if text := int(t.Text.Value(k)); text < t.Texts.Len() {
				d.text(t.Texts.At(text))
			}
			s.said[t.Way.Value(k)] += d
		}
	}
}

// matchFeeds gives a feed that has another label in the other graph that label too: one with the same feed_id, or the only
// one that is left on both sides.
func matchFeeds(a, b *side) {
	restA, restB := unmatched(a, b), unmatched(b, a)
	for _, f := range slices.Clone(restB) {
		id := b.g.Feed(graph.FeedID(f)).FeedID
		i := slices.IndexFunc(restA, func(x int) bool { return id != "" && a.g.Feed(graph.FeedID(x)).FeedID == id })
		if i >= 0 {
			b.labels[f] = a.labels[restA[i]]
			restA, restB = slices.Delete(restA, i, i+1), slices.DeleteFunc(restB, func(x int) bool { return x == f })
		}
	}
	if len(restA) == 1 && len(restB) == 1 {
		b.labels[restB[0]] = a.labels[restA[0]]
	}
}

// unmatched returns the feeds of s with a label that the other graph does not have.
func unmatched(s, other *side) []int {
	var list []int
	for f, label := range s.labels {
		if !slices.Contains(other.labels, label) {
			list = append(list, f)
		}
	}
	return list
}

// id returns FEED:ID.
func (s *side) id(f graph.FeedID, id string) string {
	if int(f) >= len(s.labels) {
		return ":" + id
	}
	return s.labels[f] + ":" + id
}

func (s *side) nameServices() {
	for i := range s.g.NumServices() {
		s.services = append(s.services, s.id(s.g.Service(graph.ServiceID(i)).ID()))
	}
}

// end returns what a vertex is known by: its node, else its position.
func (s *side) end(v graph.Vertex) int64 {
	if id := v.OSMNodeID(); s.ids && id != graph.NoNode {
		return id
	}
	p := v.Point()
	return int64(p.Lat)<<32 | int64(uint32(p.Lon))
}

// node returns the node of a vertex, 0 where there is none.
func (s *side) node(v graph.Vertex) int64 {
	if id := v.OSMNodeID(); id != graph.NoNode {
		return id
	}
	return 0
}

// wayOf returns the id of the way of an edge, 0 where there is none.
func (s *side) wayOf(e graph.Edge) int64 {
	id, _ := e.OSMWayID()
	if !s.ids {
		return 0
	}
	return id
}

// object names an object of OSM, empty where it has no id.
func object(typ string, id int64) string {
	if id == 0 {
		return ""
	}
	return typ + "/" + strconv.FormatInt(id, 10)
}
