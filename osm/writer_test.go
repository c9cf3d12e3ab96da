package osm

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
	"github.com/ulikunitz/xz/lzma"
	"google.golang.org/protobuf/encoding/protowire"
)

// pbfWriter writes PBF files for tests, legal and odd ones.
type pbfWriter struct {
	out   []byte
	codec codec
}

// Small builders of messages: field number, then content.

func bytesField(num protowire.Number, parts ...[]byte) []byte {
	out := protowire.AppendTag(nil, num, protowire.BytesType)
	return protowire.AppendBytes(out, bytes.Join(parts, nil))
}

func varintField(num protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, num, protowire.VarintType), v)
}

func packedField(num protowire.Number, values ...uint64) []byte {
	var p []byte
	for _, v := range values {
		p = protowire.AppendVarint(p, v)
	}
	return bytesField(num, p)
}

func deltaField(num protowire.Number, values ...int64) []byte {
	var p []byte
	last := int64(0)
	for _, v := range values {
		p = protowire.AppendVarint(p, protowire.EncodeZigZag(v-last))
		last = v
	}
	return bytesField(num, p)
}

func stringTable(strings ...string) []byte {
	var out []byte
	for _, s := range strings {
		out = append(out, bytesField(1, []byte(s))...)
	}
	return bytesField(1, out)
}

// denseGroup is a PrimitiveGroup of dense nodes without tags, at 1e-7 degrees.
func denseGroup(ids, lats, lons []int64) []byte {
	return bytesField(2, bytesField(2, deltaField(1, ids...), deltaField(8, lats...), deltaField(9, lons...)))
}

// wayGroup is a PrimitiveGroup of one way with tags by index.
func wayGroup(id int64, keys, values []uint64, refs ...int64) []byte {
	return bytesField(2, bytesField(3, varintField(1, uint64(id)), packedField(2, keys...), packedField(3, values...), deltaField(8, refs...)))
}

func nodeBlock(ids ...int64) []byte {
	at := make([]int64, len(ids))
	for i, id := range ids {
		at[i] = id * 10
	}
	return append(stringTable(""), denseGroup(ids, at, at)...)
}

func wayBlock(id int64, refs ...int64) []byte {
	return append(stringTable("", "highway", "path"), wayGroup(id, []uint64{1}, []uint64{2}, refs...)...)
}

func relationBlock(id int64) []byte {
	relation := bytesField(4, varintField(1, uint64(id)), packedField(2, 1), packedField(3, 2),
		packedField(8, 0), deltaField(9, 1), packedField(10, 1))
	return append(stringTable("", "type", "route"), bytesField(2, relation)...)
}

func (w *pbfWriter) header(features ...string) {
	var block []byte
	for _, f := range features {
		block = append(block, bytesField(4, []byte(f))...)
	}
	w.blob("OSMHeader", block)
}

// sortedHeader claims Sort.Type_then_ID.
func (w *pbfWriter) sortedHeader() {
	w.blob("OSMHeader", append(bytesField(4, []byte("OsmSchema-V0.6")), bytesField(5, []byte("Sort.Type_then_ID"))...))
}

func (w *pbfWriter) data(block []byte) { w.blob("OSMData", block) }

func (w *pbfWriter) blob(kind string, content []byte) {
	blob := bytesField(1, content)
	if w.codec != noCodec && w.codec != codecRaw {
		blob = append(varintField(2, uint64(len(content))), bytesField(protowire.Number(w.codec), pack(w.codec, content))...)
	}
	w.rawBlob(kind, blob)
}

// rawBlob writes a finished Blob message.
func (w *pbfWriter) rawBlob(kind string, blob []byte) {
	w.frame(append(bytesField(1, []byte(kind)), varintField(3, uint64(len(blob)))...), blob)
}

func (w *pbfWriter) frame(header, blob []byte) {
	w.out = binary.BigEndian.AppendUint32(w.out, uint32(len(header)))
	w.out = append(append(w.out, header...), blob...)
}

// pack compresses content by a codec of PBF.
func pack(c codec, content []byte) []byte {
	var b bytes.Buffer
	switch c {
	case codecZlib:
		z := zlib.NewWriter(&b)
		z.Write(content)
		z.Close()
	case codecZstd:
		z, _ := zstd.NewWriter(&b)
		z.Write(content)
		z.Close()
	case codecLZMA:
		z, _ := lzma.NewWriter(&b)
		z.Write(content)
		z.Close()
	case codecLZ4:
		out := make([]byte, lz4.CompressBlockBound(len(content)))
		n, _ := lz4.CompressBlock(content, out, nil)
		return out[:n]
	}
	return b.Bytes()
}

// write stores a file for a test, and returns its path.
func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// smallPBF is a file with a block of each kind.
func smallPBF(c codec) []byte {
	w := pbfWriter{codec: c}
	w.sortedHeader()
	w.data(nodeBlock(1, 2, 3))
	w.data(wayBlock(7, 1, 2, 3))
	w.data(relationBlock(9))
	return w.out
}
