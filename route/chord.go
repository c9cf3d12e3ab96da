package route

import (
	"math"

	"graphbuild/geometry"
)

// The bounds of a search from both ends have to fit each other: those of two vertices may differ by no more than the time
// between them. The straight line through the Earth does, which bound.distance does not, with its steps of cosines.

// unitVector points from the middle of the Earth to a place on it.
type unitVector struct{ x, y, z float64 }

// apart returns the length of the chord between two places, in radii of the Earth.
func (a unitVector) apart(b unitVector) float64 { return math.Sqrt(a.apart2(b)) }

// apart2 returns the square of apart.
func (a unitVector) apart2(b unitVector) float64 {
	x, y, z := a.x-b.x, a.y-b.y, a.z-b.z
	return x*x + y*y + z*z
}

// sines are the sines and cosines of angles from -180 to 180 degrees, by steps of cosStep.
type sines [2*halfTurn/cosStep + 1]struct{ sin, cos float64 }

const halfTurn = 180e7 // units of geometry.Point

func newSines() *sines {
	s := new(sines)
	for i := range s {
		s[i].sin, s[i].cos = math.Sincos((float64(i)*cosStep - halfTurn) * radians)
	}
	return s
}

// at returns the sine and the cosine of an angle, to about 1e-13: from the step next to it and the rest by their series.
// Angles beyond a turn, which only a corrupt file has, give numbers without a meaning.
func (s *sines) at(x int32) (sin, cos float64) {
	i := (int64(x) + halfTurn + cosStep/2) / cosStep
	i = min(max(i, 0), int64(len(s)-1))
	rest := float64(int64(x)+halfTurn-i*cosStep) * radians
	sinRest, cosRest := rest-rest*rest*rest/6, 1-rest*rest/2
	return s[i].sin*cosRest + s[i].cos*sinRest, s[i].cos*cosRest - s[i].sin*sinRest
}

// vector returns where a place lies.
func (s *sines) vector(p geometry.Point) unitVector {
	sinLat, cosLat := s.at(p.Lat)
	sinLon, cosLon := s.at(p.Lon)
	return unitVector{cosLat * cosLon, cosLat * sinLon, sinLat}
}
