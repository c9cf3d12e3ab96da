package tags

import "strings"

// maxAttributeBytes bounds a value: OpenStreetMap has at most 255 characters.
const maxAttributeBytes = 1020

// readText takes a value as it is.
func readText(v string) (string, bool) {
	return v, len(v) <= maxAttributeBytes
}

// readWord takes a value of a key that has a list of words: lower case, and of a list the first.
func readWord(v string) (string, bool) {
	first, _, _ := strings.Cut(v, ";")
	return readText(strings.ToLower(strings.TrimSpace(first)))
}

// readPresent reads keys like https://wiki.openstreetmap.org/wiki/Key:bridge, where no says nothing that its absence does
// not.
func readPresent(v string) (string, bool) {
	if !isThere(v) {
		return "", true
	}
	return readWord(v)
}
