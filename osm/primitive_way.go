package osm

import "fmt"

// way decodes a Way message.
func (p *primitive) way(b []byte) error {
	var id int64
	var keys, values, refs, lats, lons []byte
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
				return fmt.Errorf("way/%d: info: %w", id, err)
			}
		case 8:
			refs = m.joined(refs)
		case 9:
			lats = m.joined(lats)
		case 10:
			lons = m.joined(lons)
		}
	}
	if m.err != nil {
		return fmt.Errorf("way/%d: %w", id, m.err)
	}
	c := &p.block.Ways
	c.add(id, o)
	if err := p.tags(&c.Tags, keys, values); err != nil {
		return fmt.Errorf("way/%d: %w", id, err)
	}
	if err := p.refs(refs); err != nil {
		return fmt.Errorf("way/%d: refs: %w", id, err)
	}
	if len(lats)+len(lons) == 0 {
		return nil
	}
	if err := p.refPoints(lats, lons); err != nil {
		return fmt.Errorf("way/%d: locations: %w", id, err)
	}
	return nil
}

func (p *primitive) refs(packed []byte) error {
	c := &p.block.Ways
	n, err := countVarints(packed)
	if err != nil {
		return err
	}
	at := len(c.Ref)
	c.Ref = grown(c.Ref, n)
	c.RefStart = append(c.RefStart, uint32(len(c.Ref)))
	return readDeltas(c.Ref[at:], packed)
}

// refPoints appends the locations of the nodes of the last way.
func (p *primitive) refPoints(lats, lons []byte) error {
	c := &p.block.Ways
	first := int(c.RefStart[len(c.RefStart)-2])
	n := len(c.Ref) - first
	nLat, errLat := countVarints(lats)
	nLon, errLon := countVarints(lons)
	if errLat != nil || errLon != nil || nLat != n || nLon != n {
		return fmt.Errorf("%d refs but %d latitudes and %d longitudes", n, nLat, nLon)
	}
	p.lats, p.lons = grown(p.lats[:0], n), grown(p.lons[:0], n)
	if err := readDeltas(p.lats, lats); err != nil {
		return err
	}
	if err := readDeltas(p.lons, lons); err != nil {
		return err
	}
	c.fillRefPoints(first)
	for i := range n {
		at, _ := p.scale.point(p.lats[i], p.lons[i])
		c.RefPoint = append(c.RefPoint, at)
	}
	return nil
}
