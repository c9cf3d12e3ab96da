package osm

import (
	"fmt"

	"graphbuild/geometry"
)

// node decodes a plain Node message.
func (p *primitive) node(b []byte) error {
	var id, lat, lon int64
	var keys, values []byte
	var o objectInfo
	located := 0
	m := message{rest: b}
	for m.next() {
		switch m.num {
		case 1:
			id = zigzag(m.value)
		case 2:
			keys = m.joined(keys)
		case 3:
			values = m.joined(values)
		case 4:
			var err error
			if o, err = info(m.data); err != nil {
				return fmt.Errorf("node/%d: info: %w", id, err)
			}
		case 8:
			lat, located = zigzag(m.value), located|1
		case 9:
			lon, located = zigzag(m.value), located|2
		}
	}
	if m.err != nil {
		return fmt.Errorf("node/%d: %w", id, m.err)
	}
	c := &p.block.Nodes
	at, ok := p.scale.point(lat, lon)
	if !ok || located != 3 {
		at = noPoint
		c.invalidate(len(c.ID))
	}
	c.add(id, o)
	c.Point = append(c.Point, at)
	if err := p.tags(&c.Tags, keys, values); err != nil {
		return fmt.Errorf("node/%d: %w", id, err)
	}
	return nil
}

// denseFields are the packed columns of a DenseNodes message.
type denseFields struct {
	ids, lats, lons, tags []byte
	versions, visibles    []byte
}

func readDenseFields(b []byte) (denseFields, error) {
	var d denseFields
	m := message{rest: b}
	for m.next() {
		switch m.num {
		case 1:
			d.ids = m.joined(d.ids)
		case 5:
			if err := d.readInfo(m.data); err != nil {
				return d, fmt.Errorf("info: %w", err)
			}
		case 8:
			d.lats = m.joined(d.lats)
		case 9:
			d.lons = m.joined(d.lons)
		case 10:
			d.tags = m.joined(d.tags)
		}
	}
	return d, m.err
}

func (d *denseFields) readInfo(b []byte) error {
	m := message{rest: b}
	for m.next() {
		switch m.num {
		case 1:
			d.versions = m.joined(d.versions)
		case 6:
			d.visibles = m.joined(d.visibles)
		}
	}
	return m.err
}

// dense decodes a DenseNodes message.
func (p *primitive) dense(b []byte) error {
	d, err := readDenseFields(b)
	if err != nil {
		return fmt.Errorf("dense nodes: %w", err)
	}
	n, err := d.count()
	if err != nil {
		return fmt.Errorf("dense nodes: %w", err)
	}
	c := &p.block.Nodes
	first := len(c.ID)
	c.ID = grown(c.ID, n)
	if err := readDeltas(c.ID[first:], d.ids); err != nil {
		return fmt.Errorf("dense nodes: ids: %w", err)
	}
	if err := p.densePoints(&d, n); err != nil {
		return fmt.Errorf("dense nodes: %w", err)
	}
	if err := p.denseInfo(&d, n); err != nil {
		return fmt.Errorf("dense nodes: %w", err)
	}
	if err := p.denseTags(d.tags, n); err != nil {
		return fmt.Errorf("dense nodes: tags: %w", err)
	}
	return nil
}

// count returns the number of nodes, which all columns must agree on.
func (d *denseFields) count() (int, error) {
	n, err := countVarints(d.ids)
	if err != nil {
		return 0, fmt.Errorf("ids: %w", err)
	}
	lats, err := countVarints(d.lats)
	if err != nil {
		return 0, fmt.Errorf("latitudes: %w", err)
	}
	lons, err := countVarints(d.lons)
	if err != nil {
		return 0, fmt.Errorf("longitudes: %w", err)
	}
	if lats != n || lons != n {
		return 0, fmt.Errorf("%d ids but %d latitudes and %d longitudes", n, lats, lons)
	}
	return n, nil
}

