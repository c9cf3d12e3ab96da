package walk

// queue holds labels by time: the time in the upper 32 bits, the label in the lower ones, so that equal times come in the
// order in which the labels were made. Four children a node.
type queue []uint64

func (q *queue) push(ms, label uint32) {
	x := uint64(ms)<<32 | uint64(label)
	*q = append(*q, x)
	list := *q
	i := len(list) - 1
	for i > 0 && list[(i-1)/4] > x {
		list[i] = list[(i-1)/4]
		i = (i - 1) / 4
	}
	list[i] = x
}

// pop removes and returns the earliest; the queue is not empty.
func (q *queue) pop() (ms, label uint32) {
	list := *q
	top, last := list[0], list[len(list)-1]
	list = list[:len(list)-1]
	*q = list
	for i := 0; len(list) > 0; {
		child := smallest(list, i)
		if child < 0 || list[child] >= last {
			list[i] = last
			break
		}
		list[i] = list[child]
		i = child
	}
	return uint32(top >> 32), uint32(top)
}

// smallest returns the smallest child of i, -1 where it has none.
func smallest(list []uint64, i int) int {
	first := 4*i + 1
	if first >= len(list) {
		return -1
	}
	best := first
	for c := first + 1; c < min(first+4, len(list)); c++ {
		if list[c] < list[best] {
			best = c
		}
	}
	return best
}

// index finds the label of a key; open addressing, emptied in no time, so that a search takes memory for what it touches
// and not for the whole graph.
type index struct {
	slots []slot
	stamp uint32
	used  int
}

type slot struct {
	key, label, stamp uint32
}

func (x *index) reset() {
	x.used = 0
	if x.stamp++; x.stamp == 0 {
		clear(x.slots)
		x.stamp = 1
	}
}

// at returns the slot of a key, and whether it is taken; a free one becomes its slot.
func (x *index) at(key uint32) (*slot, bool) {
	if 2*(x.used+1) > len(x.slots) {
		x.grow()
	}
	s := x.find(key)
	if s.stamp == x.stamp {
		return s, true
	}
	x.used++
	*s = slot{key: key, stamp: x.stamp}
	return s, false
}

func (x *index) find(key uint32) *slot {
	mask := uint32(len(x.slots) - 1)
	for i := uint32(uint64(key) * 0x9e3779b97f4a7c15 >> 32); ; i++ {
		if s := &x.slots[i&mask]; s.stamp != x.stamp || s.key == key {
			return s
		}
	}
}

func (x *index) grow() {
	old := x.slots
	x.slots = make([]slot, max(1024, 2*len(old)))
	for _, s := range old {
		if s.stamp == x.stamp {
			*x.find(s.key) = s
		}
	}
}
