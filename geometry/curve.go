package geometry

import (
	"github.com/golang/geo/s1"
	"github.com/golang/geo/s2"
)

// CurveKey returns the place of p along the Hilbert curve of S2 around the Earth: the id of its leaf cell. Points with
// close keys are close to each other. It is the order of vertices in a graph file.
func CurveKey(p Point) uint64 {
	return uint64(s2.CellIDFromLatLng(latLng(p)))
}

func latLng(p Point) s2.LatLng {
	return s2.LatLng{
		Lat: s1.Angle(float64(p.Lat) * radiansPerUnit),
		Lng: s1.Angle(float64(p.Lon) * radiansPerUnit),
	}
}