func (p *primitive) densePoints(d *denseFields, n int) error {
	p.lats, p.lons = grown(p.lats[:0], n), grown(p.lons[:0], n)
	if err := readDeltas(p.lats, d.lats); err != nil {
		return fmt.Errorf("latitudes: %w", err)
	}
	if err := readDeltas(p.lons, d.lons); err != nil {
		return fmt.Errorf("longitudes: %w", err)
	}
	c := &p.block.Nodes
	first := len(c.Point)
	c.Point = grown(c.Point, n)
	if p.scale.plain && plainPoints(c.Point[first:], p.lats, p.lons) {
		return nil
	}
	for i := range n {
		at, ok := p.scale.point(p.lats[i], p.lons[i])
		if !ok {
			c.invalidate(first + i)
		}
		c.Point[first+i] = at
	}
	return nil
}

// plainPoints fills dst from coordinates in 1e-7 degrees. It returns false where one is out of range.
func plainPoints(dst []geometry.Point, lats, lons []int64) bool {
	if len(lats) < len(dst) || len(lons) < len(dst) {
		return false
	}
	var outside uint64
	for i := range dst {
		lat, lon := lats[i], lons[i]
		outside |= uint64(lat+maxLat) | uint64(maxLat-lat) | uint64(lon+maxLon) | uint64(maxLon-lon)
		dst[i] = geometry.Point{Lon: int32(lon), Lat: int32(lat)}
	}
	return outside>>63 == 0
}

// denseInfo appends the versions, and marks deleted nodes. Both columns may be absent, or empty.
func (p *primitive) denseInfo(d *denseFields, n int) error {
	c := &p.block.Nodes
	first := len(c.Version)
	c.Version = grown(c.Version, n)
	if err := readVersions(c.Version[first:], d.versions); err != nil {
		return fmt.Errorf("versions: %w", err)
	}
	if len(d.visibles) == 0 {
		return nil
	}
	if got, err := countVarints(d.visibles); err != nil || got != n {
		return fmt.Errorf("%d ids but %d values of visible", n, got)
	}
	i := 0
	for k := range n {
		var u uint64
		if u, i = uvarint(d.visibles, i); i < 0 {
			return errVarint
		}
		if u == 0 {
			c.markDeleted(first + k)
		}
	}
	return nil
}

// readVersions fills dst from a packed column, with zeros where there is none.
func readVersions(dst []int32, packed []byte) error {
	if len(packed) == 0 {
		clear(dst)
		return nil
	}
	if n, err := countVarints(packed); err != nil || n != len(dst) {
		return fmt.Errorf("%d ids but %d versions", len(dst), n)
	}
	i := 0
	for k := range dst {
		if i >= len(packed) {
			return errVarint
		}
		u := uint64(packed[i])
		i++
		if u >= 0x80 {
			if u, i = longVarint(packed, i); i < 0 {
				return errVarint
			}
		}
		dst[k] = version(u)
	}
	return nil
}

// denseTags appends the tags of n nodes: a key and a value for each tag and a zero after each node; nothing at all where
// no node has tags.
func (p *primitive) denseTags(packed []byte, n int) error {
	t := &p.block.Nodes.Tags
	if len(packed) == 0 {
		for range n {
			t.close()
		}
		return nil
	}
	numbers, err := countVarints(packed)
	if err != nil {
		return err
	}
	first, limit := len(t.Start), uint64(len(p.block.Strings))
	t.Start = grown(t.Start, n)
	at := len(t.Key)
	t.Key, t.Value = grown(t.Key, numbers/2), grown(t.Value, numbers/2)
	i := 0
	for k := range n {
		for {
			if i >= len(packed) {
				return fmt.Errorf("end after %d of %d nodes", k, n)
			}
			key := uint64(packed[i])
			i++
			if key == 0 {
				break
			}
			if key >= 0x80 {
				if key, i = longVarint(packed, i); i < 0 {
					return errVarint
				}
			}
			var value uint64
			if value, i = uvarint(packed, i); i < 0 {
				return fmt.Errorf("a key without a value at node %d of %d", k, n)
			}
			if key >= limit || value >= limit {
				return stringError(max(key, value), int(limit))
			}
			t.Key[at], t.Value[at] = uint32(key), uint32(value)
			at++
		}
		t.Start[first+k] = uint32(at)
	}
	t.Key, t.Value = t.Key[:at], t.Value[:at]
	return nil
}
