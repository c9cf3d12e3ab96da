package build

import (
	"math"

	"graphbuild/geometry"
)

// shapeLine is a shape made ready for finding the stops along it, on a plane that is good for the tens of kilometres of
// a route: 32 bytes a point.
type shapeLine struct {
	dist   []float32 // shape_dist_traveled, empty where the feed has none
	points []geometry.Point
	along  []float64 // metres to each point
	x, y   []float64 // metres from the first point
	scaleX float64
	boxes  []planeBox // of shapeBlock segments each
}

type planeBox struct{ minX, minY, maxX, maxY float64 }

const metresPerE7 = 6371008.8 * math.Pi / 180 * 1e-7

// measure sets the line; it reuses the memory of the one before.
func (l *shapeLine) measure(points []geometry.Point, dist []float32) {
	*l = shapeLine{points: points, along: l.along[:0], x: l.x[:0], y: l.y[:0], boxes: l.boxes[:0]}
	if len(shapeWeights(nil, dist)) > 0 {
		l.dist = dist
	}
	l.scaleX = metresPerE7 * math.Cos(float64(points[0].Lat)*1e-7*math.Pi/180)
	sum := 0.0
	for i, p := range points {
		if i > 0 {
			sum += geometry.Distance(points[i-1], p)
		}
		x, y := l.plane(p)
		l.along, l.x, l.y = append(l.along, sum), append(l.x, x), append(l.y, y)
	}
	for i := 0; i+1 < len(points); i += shapeBlock {
		b := planeBox{l.x[i], l.y[i], l.x[i], l.y[i]}
		for k := i + 1; k <= min(i+shapeBlock, len(points)-1); k++ {
			b = planeBox{min(b.minX, l.x[k]), min(b.minY, l.y[k]), max(b.maxX, l.x[k]), max(b.maxY, l.y[k])}
		}
		l.boxes = append(l.boxes, b)
	}
}

// plane returns metres east and north of the first point, the short way round the globe.
func (l *shapeLine) plane(p geometry.Point) (x, y float64) {
	const turn = 3_600_000_000
	dx := (int64(p.Lon)-int64(l.points[0].Lon)+turn*3/2)%turn - turn/2
	return float64(float64(dx) * l.scaleX), float64(float64(int64(p.Lat)-int64(l.points[0].Lat)) * metresPerE7)
}

// atDistance returns the metres along the line at a shape_dist_traveled.
func (l *shapeLine) atDistance(d float32) float64 {
	lo, hi := 0, len(l.dist)-1
	for lo < hi {
		if mid := (lo + hi) / 2; l.dist[mid] < d {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 || l.dist[lo] <= l.dist[lo-1] {
		return l.along[lo]
	}
	share := float64(d-l.dist[lo-1]) / float64(l.dist[lo]-l.dist[lo-1])
	return l.along[lo-1] + float64(min(share, 1)*(l.along[lo]-l.along[lo-1]))
}

// valleyM is by how much the distance to the line must rise and fall again for a second place on it.
const valleyM = 5

// placesNear returns the places where the line comes near p and goes away again, in order along it; where it does not come
// near, the nearest place, or none beyond maxShapeGapM.
func (l *shapeLine) placesNear(p geometry.Point) []place {
	x, y := l.plane(p)
	v := valleys{}
	for b, box := range l.boxes {
		if box.distance(x, y) > maxStopToShapeM {
			v.inside = false
			continue
		}
		for i := b * shapeBlock; i < min((b+1)*shapeBlock, len(l.points)-1); i++ {
			v.add(l.project(i, x, y))
		}
	}
	if len(v.places) == 0 {
		return l.nearest(x, y)
	}
	return v.places
}

// valleys collects the places where the distance is least before it rises again.
type valleys struct {
	places []place
	inside bool    // the line has been near since the last place
	peakM  float64 // the greatest distance since then
}

func (v *valleys) add(q place) {
	if q.distanceM > maxStopToShapeM {
		v.inside = false
		return
	}
	if !v.inside || v.peakM > v.places[len(v.places)-1].distanceM+valleyM && q.distanceM < v.peakM-valleyM {
		v.places = append(v.places, q)
		v.inside, v.peakM = true, q.distanceM
		return
	}
	v.peakM = max(v.peakM, q.distanceM)
	if last := &v.places[len(v.places)-1]; q.distanceM < last.distanceM {
		*last = q
		v.peakM = q.distanceM
	}
}

func (l *shapeLine) nearest(x, y float64) []place {
	best := place{distanceM: math.Inf(1)}
	for b, box := range l.boxes {
		if box.distance(x, y) >= best.distanceM {
			continue
		}
		for i := b * shapeBlock; i < min((b+1)*shapeBlock, len(l.points)-1); i++ {
			if q := l.project(i, x, y); q.distanceM < best.distanceM {
				best = q
			}
		}
	}
	if best.distanceM > maxShapeGapM {
		return nil
	}
	return []place{best}
}

// project returns the place of segment i nearest to a point of the plane.
func (l *shapeLine) project(i int, x, y float64) place {
	dx, dy := l.x[i+1]-l.x[i], l.y[i+1]-l.y[i]
	px, py := x-l.x[i], y-l.y[i]
	share := 0.0
	if n := float64(dx*dx) + float64(dy*dy); n > 0 {
		share = min(max((float64(px*dx)+float64(py*dy))/n, 0), 1)
	}
	ex, ey := px-float64(share*dx), py-float64(share*dy)
	alongM := l.along[i] + float64(share*(l.along[i+1]-l.along[i]))
	return place{alongM: alongM, distanceM: math.Sqrt(float64(ex*ex) + float64(ey*ey))}
}

func (b planeBox) distance(x, y float64) float64 {
	dx := max(b.minX-x, x-b.maxX, 0)
	dy := max(b.minY-y, y-b.maxY, 0)
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}
