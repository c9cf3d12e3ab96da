// Package geometry has coordinates at the precision of OpenStreetMap, distances and bearings, polylines, the order of
// points along a space-filling curve, and the packed index that finds what lies near a point.
//
// The Earth is a sphere with the mean radius of the ellipsoid, as in most street routers; lengths differ from those on
// the ellipsoid by up to 0.5 %. A line between two points is straight in longitude and latitude, takes the short way
// around the Earth, and may cross the 180th meridian. Everything here is a pure function or, once made, immutable: all
// of it may be used by many goroutines.
package geometry

import (
	"fmt"
	"math"
)

// Point is a position in units of 1e-7 degrees, the precision of OpenStreetMap: about 1 cm.
// Valid points have |Lon| <= 180e7 and |Lat| <= 90e7.
type Point struct {
	Lon, Lat int32
}

const (
	unitsPerDegree = 1e7
	maxLon         = 180 * unitsPerDegree
	maxLat         = 90 * unitsPerDegree
	fullCircle     = 360 * unitsPerDegree // does not fit an int32, but a uint32
	radiansPerUnit = math.Pi / maxLon
)

// FromDegrees returns the point nearest to lon and lat, half a unit being rounded away from zero. It returns an error
// that names the number where one is not finite or beyond the poles or the 180th meridian.
func FromDegrees(lon, lat float64) (Point, error) {
	if !(math.Abs(lon) <= 180) {
		return Point{}, fmt.Errorf("longitude %v: expected a number from -180 to 180", lon)
	}
	if !(math.Abs(lat) <= 90) {
		return Point{}, fmt.Errorf("latitude %v: expected a number from -90 to 90", lat)
	}
	return Point{
		Lon: int32(math.Round(lon * unitsPerDegree)),
		Lat: int32(math.Round(lat * unitsPerDegree)),
	}, nil
}

// Degrees returns the position in degrees. FromDegrees gives the same point back.
func (p Point) Degrees() (lon, lat float64) {
	return float64(p.Lon) / unitsPerDegree, float64(p.Lat) / unitsPerDegree
}

// Valid reports whether the position is on Earth.
func (p Point) Valid() bool {
	return -maxLon <= p.Lon && p.Lon <= maxLon && -maxLat <= p.Lat && p.Lat <= maxLat
}

// String returns "lat,lon" in degrees, as people paste positions into maps.
func (p Point) String() string {
	lon, lat := p.Degrees()
	return fmt.Sprintf("%.7f,%.7f", lat, lon)
}

// LonDifference returns the longitude to less from in units of 1e-7 degrees, the short way around: in [-180e7, 180e7].
func LonDifference(from, to int32) int64 {
	d := int64(to) - int64(from)
	switch {
	case d > maxLon:
		return d - fullCircle
	case d < -maxLon:
		return d + fullCircle
	}
	return d
}

// wrapLon returns the longitude of lon units after going around the Earth as often as it takes.
func wrapLon(lon int64) int32 {
	switch {
	case lon > maxLon:
		lon -= fullCircle
	case lon < -maxLon:
		lon += fullCircle
	}
	return int32(lon)
}
