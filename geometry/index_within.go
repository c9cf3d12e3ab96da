package geometry

// Within visits the leaves whose box may touch b, in the order of their numbers, each once, until visit returns false. The
// boxes being stored coarsely, it may visit leaves that only come near. It allocates no memory.
func (x Index) Within(b Box, visit func(leaf int) bool) {
	if len(x.levels) == 0 || x.root.empty() || b.Empty() {
		return
	}
	w := window{y0: uint32(int64(b.S) + maxLat), y1: uint32(int64(b.N) + maxLat), x0: uint32(eastward(x.seam, b.W))}
	w.x1 = uint64(w.x0) + uint64(b.width())
	x.within(node{box: x.root, depth: -1}, w, visit)
}

// within visits the leaves below n; false where visit has had enough.
func (x Index) within(n node, w window, visit func(leaf int) bool) bool {
	first, last := x.children(n)
	for i := first; i < last; i++ {
		c := x.childAt(n, i)
		if c.box.empty() || !w.touches(c.box) {
			continue
		}
		if x.isLeaf(c) {
			if !visit(i) {
				return false
			}
		} else if !x.within(c, w, visit) {
			return false
		}
	}
	return true
}

// window is a box in the frame of an index that may reach across the seam: x1 is then beyond the full circle.
type window struct {
	x0, y0, y1 uint32
	x1         uint64
}

func (w window) touches(r rect) bool {
	if r.y1 < w.y0 || r.y0 > w.y1 {
		return false
	}
	east := r.x1 >= w.x0 && uint64(r.x0) <= w.x1
	return east || uint64(r.x0)+fullCircle <= w.x1 || uint64(w.x0)+fullCircle <= uint64(r.x1) // beyond the seam
}
