package tags

import (
	"math"
	"slices"
	"strings"

	"graphbuild/facts"
)

// Bounds of a limit that is believed, in km/h; others are counted as problems.
const (
	minKMH = 1
	maxKMH = 200
)

const (
	kmhPerMPH  = 1.609344
	kmhPerKnot = 1.852
)

// limitKeys are the keys that set the limit of a car in direction d, the first one that can be read decides.
func limitKeys(d facts.Direction) [6]key {
	if d == facts.Forward {
		return [...]key{maxspeedMotorcarForward, maxspeedMotorcar, maxspeedForward, maxspeedLanesForward, maxspeedLanes, maxspeed}
	}
	return [...]key{maxspeedMotorcarBackward, maxspeedMotorcar, maxspeedBackward, maxspeedLanesBackward, maxspeedLanes, maxspeed}
}

// hintKeys say why a limit holds and stand in where no number is given:
// https://wiki.openstreetmap.org/wiki/Key:source:maxspeed.
var hintKeys = [...]key{maxspeedType, sourceMaxspeed, zoneMaxspeed, zoneTraffic}

// ruleSpeed returns the speed of a car in direction d and the key that says it, noKey for the default of the class.
func (s *set) ruleSpeed(d facts.Direction, def Default, problems *[]Problem) (facts.Speed, key) {
	if !s.present.meets(&speedKeys) {
		return toSpeed(s.surfaceSpeed(def.KMH)), noKey
	}
	kmh, from := s.limit(d, problems)
	if from == noKey {
		kmh = s.surfaceSpeed(def.KMH)
	}
	if advised, k := s.advisory(d); k != noKey && (advised < kmh || from == noKey) {
		kmh, from = advised, k
	}
	return toSpeed(kmh), from
}

func toSpeed(kmh float64) facts.Speed { return facts.Speed(math.Round(kmh * 100)) }

// limit returns the tagged limit in km/h, noKey where there is none that can be read.
func (s *set) limit(d facts.Direction, problems *[]Problem) (float64, key) {
	for _, k := range limitKeys(d) {
		if !s.present.has(k) {
			continue
		}
		if kmh, ok := s.readSpeed(k); ok {
			return kmh, k
		}
		if !isVague(s.value[k]) {
			complain(problems, unreadable(k, s.value[k]))
		}
	}
	for _, k := range hintKeys {
		if kmh, ok := s.readZone(s.get(k)); ok {
			return kmh, k
		}
	}
	return 0, noKey
}

// advisory reads https://wiki.openstreetmap.org/wiki/Key:maxspeed:advisory.
func (s *set) advisory(d facts.Direction) (float64, key) {
	for _, k := range [...]key{maxspeedAdvisory + key(1+d), maxspeedAdvisory} {
		if s.present.has(k) {
			if kmh, ok := s.readSpeed(k); ok {
				return kmh, k
			}
		}
	}
	return 0, noKey
}

// readSpeed reads the value of k: https://wiki.openstreetmap.org/wiki/Key:maxspeed. The lanes of maxspeed:lanes are
// parted by bars and the fastest counts; of a list (parted by semicolons) the lowest counts, as the one that never breaks
// the law.
func (s *set) readSpeed(k key) (float64, bool) {
	v := s.value[k]
	if strings.IndexByte(v, '|') >= 0 {
		return s.pickSpeed(v, "|", math.Max)
	}
	if strings.IndexByte(v, ';') >= 0 {
		return s.pickSpeed(v, ";", math.Min)
	}
	return s.readLimit(v)
}

func (s *set) pickSpeed(list, separator string, pick func(x, y float64) float64) (kmh float64, ok bool) {
	for part := range strings.SplitSeq(list, separator) {
		x, good := s.readLimit(part)
		switch {
		case !good:
		case !ok:
			kmh, ok = x, true
		default:
			kmh = pick(kmh, x)
		}
	}
	return kmh, ok
}

// readLimit reads one limit, a number with a unit or a word.
func (s *set) readLimit(v string) (float64, bool) {
	v = strings.TrimSpace(v)
	kmh, ok := parseSpeed(v)
	if !ok {
		return s.readZone(v)
	}
	return kmh, kmh >= minKMH && kmh <= maxKMH
}

// parseSpeed reads a number with a unit: none or km/h, mph, knots.
func parseSpeed(v string) (float64, bool) {
	x, rest, ok := parseNumber(v)
	if !ok {
		return 0, false
	}
	switch strings.ToLower(strings.TrimSpace(rest)) {
	case "", "km/h", "kmh", "kph", "kmph":
		return x, true
	case "mph", "mp/h", "mi/h":
		return x * kmhPerMPH, true
	case "knots", "knot", "kn", "kt", "kts":
		return x * kmhPerKnot, true
	}
	return 0, false
}

// readZone reads a word: "none", "walk", "DE:urban", "FR:zone30", "DE:zone:30", "DE:30".
func (s *set) readZone(v string) (float64, bool) {
	if v == "" {
		return 0, false
	}
	if kmh, ok := s.profile.ZoneKMH[v]; ok {
		return kmh, true
	}
	word := v
	if i := strings.IndexByte(v, ':'); i == 2 {
		word = v[i+1:]
	}
	if kmh, ok := s.profile.ZoneKMH[word]; ok {
		return kmh, true
	}
	number := strings.TrimPrefix(strings.TrimPrefix(word, "zone"), ":")
	if number == v {
		return 0, false
	}
	kmh, ok := parseSpeed(number)
	return kmh, ok && kmh >= minKMH && kmh <= maxKMH
}

// parseNumber reads a decimal number without sign at the start of v and returns what follows it. Both "2.5" and "2,5" are
// numbers.
func parseNumber(v string) (x float64, rest string, ok bool) {
	scale := 0.0
	for i := range len(v) {
		c := v[i]
		switch {
		case c >= '0' && c <= '9' && i < 12:
			x, ok = float64(x*10)+float64(c-'0'), true
			scale *= 10
		case (c == '.' || c == ',') && scale == 0 && ok:
			scale = 1
		default:
			return x / max(scale, 1), v[i:], ok
		}
	}
	return x / max(scale, 1), "", ok
}

// surfaceSpeed bounds the default speed of a class by surface, tracktype and smoothness. A tagged limit is not bounded: it
// is a fact of its own.
func (s *set) surfaceSpeed(kmh float64) float64 {
	if !s.present.meets(&surfaceKeys) {
		return kmh
	}
	if x, ok := s.profile.SurfaceKMH[s.get(surface)]; ok {
		kmh = min(kmh, x)
	}
	if x, ok := s.profile.SurfaceKMH["tracktype="+s.get(tracktype)]; ok {
		kmh = min(kmh, x)
	}
	if x, ok := s.profile.SurfaceKMH["smoothness="+s.get(smoothness)]; ok {
		kmh = min(kmh, x)
	}
	return kmh
}

var surfaceKeys = keySet(surface, tracktype, smoothness)

func unreadable(k key, value string) Problem {
	return Problem{
		Code:    "osm_speed_unreadable",
		Message: keyNames[k] + "=" + value + " is no speed that can be read",
	}
}

// isVague reports whether a value says on purpose that the limit is not known or changes.
func isVague(v string) bool {
	switch v {
	case "", "signals", "variable", "unknown", "unposted", "implicit", "default", "sign", "fixme", "no":
		return true
	}
	return false
}

// complain adds a problem once: both directions may meet the same value.
func complain(problems *[]Problem, p Problem) {
	if !slices.Contains(*problems, p) {
		*problems = append(*problems, p)
	}
}
