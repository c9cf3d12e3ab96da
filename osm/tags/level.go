package tags

import (
	"strconv"
	"strings"
)

// maxLevels bounds the floors of one tag: "0-999999" is a mistake.
const maxLevels = 200

// ParseLevels reads the floors of https://wiki.openstreetmap.org/wiki/Key:level: a list ("0;1"), a range ("-1-3", both
// ends included), or both. The floors stand in the order of the tag. False where a part is no number, or there are more
// than 200 floors.
func ParseLevels(text string) ([]float64, bool) {
	var out []float64
	for part := range strings.SplitSeq(text, ";") {
		first, last, ok := parseLevelRange(strings.TrimSpace(part))
		if !ok || last-first >= maxLevels || len(out) >= maxLevels {
			return nil, false
		}
		for x := first; x <= last; x++ {
			out = append(out, x)
		}
	}
	return out, true
}

// parseLevelRange reads "2", "-1.5" or "-2--1". A range runs upwards.
func parseLevelRange(part string) (first, last float64, ok bool) {
	if x, ok := parseLevel(part); ok {
		return x, x, true
	}
	for i := 1; i < len(part); i++ {
		if part[i] != '-' {
			continue
		}
		first, ok1 := parseLevel(strings.TrimSpace(part[:i]))
		last, ok2 := parseLevel(strings.TrimSpace(part[i+1:]))
		return first, last, ok1 && ok2 && first <= last
	}
	return 0, 0, false
}

// parseLevel reads one floor. Floors beyond a thousand are mistakes.
func parseLevel(v string) (float64, bool) {
	x, err := strconv.ParseFloat(v, 64)
	return x, err == nil && x > -1000 && x < 1000
}

// ruleLevels returns the tag level as written. One that cannot be read is a problem, but the way stays.
func (s *set) ruleLevels(problems *[]Problem) string {
	v := s.get(level)
	if v == "" {
		return ""
	}
	if _, ok := ParseLevels(v); !ok {
		*problems = append(*problems, Problem{Code: "osm_level_unreadable", Message: "level=" + v + " is no list of floors"})
	}
	return v
}
