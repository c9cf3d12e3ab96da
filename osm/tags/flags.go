package tags

import "graphbuild/facts"

// flags returns the single-bit facts of a way.
func (s *set) flags(c facts.Class) facts.Flags {
	var f facts.Flags
	set := func(on bool, flag facts.Flags) {
		if on {
			f |= flag
		}
	}
	set(isRoundabout(s.get(junction)), facts.Roundabout)
	set(isThere(s.get(tunnel)), facts.Tunnel)
	set(isThere(s.get(bridge)), facts.Bridge)
	set(isThere(s.get(toll)), facts.Toll)
	set(isThere(s.get(ford)), facts.Ford)
	set(s.get(indoor) != "" && s.get(indoor) != "no" || c == facts.Corridor, facts.Indoor)
	set(s.anyCycleway(hasLane) != noKey, facts.BikeLane)
	set(s.unpaved(c), facts.Unpaved)
	return f
}

// isThere reads keys like bridge and tunnel, where any value but no says that there is one.
func isThere(v string) bool { return v != "" && v != "no" && v != "false" && v != "0" && v != "none" }

// unpaved reads https://wiki.openstreetmap.org/wiki/Key:surface, else Key:tracktype. Tracks are unpaved unless tagged.
func (s *set) unpaved(c facts.Class) bool {
	switch s.get(surface) {
	case "":
		switch s.get(tracktype) {
		case "grade1":
			return false
		case "grade2", "grade3", "grade4", "grade5":
			return true
		}
		return c == facts.Track
	case "unpaved", "compacted", "fine_gravel", "gravel", "pebblestone", "ground", "dirt", "earth", "clay", "grass", "mud",
		"sand", "snow", "ice", "salt", "rock", "rocky", "stone", "laterite", "woodchips", "soil", "dirt/sand", "shells":
		return true
	}
	return false
}
