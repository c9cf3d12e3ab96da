package build

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"graphbuild/osm"
)

// object is a node, way or relation as a message of PBF.
type object struct {
	kind    osm.Kinds
	id      int64
	version int32
	message []byte
}

// sortedPBF writes the objects of an XML file to a PBF file that says it is sorted by type and id, in blocks of so many
// objects, versions of one object in rising order.
func sortedPBF(t *testing.T, xmlPath string, perBlock int) string {
	t.Helper()
	all, table := objectsOf(t, xmlPath)
	slices.SortStableFunc(all, func(a, b object) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.id, b.id), cmp.Compare(a.version, b.version))
	})
	return savePBF(t, table, slices.Collect(slices.Chunk(all, perBlock)))
}

// objectsOf returns the objects of a file, and the string table of all.
func objectsOf(t *testing.T, xmlPath string) (all []object, table []byte) {
	t.Helper()
	f, err := osm.Open(xmlPath, osm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	strings := [][]byte{nil}
	err = osm.Scan(t.Context(), f, osm.Nodes|osm.Ways|osm.Relations, func(b *osm.Block) (int, error) {
		w := objectWriter{b: b, base: uint64(len(strings))}
		for _, s := range b.Strings {
			strings = append(strings, slices.Clone(s))
		}
		all = append(all, w.objects()...)
		return 0, nil
	}, func(int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range strings {
		table = append(table, field(1, s)...)
	}
	return all, table
}

// savePBF writes blocks of objects to a file that says it is sorted.
func savePBF(t *testing.T, table []byte, blocks [][]object) string {
	t.Helper()
	out := blob("OSMHeader", append(field(4, []byte("OsmSchema-V0.6")), field(5, []byte("Sort.Type_then_ID"))...))
	for _, objects := range blocks {
		block := field(1, table)
		for _, o := range objects {
			number := map[osm.Kinds]protowire.Number{osm.Nodes: 1, osm.Ways: 3, osm.Relations: 4}[o.kind]
			block = append(block, field(2, field(number, o.message))...)
		}
		out = append(out, blob("OSMData", block)...)
	}
	return saveFile(t, "sorted.osm.pbf", string(out))
}

// objectWriter turns the columns of a block into messages. Its strings begin at base in the string table.
type objectWriter struct {
	b    *osm.Block
	base uint64
}

func (w objectWriter) objects() (list []object) {
	n, y, r := &w.b.Nodes, &w.b.Ways, &w.b.Relations
	for i := range n.ID {
		o := w.object(osm.Nodes, &n.Meta, &n.Tags, i)
		o.message = slices.Concat(o.message, varint(8, protowire.EncodeZigZag(int64(n.Point[i].Lat))), varint(9, protowire.EncodeZigZag(int64(n.Point[i].Lon))))
		list = append(list, o)
	}
	for i := range y.ID {
		o := w.object(osm.Ways, &y.Meta, &y.Tags, i)
		o.message = append(o.message, deltas(8, y.Ref[y.RefStart[i]:y.RefStart[i+1]])...)
		list = append(list, o)
	}
	for i := range r.ID {
		o := w.object(osm.Relations, &r.Meta, &r.Tags, i)
		first, last := r.MemberStart[i], r.MemberStart[i+1]
		o.message = slices.Concat(o.message, w.packed(8, r.MemberRole[first:last]), deltas(9, r.MemberRef[first:last]))
		for _, kind := range r.MemberType[first:last] {
			o.message = append(o.message, varint(10, uint64(kind))...)
		}
		list = append(list, o)
	}
	return list
}

// object writes what objects of all kinds have: id, version, whether it is deleted, and tags.
func (w objectWriter) object(kind osm.Kinds, m *osm.Meta, tags *osm.Tags, i int) object {
	id := uint64(m.ID[i])
	if kind == osm.Nodes {
		id = protowire.EncodeZigZag(m.ID[i])
	}
	info := varint(1, uint64(m.Version[i]))
	if m.IsDeleted(i) {
		info = append(info, varint(6, 0)...)
	}
	first, last := tags.Start[i], tags.Start[i+1]
	return object{kind, m.ID[i], m.Version[i], slices.Concat(varint(1, id), w.packed(2, tags.Key[first:last]), w.packed(3, tags.Value[first:last]), field(4, info))}
}

func (w objectWriter) packed(number protowire.Number, strings []uint32) []byte {
	var out []byte
	for _, s := range strings {
		out = protowire.AppendVarint(out, w.base+uint64(s))
	}
	return field(number, out)
}

func deltas(number protowire.Number, list []int64) []byte {
	var out []byte
	last := int64(0)
	for _, v := range list {
		out = protowire.AppendVarint(out, protowire.EncodeZigZag(v-last))
		last = v
	}
	return field(number, out)
}

func field(number protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), content)
}

func varint(number protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, number, protowire.VarintType), v)
}

func blob(kind string, content []byte) []byte {
	body := field(1, content)
	header := append(field(1, []byte(kind)), varint(3, uint64(len(body)))...)
	return bytes.Join([][]byte{binary.BigEndian.AppendUint32(nil, uint32(len(header))), header, body}, nil)
}
