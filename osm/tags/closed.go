package tags

import (
	"strings"

	"graphbuild/facts"
)

// Size of a usual car, with mirrors. Ways that are narrower, lower or bear less are closed to cars; larger vehicles are
// left to the router, which knows them.
const (
	carWidthM   = 1.9
	carHeightM  = 1.8
	carLengthM  = 4.5
	carWeightT  = 1.5
	footPerInch = 1.0 / 12
	metresFoot  = 0.3048
)

var closingKeys = keySet(construction, impassable, status, smoothness, width, estWidth, maxwidth, maxheight, maxlength, maxweight,
	maxweightRating)

// closed returns the modes that cannot use the way at all, whatever its access, and the key that says so.
func (s *set) closed() (facts.Modes, key) {
	if !s.present.meets(&closingKeys) {
		return 0, noKey
	}
	if s.underConstruction() {
		return facts.AllModes, construction
	}
	if s.get(impassable) == "yes" {
		return facts.AllModes, impassable
	}
	if s.get(status) == "impassable" {
		return facts.AllModes, status
	}
	if s.get(smoothness) == "impassable" {
		return onBike | motor | 1<<facts.Wheelchair, smoothness
	}
	return s.tooSmall()
}

// underConstruction reads https://wiki.openstreetmap.org/wiki/Key:construction beside a live value of highway: minor works
// leave the street open.
func (s *set) underConstruction() bool {
	switch s.get(construction) {
	case "", "no", "minor", "widening":
		return false
	}
	return true
}

// tooSmall reads https://wiki.openstreetmap.org/wiki/Key:width and the keys of limits of size. Signed limits of width
// (maxwidth) differ from the measured width in that all of it is usable.
func (s *set) tooSmall() (facts.Modes, key) {
	for _, limit := range [...]struct {
		key  key
		read func(string) (float64, bool)
		min  float64
	}{
		{width, parseMetres, carWidthM}, {estWidth, parseMetres, carWidthM}, {maxwidth, parseMetres, carWidthM},
		{maxheight, parseMetres, carHeightM}, {maxlength, parseMetres, carLengthM}, {maxweight, parseTonnes, carWeightT},
		{maxweightRating, parseTonnes, carWeightT},
	} {
		if !s.present.has(limit.key) {
			continue
		}
		if x, ok := limit.read(s.value[limit.key]); ok && x > 0 && x < limit.min {
			return motor, limit.key
		}
	}
	return 0, noKey
}

// parseMetres reads a length: "2", "2.5 m", "250 cm", "6'", "6'7\"", "6 ft".
func parseMetres(v string) (float64, bool) {
	x, rest, ok := parseNumber(strings.TrimSpace(v))
	if !ok {
		return 0, false
	}
	switch rest = strings.TrimSpace(rest); rest {
	case "", "m", "metres", "meters":
		return x, true
	case "cm":
		return x / 100, true
	case "'", "ft", "feet":
		return x * metresFoot, true
	}
	inches, found := strings.CutPrefix(rest, "'")
	y, unit, ok := parseNumber(strings.TrimSpace(inches))
	if !found || !ok || unit != "\"" && unit != "''" && unit != "" {
		return 0, false
	}
	return (x + float64(y*footPerInch)) * metresFoot, true
}

// parseTonnes reads a weight: "3.5", "3.5 t", "3500 kg", "7000 lbs", "10,000 lbs", "5 st" (short tons).
func parseTonnes(v string) (float64, bool) {
	x, rest, ok := parseNumber(strings.TrimSpace(v))
	if !ok {
		return 0, false
	}
	switch strings.TrimSpace(rest) {
	case "", "t", "tonnes":
		return x, true
	case "kg":
		return wholeOf(v, x) / 1000, true
	case "lbs", "lb":
		return wholeOf(v, x) * 0.00045359237, true
	case "st":
		return x * 0.90718474, true
	}
	return 0, false
}

// wholeOf returns a number of kilograms or pounds, in which a comma before three digits parts thousands: "10,000 lbs". Read as
// ten pounds it would close the street to everybody.
func wholeOf(v string, x float64) float64 {
	if _, after, ok := strings.Cut(v, ","); ok && len(after) >= 3 {
		if _, rest, _ := parseNumber(after); len(after)-len(rest) == 3 {
			return x * 1000
		}
	}
	return x
}
