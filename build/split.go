package build

import "context"

// Uses of a node by streets.
const (
	usedOnce   uint8 = 1 << iota // a street runs over it
	usedVertex                   // streets meet there, or one ends, or its tags say something: pieces are cut there
	usedMarked                   // on a wall or around an area: touches looks there
)

// pieceTable has a row for each stretch of a way between two vertices, sorted by way and then along it: slots first to
// last, both included, of run.slots. The ends of a piece are different nodes.
//
// Memory: 12 bytes a piece.
type pieceTable struct {
	way         []uint32
	first, last []uint32
}

func (t *pieceTable) add(way int, first, last uint32) {
	t.way = append(t.way, uint32(way))
	t.first = append(t.first, first)
	t.last = append(t.last, last)
}

// split cuts ways where they meet or cross themselves, at ends, at nodes whose tags say something, at walls, and at the
// corners of areas from which one looks across; a stretch that
// would lead back to its start is cut once more inside. Nodes repeated in a row count once. Where nodes are missing, the
// runs of two or more known nodes stay.
func (r *run) split(ctx context.Context) error {
	r.nodes.use = make([]uint8, len(r.nodes.id))
	for w := range r.ways.id {
		r.markUses(w)
	}
	areas := r.findAreas()
	touches := r.markAndTouch(areas)
	r.raiseWalls(touches)
	for _, f := range r.nodes.facts {
		if !f.plain() {
			r.nodes.use[f.slot] |= usedVertex
		}
	}
	if err := r.lookAcross(ctx, areas, touches); err != nil {
		return err
	}
	for w := range r.ways.id {
		if w%4096 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		r.splitWay(w)
	}
	r.addSights()
	return r.prune(ctx)
}

// markUses counts the visits of way w to its nodes.
func (r *run) markUses(w int) {
	for first, last := range r.runsOf(w) {
		r.nodes.use[r.slots[first]] |= usedVertex
		r.nodes.use[r.slots[last]] |= usedVertex
		for i := first; i <= last; i++ {
			slot := r.slots[i]
			if i > first && slot == r.slots[i-1] {
				continue
			}
			if r.nodes.use[slot] != 0 {
				r.nodes.use[slot] |= usedVertex
			}
			r.nodes.use[slot] |= usedOnce
		}
	}
}

// runsOf yields the stretches of way w whose nodes are known and not all the same, as first and last index into slots.
func (r *run) runsOf(w int) func(yield func(first, last uint32) bool) {
	return func(yield func(first, last uint32) bool) {
		end := uint32(r.ways.refStart[w+1])
		for i := uint32(r.ways.refStart[w]); i < end; i++ {
			first, moves := i, false
			for i < end && r.nodes.known(r.slots[i]) {
				moves = moves || r.slots[i] != r.slots[first]
				i++
			}
			if moves && !yield(first, i-1) {
				return
			}
		}
	}
}

func (r *run) splitWay(w int) {
	for first, last := range r.runsOf(w) {
		start := first
		for i := first + 1; i <= last; i++ {
			slot := r.slots[i]
			if slot == r.slots[i-1] || r.nodes.use[slot]&usedVertex == 0 {
				continue
			}
			r.addPiece(w, start, i)
			start = i
		}
	}
}

// addPiece adds the stretch from start to end, as two pieces where it leads back to its start.
func (r *run) addPiece(w int, start, end uint32) {
	if !r.inBox(start, end) {
		r.leftOut(w, start, end)
		return
	}
	if r.slots[start] != r.slots[end] {
		r.pieces.add(w, start, end)
		return
	}
	mid := (start + end) / 2
	for r.slots[mid] == r.slots[start] {
		mid++
	}
	for r.slots[mid] == r.slots[mid-1] {
		mid-- // pieces end where a repeated node comes first
	}
	r.nodes.use[r.slots[mid]] |= usedVertex
	r.pieces.add(w, start, mid)
	r.pieces.add(w, mid, end)
}
