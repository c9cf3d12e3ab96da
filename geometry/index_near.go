package geometry

import "math"

// Near visits the leaves whose box may lie within maxM metres of p, the nearest first; equally near ones by number. minM
// is a lower bound of the metres from p to anything in the box; the boxes being stored coarsely, it may be less than the
// distance to the box that was given. visit returns how far it still wants to look: once it has found something at 10 m,
// 10. Leaves beyond the least number that it has returned are not visited.
//
// A search that ends early allocates no memory.
func (x Index) Near(p Point, maxM float64, visit func(leaf int, minM float64) (boundM float64)) {
	if len(x.levels) == 0 || x.root.empty() {
		return
	}
	var space [64]candidate
	queue := append(space[:0], candidate{node: node{box: x.root, depth: -1}})
	m := newMetric(p, x.seam, maxM)
	bound := maxM
	for len(queue) > 0 && queue[0].minM <= bound {
		c := queue[0]
		queue = pop(queue)
		if x.isLeaf(c.node) {
			bound = min(bound, visit(int(c.node.index), c.minM))
			continue
		}
		queue = x.pushChildren(queue, c.node, m, bound)
	}
}

func (x Index) pushChildren(queue []candidate, n node, m metric, boundM float64) []candidate {
	first, last := x.children(n)
	for i := first; i < last; i++ {
		c := x.childAt(n, i)
		if c.box.empty() {
			continue
		}
		if d := m.lowerBoundM(c.box); d <= boundM {
			queue = push(queue, candidate{node: c, minM: d})
		}
	}
	return queue
}

// metric measures from one point to boxes in the frame of an index.
type metric struct {
	x, y uint32
	lat  int32
	// metres per unit of longitude and of latitude, such that the distance in the plane never exceeds that on the sphere
	// for places within reach; both 0 where there are no such factors.
	perLon, perLat float64
}

// newMetric returns the metric around p for places within maxM metres. Up to 100 km and 85 degrees, a distance is bounded
// in the plane, which is much faster. From the haversine formula, with a and b the differences of latitude and longitude
// in radians and c = cos(lat1) cos(lat2):
//
//	d = 2R asin sqrt(sin²(a/2) + c sin²(b/2)) >= R k sqrt(a² + c b²), where k = 1 - max(a, b)²/24
//
// because sin(t) >= t (1 - t²/6). c is least at the latitude in reach that is farthest from the equator.
func newMetric(p Point, seam int32, maxM float64) metric {
	m := metric{x: uint32(eastward(seam, p.Lon)), y: uint32(int64(p.Lat) + maxLat), lat: p.Lat}
	if lat := math.Abs(float64(p.Lat)); maxM <= 100_000 && lat <= 85*unitsPerDegree {
		reach := max(maxM, 0) / EarthRadiusM
		cos := math.Sqrt(math.Cos(lat*radiansPerUnit) * math.Cos(lat*radiansPerUnit+reach))
		farthest := reach / cos * 1.01       // the greatest difference of longitudes: 1.01 for sin(b/2) being less than b/2
		k := 1 - farthest*farthest/24 - 1e-9 // for rounding
		m.perLat = k * EarthRadiusM * radiansPerUnit
		m.perLon = m.perLat * cos
	}
	return m
}

// lowerBoundM returns metres that no place in the box is nearer than.
func (m metric) lowerBoundM(r rect) float64 {
	lonGap := gapOutside(m.x, r.x0, r.x1)
	if lonGap > 0 { // the way around the Earth, across the seam, may be shorter
		lonGap = min(lonGap, fullCircle-distanceOf(m.x, r.x0), fullCircle-distanceOf(m.x, r.x1))
	}
	if m.perLat == 0 {
		return gapDistanceM(m.lat, int64(lonGap), int32(int64(r.y0)-maxLat), int32(int64(r.y1)-maxLat))
	}
	dx := float64(lonGap) * m.perLon
	dy := float64(gapOutside(m.y, r.y0, r.y1)) * m.perLat
	return math.Sqrt(dx*dx + dy*dy)
}

// gapOutside returns the distance from v to the range from low to high, 0 within it.
func gapOutside(v, low, high uint32) uint32 {
	switch {
	case v < low:
		return low - v
	case v > high:
		return v - high
	}
	return 0
}

func distanceOf(a, b uint32) uint32 { return max(a, b) - min(a, b) }

// candidate is a node that may hold something near; a queue of them is a binary heap.
type candidate struct {
	node node
	minM float64
}

// before gives a total order, so that a search visits leaves in the same order everywhere. Of equally near nodes the
// upper ones come first, to find all leaves that are as near before one of these is visited.
func (c candidate) before(d candidate) bool {
	if c.minM != d.minM {
		return c.minM < d.minM
	}
	if c.node.depth != d.node.depth {
		return c.node.depth < d.node.depth
	}
	return c.node.index < d.node.index
}

func push(queue []candidate, c candidate) []candidate {
	queue = append(queue, c)
	i := len(queue) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !c.before(queue[parent]) {
			break
		}
		queue[i] = queue[parent]
		i = parent
	}
	queue[i] = c
	return queue
}

// pop removes the first.
func pop(queue []candidate) []candidate {
	last := queue[len(queue)-1]
	queue = queue[:len(queue)-1]
	if len(queue) == 0 {
		return queue
	}
	i := 0
	for {
		child := 2*i + 1
		if child >= len(queue) {
			break
		}
		if child+1 < len(queue) && queue[child+1].before(queue[child]) {
			child++
		}
		if !queue[child].before(last) {
			break
		}
		queue[i] = queue[child]
		i = child
	}
	queue[i] = last
	return queue
}
