package osm

import (
	"fmt"

	"graphbuild/geometry"
)

// primitive decodes one PrimitiveBlock of a PBF file into a Block.
type primitive struct {
	block  *Block
	want   Kinds
	found  Kinds // the kinds that the block holds, wanted or not
	groups [][]byte
	lats   []int64
	lons   []int64
	scale  scale
}

// scale turns the numbers of a block into units of 1e-7 degrees.
type scale struct {
	granularity          int64 // units of 1e-9 degrees
	latOffset, lonOffset int64 // 1e-9 degrees
	plain                bool  // numbers are 1e-7 degrees already
}

// maxStored bounds a stored coordinate, so that no product overflows: 180 degrees at a granularity of 1 is below 2^38.
const maxStored = 1 << 40

// unit returns a coordinate in 1e-7 degrees, rounded half away from zero; false where it is far out of any range.
func (s *scale) unit(stored, offset int64) (int64, bool) {
	if s.plain {
		return stored, true
	}
	if stored > maxStored || stored < -maxStored || offset > maxStored || offset < -maxStored || s.granularity > 1<<20 {
		return 0, false
	}
	nano := offset + s.granularity*stored
	if nano < 0 {
		return (nano - 50) / 100, true
	}
	return (nano + 50) / 100, true
}

const (
	maxLat = 90e7
	maxLon = 180e7
)

// point returns a position, or noPoint and false where it is out of range.
func (s *scale) point(storedLat, storedLon int64) (geometry.Point, bool) {
	lat, okLat := s.unit(storedLat, s.latOffset)
	lon, okLon := s.unit(storedLon, s.lonOffset)
	if !okLat || !okLon || lat > maxLat || lat < -maxLat || lon > maxLon || lon < -maxLon {
		return noPoint, false
	}
	return geometry.Point{Lon: int32(lon), Lat: int32(lat)}, true
}

// decode fills p.block with the wanted kinds in raw, of which the strings stay views.
func (p *primitive) decode(raw []byte) error {
	p.block.reset()
	p.found, p.groups = 0, p.groups[:0]
	strings, err := p.outline(raw)
	if err != nil {
		return err
	}
	if err := p.readStrings(strings); err != nil {
		return fmt.Errorf("string table: %w", err)
	}
	for i, g := range p.groups {
		if err := p.group(g); err != nil {
			return fmt.Errorf("group %d of %d: %w", i, len(p.groups), err)
		}
	}
	p.block.finish()
	return nil
}

// outline finds the parts of a PrimitiveBlock: its numbers may stand after the groups that need them.
func (p *primitive) outline(raw []byte) (strings []byte, err error) {
	s := scale{granularity: 100}
	m := message{rest: raw}
	for m.next() {
		switch {
		case m.num == 1 && m.wire == wireBytes:
			strings = m.data
		case m.num == 2 && m.wire == wireBytes:
			p.groups = append(p.groups, m.data)
		case m.num == 17 && m.wire == wireVarint:
			s.granularity = int64(m.value)
		case m.num == 19 && m.wire == wireVarint:
			s.latOffset = int64(m.value)
		case m.num == 20 && m.wire == wireVarint:
			s.lonOffset = int64(m.value)
		}
	}
	if s.granularity <= 0 {
		return nil, fmt.Errorf("granularity %d, expected a positive number of 1e-9 degrees", s.granularity)
	}
	s.plain = s.granularity == 100 && s.latOffset == 0 && s.lonOffset == 0
	p.scale = s
	return strings, m.err
}

func (p *primitive) readStrings(table []byte) error {
	s := p.block.Strings
	i := 0
	for i < len(table) {
		if table[i] != 1<<3|wireBytes || i+1 >= len(table) {
			return p.readOddStrings(table)
		}
		n := int(table[i+1])
		i += 2
		if n >= 0x80 {
			v, next := uvarint(table, i-1)
			if next < 0 || v > uint64(len(table)) {
				return errVarint
			}
			n, i = int(v), next
		}
		if n > len(table)-i {
			return fmt.Errorf("string %d of %d bytes, but %d are left", len(s), n, len(table)-i)
		}
		s = append(s, table[i:i+n:i+n])
		i += n
	}
	p.block.Strings = s
	return nil
}

// readOddStrings reads a string table that holds fields unknown to us.
func (p *primitive) readOddStrings(table []byte) error {
	m := message{rest: table}
	for m.next() {
		if m.num == 1 && m.wire == wireBytes {
			p.block.Strings = append(p.block.Strings, m.data)
		}
	}
	return m.err
}

