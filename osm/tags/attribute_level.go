package tags

// readLevelAttribute keeps https://wiki.openstreetmap.org/wiki/Key:level as written; see ParseLevels.
func readLevelAttribute(v string) (string, bool) {
	if _, ok := ParseLevels(v); !ok {
		return "", false
	}
	return v, true
}
