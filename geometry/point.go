// Package geometry has coordinates at the precision of OpenStreetMap, distances and bearings, polylines, the order of
// points along a space-filling curve, and the packed index that finds what lies near a point.
package geometry

// Point is a position in units of 1e-7 degrees, the precision of OpenStreetMap: about 1 cm.
// Valid points have |Lon| <= 180e7 and |Lat| <= 90e7.
type Point struct {
	Lon, Lat int32
}
