package osm

import "fmt"

// relation decodes a Relation message.
func (p *primitive) relation(b []byte) error {
	var id int64
	var keys, values, roles, refs, types []byte
	var o objectInfo
	m := message{rest: b}
	for m.next() {
		switch m.num {
		case 1:
			id = int64(m.value)
		case 2:
			keys = m.joined(keys)
		case 3:
			values = m.joined(values)
		case 4:
			var err error
			if o, err = info(m.data); err != nil {
				return fmt.Errorf("relation/%d: info: %w", id, err)
			}
		case 8:
			roles = m.joined(roles)
		case 9:
			refs = m.joined(refs)
		case 10:
			types = m.joined(types)
		}
	}
	if m.err != nil {
		return fmt.Errorf("relation/%d: %w", id, m.err)
	}
	c := &p.block.Relations
	c.add(id, o)
	if err := p.tags(&c.Tags, keys, values); err != nil {
		return fmt.Errorf("relation/%d: %w", id, err)
	}
	if err := p.members(refs, roles, types); err != nil {
		return fmt.Errorf("relation/%d: members: %w", id, err)
	}
	return nil
}

func (p *primitive) members(refs, roles, types []byte) error {
	c := &p.block.Relations
	n, err := countVarints(refs)
	if err != nil {
		return err
	}
	nRoles, errRoles := countVarints(roles)
	nTypes, errTypes := countVarints(types)
	if errRoles != nil || errTypes != nil || nRoles != n || nTypes != n {
		return fmt.Errorf("%d ids but %d roles and %d types", n, nRoles, nTypes)
	}
	at := len(c.MemberRef)
	c.MemberRef = grown(c.MemberRef, n)
	c.MemberRole = grown(c.MemberRole, n)
	c.MemberType = grown(c.MemberType, n)
	c.MemberStart = append(c.MemberStart, uint32(len(c.MemberRef)))
	if err := readDeltas(c.MemberRef[at:], refs); err != nil {
		return err
	}
	if err := readNumbers(c.MemberRole[at:], roles, len(p.block.Strings)); err != nil {
		return fmt.Errorf("roles: %w", err)
	}
	return readMemberTypes(c.MemberType[at:], types)
}

func readMemberTypes(dst []MemberType, packed []byte) error {
	if len(packed) != len(dst) {
		return fmt.Errorf("a member type over %d", RelationMember)
	}
	for i, t := range packed {
		if MemberType(t) > RelationMember {
			return fmt.Errorf("member type %d, expected 0 to %d", t, RelationMember)
		}
		dst[i] = MemberType(t)
	}
	return nil
}
