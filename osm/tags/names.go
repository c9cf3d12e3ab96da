package tags

// nameKey returns the key that names a way: https://wiki.openstreetmap.org/wiki/Key:name, else Key:ref.
func (s *set) nameKey() key {
	if s.get(name) != "" {
		return name
	}
	if s.get(ref) != "" {
		return ref
	}
	return noKey
}
