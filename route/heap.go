package route

import "graphbuild/graph"

// stateID is a state of the search: an edge, or beyond the number of edges one of the side states of the query.
type stateID uint32

const noState stateID = 1<<32 - 1

// queued is a state in the queue.
type queued struct {
	bound uint64 // ms: cost, and a lower bound of what is left
	cost  uint64 // ms to the end of the edge of the state
	state stateID
	head  graph.VertexID // the end of that edge
}

// heap is a queue with four children a node: half the levels of a binary one, and the four lie side by side.
type heap []queued

func (h *heap) push(q queued) {
	*h = append(*h, q)
	list := *h
	i := len(list) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if list[parent].bound <= q.bound {
			break
		}
		list[i] = list[parent]
		i = parent
	}
	list[i] = q
}

// pop removes and returns a state with the smallest bound. The heap is not empty.
func (h *heap) pop() queued {
	list := *h
	top, last := list[0], list[len(list)-1]
	list = list[:len(list)-1]
	*h = list
	if len(list) == 0 {
		return top
	}
	i := 0
	for {
		child := smallestChild(list, i)
		if child < 0 || list[child].bound >= last.bound {
			break
		}
		list[i] = list[child]
		i = child
	}
	list[i] = last
	return top
}

// smallestChild returns the child of i with the smallest bound, -1 where i has none.
func smallestChild(list []queued, i int) int {
	first := 4*i + 1
	if first >= len(list) {
		return -1
	}
	best := first
	for c := first + 1; c < min(first+4, len(list)); c++ {
		if list[c].bound < list[best].bound {
			best = c
		}
	}
	return best
}
