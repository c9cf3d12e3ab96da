package hierarchy

import (
	"math"
	"slices"
)

// Topology is a network with the arcs that arise when its nodes are taken out by rank: whatever a node leads to then leads
// to each other. Nodes are called by rank here. It is immutable.
type Topology struct {
	rank        []uint32 // of the nodes of the network
	first, head []uint32 // arcs from x to higher ranks, ascending: head[first[x]:first[x+1]]
	parent      []uint32 // in the elimination tree: the lowest of the heads; none at a root
}

// NewTopology returns the topology of a network. Each node has a rank of its own. It takes 12 bytes a node and 4 an arc
// of the topology.
func NewTopology(rank []uint32, arcs []Arc) *Topology {
	t, _ := topologyWithin(rank, arcs, math.MaxInt)
	return t
}

// topologyWithin is NewTopology; false where it has more than so many arcs.
func topologyWithin(rank []uint32, arcs []Arc, most int) (*Topology, bool) {
	n := uint32(len(rank))
	t := &Topology{rank: rank, first: make([]uint32, n+1), parent: make([]uint32, n)}
	start, higher := higherOf(rank, arcs)
	child, sibling := filled(n), filled(n) // first child, next sibling
	seen := filled(n)
	for x := range n {
		from := len(t.head)
		gather := func(list []uint32) {
			for _, y := range list {
				if y != x && seen[y] != x {
					seen[y] = x
					t.head = append(t.head, y)
				}
			}
		}
		gather(higher[start[x]:start[x+1]])
		for c := child[x]; c != none; c = sibling[c] {
			gather(t.head[t.first[c]:t.first[c+1]])
		}
		if len(t.head) > most {
			return nil, false
		}
		slices.Sort(t.head[from:])
		t.first[x+1] = uint32(len(t.head))
		t.parent[x] = none
		if from < len(t.head) {
			p := t.head[from]
			t.parent[x], sibling[x], child[p] = p, child[p], x
		}
	}
	return t, true
}

// higherOf returns for each rank x the ranks above it that arcs join it with: higher[start[x]:start[x+1]].
func higherOf(rank []uint32, arcs []Arc) (start, higher []uint32) {
	start = make([]uint32, len(rank)+1)
	for _, a := range arcs {
		start[min(rank[a.Tail], rank[a.Head])+1]++
	}
	for x := range rank {
		start[x+1] += start[x]
	}
	higher = make([]uint32, len(arcs))
	next := slices.Clone(start)
	for _, a := range arcs {
		x, y := rank[a.Tail], rank[a.Head]
		higher[next[min(x, y)]] = max(x, y)
		next[min(x, y)]++
	}
	return start, higher
}

func filled(n uint32) []uint32 {
	s := make([]uint32, n)
	for i := range s {
		s[i] = none
	}
	return s
}

// NumNodes returns the number of nodes.
func (t *Topology) NumNodes() int { return len(t.parent) }

// NumArcs returns the number of arcs, each for both directions.
func (t *Topology) NumArcs() int { return len(t.head) }

// arcAt returns the number of the arc between two ranks, the first the lower.
func (t *Topology) arcAt(x, y uint32) uint32 {
	i, _ := slices.BinarySearch(t.head[t.first[x]:t.first[x+1]], y)
	return t.first[x] + uint32(i)
}
