package tags

import (
	"strings"

	"graphbuild/facts"
)

// ferryModes returns who may board a ferry by default, https://wiki.openstreetmap.org/wiki/Tag:route=ferry. People on foot
// may. Where a mapper names some of the others, those not named are taken to stay ashore: foot=yes alone is a boat for
// passengers, bicycle=yes alone one that takes no cars.
func (s *set) ferryModes(modes facts.Modes) facts.Modes {
	cars := s.present.meets(&carKeys)
	if !cars && (s.present.has(foot) || s.present.has(bicycle)) {
		modes &^= motor
	}
	if !cars && s.present.has(foot) && !s.present.has(bicycle) {
		modes &^= onBike
	}
	return modes
}

// carKeys are the keys that show that a mapper has thought of vehicles.
var carKeys = keySet(vehicle, motorVehicle, motorcar, hgv)

// parseDuration reads https://wiki.openstreetmap.org/wiki/Key:duration in seconds: "hh:mm", "hh:mm:ss", minutes ("20",
// "20 min"), or ISO 8601 ("PT1H30M", "P1DT2H"). False where it is none of these, or zero, or above a month.
func parseDuration(v string) (uint32, bool) {
	v = strings.TrimSpace(v)
	var seconds float64
	var ok bool
	switch {
	case strings.HasPrefix(v, "P"):
		seconds, ok = parseISODuration(v[1:])
	case strings.IndexByte(v, ':') >= 0:
		seconds, ok = parseClock(v)
	default:
		seconds, ok = parseMinutes(v)
	}
	const month = 31 * 86400
	if !ok || seconds < 1 || seconds > month {
		return 0, false
	}
	return uint32(seconds + 0.5), true
}

func parseMinutes(v string) (float64, bool) {
	x, unit, ok := parseNumber(v)
	switch strings.TrimSpace(unit) {
	case "", "min", "mins", "minutes", "minute", "m":
		return x * 60, ok
	case "h", "hours", "hour":
		return x * 3600, ok
	case "s", "sec", "seconds":
		return x, ok
	}
	return 0, false
}

func parseClock(v string) (float64, bool) {
	scale, total, parts := 3600.0, 0.0, 0
	for part := range strings.SplitSeq(v, ":") {
		x, rest, ok := parseNumber(part)
		if !ok || rest != "" || parts == 3 {
			return 0, false
		}
		total += float64(x * scale)
		scale /= 60
		parts++
	}
	return total, true
}

// parseISODuration reads what follows the P.
func parseISODuration(v string) (float64, bool) {
	total, any, inTime := 0.0, false, false
	for v != "" {
		if v[0] == 'T' && !inTime {
			inTime, v = true, v[1:]
			continue
		}
		x, rest, ok := parseNumber(v)
		if !ok || rest == "" {
			return 0, false
		}
		unit := isoUnit(rest[0], inTime)
		if unit == 0 {
			return 0, false
		}
		total, any, v = total+float64(x*unit), true, rest[1:]
	}
	return total, any
}

func isoUnit(letter byte, inTime bool) float64 {
	switch {
	case letter == 'S' && inTime:
		return 1
	case letter == 'M' && inTime:
		return 60
	case letter == 'H' && inTime:
		return 3600
	case letter == 'D' && !inTime:
		return 86400
	case letter == 'W' && !inTime:
		return 7 * 86400
	}
	return 0
}

// ruleDuration reads the duration of a way that moves people. A value that cannot be read is a problem.
func (s *set) ruleDuration(problems *[]Problem) uint32 {
	v := s.get(duration)
	if v == "" {
		return 0
	}
	d, ok := parseDuration(v)
	if !ok {
		*problems = append(*problems, Problem{
			Code: "osm_duration_unreadable", Message: "duration=" + v + " is no time that can be read",
		})
	}
	return d
}
