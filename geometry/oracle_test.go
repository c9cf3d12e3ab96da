package geometry

import (
	"github.com/golang/geo/s2"
	"pgregory.net/rapid"
)

// Generators that favour what goes wrong: the 180th meridian, the poles, the equator, points close to each other.

func anyLon() *rapid.Generator[int32] {
	return rapid.OneOf(
		rapid.Int32Range(-maxLon, maxLon),
		rapid.Int32Range(maxLon-30_000_000, maxLon),
		rapid.Int32Range(-maxLon, -maxLon+30_000_000),
		rapid.SampledFrom([]int32{-maxLon, maxLon, 0, -1, 1, maxLon / 2}),
	)
}

func anyLat() *rapid.Generator[int32] {
	return rapid.OneOf(
		rapid.Int32Range(-maxLat, maxLat),
		rapid.Int32Range(-700_000_000, 700_000_000),
		rapid.SampledFrom([]int32{-maxLat, maxLat, 0, maxLat - 1, 1 - maxLat}),
	)
}

func anyPoint() *rapid.Generator[Point] {
	return rapid.Custom(func(t *rapid.T) Point {
		return Point{Lon: anyLon().Draw(t, "lon"), Lat: anyLat().Draw(t, "lat")}
	})
}

// pointNear draws a point within so many units of p, around the Earth where it has to.
func pointNear(t *rapid.T, p Point, units int32) Point {
	dLon := rapid.Int32Range(-units, units).Draw(t, "dLon")
	dLat := rapid.Int32Range(-units, units).Draw(t, "dLat")
	lat := min(max(int64(p.Lat)+int64(dLat), -maxLat), maxLat)
	return Point{Lon: wrapLon(int64(p.Lon) + int64(dLon)), Lat: int32(lat)}
}

// streetPoint draws a point where streets are: not at the poles.
func streetPoint() *rapid.Generator[Point] {
	return rapid.Custom(func(t *rapid.T) Point {
		return Point{Lon: anyLon().Draw(t, "lon"), Lat: rapid.Int32Range(-750_000_000, 750_000_000).Draw(t, "lat")}
	})
}

func streetLine(t *rapid.T) []Point {
	line := []Point{streetPoint().Draw(t, "start")}
	for range rapid.IntRange(0, 8).Draw(t, "more") {
		line = append(line, pointNear(t, line[len(line)-1], 20_000))
	}
	return line
}

func s2Point(p Point) s2.Point { return s2.PointFromLatLng(latLng(p)) }

// s2DistanceM is the distance by golang/geo.
func s2DistanceM(a, b Point) float64 {
	return float64(s2Point(a).Distance(s2Point(b))) * EarthRadiusM
}
