package tags

// sidewalkKeys are the spellings of https://wiki.openstreetmap.org/wiki/Key:sidewalk.
var sidewalkKeys = [...]key{sidewalk, sidewalkLeft, sidewalkRight, sidewalkBoth}

// hasSidewalk returns the key that says that the way has a sidewalk of its own, else noKey. A sidewalk that is drawn
// separately opens nothing and closes nothing: people still cross the road and reach doors along it.
func (s *set) hasSidewalk() key {
	for _, k := range sidewalkKeys {
		switch s.get(k) {
		case "both", "left", "right", "yes":
			return k
		}
	}
	return noKey
}
