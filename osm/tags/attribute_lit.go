package tags

// readLit reads https://wiki.openstreetmap.org/wiki/Key:lit: yes, no, or the hours and other words as written.
func readLit(v string) (string, bool) {
	switch v {
	case "24/7", "automatic", "limited", "true", "1":
		return "yes", true
	case "false", "0", "disused":
		return "no", true
	}
	return readText(v)
}
