package tags

import "graphbuild/facts"

// set holds the tags of one object that some rule reads, by key. The strings may point into a block: rules copy what they
// keep.
type set struct {
	present bits
	value   [numKeys]string // valid where present
	byMode  []modeTag       // keys like restriction:hgv, of relations only
	profile *Profile
	trace   *trace // nil but under Explain
}

// modeTag is a tag whose key names modes in a way that the table of keys does not list.
type modeTag struct {
	key, value string
}

func (s *set) reset() {
	s.present = bits{}
	s.byMode = s.byMode[:0]
}

// put notes a tag. Of a key that stands twice, which OSM forbids, the first value counts.
func (s *set) put(k key, value string) {
	if k == noKey || s.present.has(k) {
		return
	}
	s.present.add(k)
	s.value[k] = value
}

// get returns the value of k, empty where the object has no such tag.
func (s *set) get(k key) string {
	if !s.present.has(k) {
		return ""
	}
	return s.value[k]
}

// fill replaces the tags by those of a map.
func (s *set) fill(tags map[string]string) {
	s.reset()
	for k, v := range tags {
		if n := keyNumbers[k]; n != noKey {
			s.put(n, v)
			continue
		}
		s.putByMode(k, v)
	}
	s.sortByMode()
}

// offsetOf returns what leads from a plain key of access to its variant for d.
func offsetOf(d facts.Direction) key {
	if d == facts.Forward {
		return forwardOffset
	}
	return backwardOffset
}
