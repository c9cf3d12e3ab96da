package geometry

import "encoding/binary"

// emptyRect is what the root of an index over empty boxes is; nothing is near it.
var emptyRect = rect{x0: 1, y0: 1}

// BuildIndex returns the bytes of an Index over the given boxes. They should be in the order of a space-filling curve;
// any order works, but is slower to search. Near may visit empty boxes, but never misses one that is not.
func BuildIndex(leaves []Box) []byte {
	seam := seamOf(leaves)
	levels := levelsOf(len(leaves))
	nodes := make([]rect, nodesOf(levels)) // 16 bytes a node while building
	fillNodes(nodes, levels, leaves, seam)
	root := emptyRect
	if len(levels) > 0 {
		root = unionOf(nodes[:levels[0].count])
	}
	data := make([]byte, headerBytes, headerBytes+nodeBytes*len(nodes))
	binary.LittleEndian.PutUint32(data, uint32(seam))
	for i, v := range [4]uint32{root.x0, root.y0, root.x1, root.y1} {
		binary.LittleEndian.PutUint32(data[4+4*i:], v)
	}
	return appendNodes(data, nodes, levels, root)
}

// fillNodes gives the leaves their boxes and each node above them the union of its children.
func fillNodes(nodes []rect, levels []level, leaves []Box, seam int32) {
	for i := len(levels) - 1; i >= 0; i-- {
		l := levels[i]
		for j := range l.count {
			if i == len(levels)-1 {
				nodes[l.first+j] = rectOf(leaves[j], seam)
				continue
			}
			below := levels[i+1]
			last := min((j+1)*fanOut, below.count)
			nodes[l.first+j] = unionOf(nodes[below.first+j*fanOut : below.first+last])
		}
	}
}

// appendNodes appends the nodes, from the top down, each relative to the box that a reader computes for its parent, which
// replaces the exact one.
func appendNodes(data []byte, nodes []rect, levels []level, root rect) []byte {
	for i, l := range levels {
		for j := range l.count {
			parent := root
			if i > 0 {
				parent = nodes[levels[i-1].first+j/fanOut]
			}
			node := &nodes[l.first+j]
			data = appendNode(data, parent, *node)
			if !node.empty() {
				*node = childOf(parent, data[len(data)-nodeBytes:])
			}
		}
	}
	return data
}

func appendNode(data []byte, parent, r rect) []byte {
	if r.empty() {
		return append(data, 255, 255, 255, 255)
	}
	w, h := parent.x1-parent.x0, parent.y1-parent.y0
	return append(data,
		inset(r.x0-parent.x0, w), inset(r.y0-parent.y0, h),
		inset(parent.x1-r.x1, w), inset(parent.y1-r.y1, h))
}

// inset returns the greatest byte b with size*b/256, rounded down, at most distance.
func inset(distance, size uint32) byte {
	if size == 0 {
		return 0
	}
	b := (uint64(distance+1)<<8 - 1) / uint64(size)
	return byte(min(b, 255))
}

func unionOf(rects []rect) rect {
	u := emptyRect
	for _, r := range rects {
		switch {
		case r.empty():
		case u.empty():
			u = r
		default:
			u = rect{x0: min(u.x0, r.x0), y0: min(u.y0, r.y0), x1: max(u.x1, r.x1), y1: max(u.y1, r.y1)}
		}
	}
	return u
}

// rectOf returns b in a frame. A box across the seam becomes one around the Earth.
func rectOf(b Box, seam int32) rect {
	if b.Empty() {
		return emptyRect
	}
	x0 := eastward(seam, b.W)
	x1 := x0 + b.width()
	if x1 > fullCircle {
		x0, x1 = 0, fullCircle
	}
	return rect{x0: uint32(x0), x1: uint32(x1), y0: uint32(int64(b.S) + maxLat), y1: uint32(int64(b.N) + maxLat)}
}

// seamOf returns the longitude at which the frame of an index over boxes begins: the west end of the widest stretch of
// longitudes that no box touches, to a tenth of a degree, so that no box crosses it. Where boxes lie all around the
// Earth it is the 180th meridian.
func seamOf(boxes []Box) int32 {
	const bins, binUnits = 3600, fullCircle / 3600
	var used [bins]bool
	for _, b := range boxes {
		if b.Empty() {
			continue
		}
		first := eastward(-maxLon, b.W) / binUnits
		last := (eastward(-maxLon, b.W) + b.width()) / binUnits
		for i := first; i <= min(last, first+bins-1); i++ {
			used[i%bins] = true
		}
	}
	start := longestUnused(used[:])
	return int32(int64(start)*binUnits - maxLon)
}

// longestUnused returns where the longest run of false begins in a ring, 0 where there is none.
func longestUnused(ring []bool) int {
	best, bestLength, length := 0, 0, 0
	for i := range 2 * len(ring) {
		if ring[i%len(ring)] {
			length = 0
			continue
		}
		length++
		if length > bestLength && length <= len(ring) {
			best, bestLength = i-length+1, length
		}
	}
	return best % len(ring)
}