// group decodes a PrimitiveGroup.
func (p *primitive) group(g []byte) error {
	m := message{rest: g}
	for m.next() {
		if m.wire != wireBytes {
			continue
		}
		kind := kindOfField(m.num)
		p.found |= kind
		if p.want&kind == 0 {
			continue
		}
		if err := p.objects(m.num, m.data); err != nil {
			return err
		}
	}
	return m.err
}

// kindOfField returns the kind of objects in a field of a PrimitiveGroup; changesets and unknown fields have none.
func kindOfField(field uint32) Kinds {
	switch field {
	case 1, 2:
		return Nodes
	case 3:
		return Ways
	case 4:
		return Relations
	}
	return 0
}

func (p *primitive) objects(field uint32, data []byte) error {
	switch field {
	case 1:
		return p.node(data)
	case 2:
		return p.dense(data)
	case 3:
		return p.way(data)
	}
	return p.relation(data)
}

// tags appends the tags of an object from its packed keys and values.
func (p *primitive) tags(t *Tags, keys, values []byte) error {
	n, err := countVarints(keys)
	if err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	nv, err := countVarints(values)
	if err != nil {
		return fmt.Errorf("values: %w", err)
	}
	if n != nv {
		return fmt.Errorf("%d keys but %d values", n, nv)
	}
	at := len(t.Key)
	t.Key, t.Value = grown(t.Key, n), grown(t.Value, n)
	if err := readNumbers(t.Key[at:], keys, len(p.block.Strings)); err != nil {
		return fmt.Errorf("keys: %w", err)
	}
	if err := readNumbers(t.Value[at:], values, len(p.block.Strings)); err != nil {
		return fmt.Errorf("values: %w", err)
	}
	t.close()
	return nil
}

// info reads the version and visible of an Info message, which holds nothing but numbers in the schema we know.
func info(b []byte) (objectInfo, error) {
	var o objectInfo
	for i := 0; i < len(b); {
		key := b[i]
		if key >= 0x80 || key&7 != wireVarint {
			return oddInfo(b)
		}
		var v uint64
		if v, i = uvarint(b, i+1); i < 0 {
			return o, errVarint
		}
		o.set(uint32(key>>3), v)
	}
	return o, nil
}

// oddInfo reads an Info message with fields unknown to us.
func oddInfo(b []byte) (objectInfo, error) {
	var o objectInfo
	m := message{rest: b}
	for m.next() {
		if m.wire == wireVarint {
			o.set(m.num, m.value)
		}
	}
	return o, m.err
}

func (o *objectInfo) set(field uint32, v uint64) {
	switch field {
	case 1:
		o.version = version(v)
	case 6:
		o.deleted = v == 0
	}
}

// version returns 0, none, for numbers that are no version; -1 is how some writers say so.
func version(v uint64) int32 {
	if v > 1<<31-1 {
		return 0
	}
	return int32(v)
}

// shortestWay is the least that a way with a tag and two nodes takes in a PrimitiveBlock, with its group.
const shortestWay = 16

// onlyDense reports whether a PrimitiveBlock of the given size holds dense nodes and nothing else of use, as its first
// bytes show: a string table, and one group that reaches to the end but for some numbers, with one DenseNodes that fills
// it. Files that do not say that they are sorted are spared most of the work by it, without trusting in anything. Where the
// head is too short to tell, more is how long it must be.
func onlyDense(head []byte, size int64) (yes bool, more int) {
	end, at := size, int64(0)
	for level, field := range [...]byte{1, 2, 2} { // string table, group, dense nodes
		if at+longestKey > int64(len(head)) && int64(len(head)) < size {
			return false, int(min(at+longestKey, size))
		}
		if at >= int64(len(head)) || head[at] != field<<3|wireBytes {
			return false, 0
		}
		n, i := uvarint(head, int(at)+1)
		if i < 0 || int64(i) > end || n > uint64(end-int64(i)) {
			return false, 0
		}
		at = int64(i)
		switch after := end - at - int64(n); {
		case level == 0:
			at += int64(n)
		case level == 1 && after >= shortestWay, level == 2 && after != 0:
			return false, 0
		default:
			end = at + int64(n)
		}
	}
	return true, 0
}

// longestKey is what the number of a field of bytes and its length take at most, in a block of up to 256 MiB.
const longestKey = 5
