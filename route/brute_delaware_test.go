package route

import (
	stdheap "container/heap"
	"math/rand/v2"
	"testing"

	"graphbuild/facts"
	"graphbuild/graph"
)

// bruteQueue is a queue of states of brute force.
type bruteQueue []bruteQueued

type bruteQueued struct {
	state bruteState
	cost  uint64
}

func (q bruteQueue) Len() int           { return len(q) }
func (q bruteQueue) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q bruteQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *bruteQueue) Push(x any)        { *q = append(*q, x.(bruteQueued)) }
func (q *bruteQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// dijkstra returns the least cost to the start of every edge that a trip from b.from comes to from another, by the rules of
// brute force. A run of edges is kept where the last one is on the via ways of a restriction.
func (b *brute) dijkstra() map[graph.EdgeID]uint64 {
	via := map[graph.EdgeID]bool{}
	for _, list := range b.rules {
		for _, r := range list {
			for _, e := range r.Via {
				via[e] = true
			}
		}
	}
	starts := map[graph.EdgeID]uint64{}
	done := map[bruteState]bool{}
	var queue bruteQueue
	for _, f := range b.from {
		stdheap.Push(&queue, bruteQueued{b.begin(f.arc.Edge), part(f.ms, 1-f.portion)})
	}
	for len(queue) > 0 {
		x := stdheap.Pop(&queue).(bruteQueued)
		if done[x.state] {
			continue
		}
		done[x.state] = true
		last := x.state.run[0] - 1
		v := b.edges[last].head
		for _, e := range b.out[v] {
			next, ok := b.follow(x.state, e)
			if !ok {
				continue
			}
			if !via[e] {
				next.run = [bruteMemory]graph.EdgeID{e + 1}
			}
			lower(starts, e, x.cost+b.rides[v])
			stdheap.Push(&queue, bruteQueued{next, x.cost + b.rides[v] + b.edges[e].ms})
		}
	}
	return starts
}

func lower(cost map[graph.EdgeID]uint64, e graph.EdgeID, c uint64) {
	if old, ok := cost[e]; !ok || c < old {
		cost[e] = c
	}
}

// TestDelawareEqualsBruteForce compares 1,000 pairs of places with a search that shares nothing with those of the package but
// the costs of edges.
func TestDelawareEqualsBruteForce(t *testing.T) {
	g := delaware(t)
	r := withHierarchies(g)
	s := r.NewSearch()
	rnd := rand.New(rand.NewPCG(81, 1))
	enclosed, ways := 0, 0
	for _, c := range []struct {
		mode    facts.Mode
		sources int
	}{{facts.Car, 10}, {facts.Bike, 5}, {facts.Walk, 5}} {
		q := TableQuery{Mode: c.mode, From: randomPoints(g, rnd, c.sources), To: randomPoints(g, rnd, 50)}
		table, err := s.Table(q)
		if err != nil {
			t.Fatal(err)
		}
		b := newBrute(g, c.mode, s)
		for i, from := range q.From {
			s.from = s.snapEnd(s.from[:0], from, snapOptions{maxM: DefaultSnapM})
			b.from = s.from
			starts := b.dijkstra()
			for j, to := range q.To {
				s.to = s.snapEnd(s.to[:0], to, snapOptions{maxM: DefaultSnapM})
				want, got := b.least(starts, s.to), table.MS[i*len(q.To)+j]
				if want == NoTime && got != NoTime {
					enclosed++ // which brute force does not know here
					continue
				}
				if got != want {
					t.Errorf("%s, %d to %d: the table has %d, brute force %d", c.mode, i, j, got, want)
				}
				if want != NoTime {
					ways++
				}
			}
		}
	}
	if ways < 850 || enclosed > 60 {
		t.Errorf("%d ways, %d to enclosed streets", ways, enclosed)
	}
}

// least returns the least cost to places, given those to the starts of edges.
func (b *brute) least(starts map[graph.EdgeID]uint64, to []place) uint32 {
	best := uint64(NoTime)
	for _, p := range to {
		if c, ok := starts[p.arc.Edge]; ok {
			best = min(best, c+part(p.ms, p.portion))
		}
		for _, f := range b.from {
			if f.arc.Edge == p.arc.Edge && p.portion >= f.portion {
				best = min(best, part(f.ms, p.portion-f.portion))
			}
		}
	}
	return uint32(best)
}
