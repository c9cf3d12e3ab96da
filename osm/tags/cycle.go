package tags

import "strings"

// cyclewayKeys are the spellings of cycleway, https://wiki.openstreetmap.org/wiki/Key:cycleway.
var cyclewayKeys = [...]key{cycleway, cyclewayLeft, cyclewayRight, cyclewayBoth}

// hasLane reports whether a value of cycleway is a lane or track of its own on the road.
func hasLane(value string) bool {
	switch strings.TrimPrefix(value, "opposite_") {
	case "lane", "track", "doorzone", "buffered_lane", "protected_lane":
		return true
	}
	return false
}

// mayCycle reports whether a value of cycleway says that bicycles are on the road, be it among others.
func mayCycle(value string) bool {
	switch strings.TrimPrefix(value, "opposite_") {
	case "share_busway", "shared_lane", "shared", "sharrow", "opposite":
		return true
	}
	return hasLane(value)
}

// anyCycleway returns the first key of cycleway with a value that ok accepts, else noKey.
func (s *set) anyCycleway(ok func(string) bool) key {
	for _, k := range cyclewayKeys {
		if ok(s.get(k)) {
			return k
		}
	}
	return noKey
}
