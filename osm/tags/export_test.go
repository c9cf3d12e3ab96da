package tags

// What tests ask of the default profile.

// Explain is Profile.Explain with the default profile.
func Explain(tags map[string]string) []Decision { return defaultProfile.Explain(tags) }

// WayOf is Profile.WayOf with the default profile.
func WayOf(tags map[string]string) (Way, bool) { return defaultProfile.WayOf(tags) }

// NodeOf is Profile.NodeOf with the default profile.
func NodeOf(tags map[string]string) (Node, bool) { return defaultProfile.NodeOf(tags) }

// RestrictionOf is Reader.Relation with the default profile for tags given as a map.
func RestrictionOf(tags map[string]string) (Relation, bool) {
	s := set{profile: defaultProfile}
	s.fill(tags)
	rel, ok := s.relation()
	if rel.Area != nil {
		rel.Area.Name = s.get(s.nameKey())
	}
	return rel, ok
}
