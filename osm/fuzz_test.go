package osm

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"

	"graphbuild/report"
)

// FuzzPBF checks that no file of blobs panics or takes memory out of proportion, whatever is in it.
func FuzzPBF(f *testing.F) {
	for _, c := range []codec{codecRaw, codecZlib, codecZstd, codecLZ4, codecLZMA} {
		f.Add(smallPBF(c))
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzzFile(t, data) })
}

// FuzzBlock decodes a block by itself, so that the fuzzer need not get past lengths and checksums.
func FuzzBlock(f *testing.F) {
	for _, b := range blockSeeds() {
		f.Add(b)
	}
	f.Fuzz(decodeBlock)
}

func blockSeeds() [][]byte {
	dense := bytesField(2, bytesField(2, deltaField(1, 5, 7), bytesField(5, packedField(1, 1, 2), packedField(6, 1, 0)),
		deltaField(8, 1<<20, 1<<21), deltaField(9, -1<<25, 4), packedField(10, 1, 2, 0, 0)))
	node := bytesField(2, bytesField(1, varintField(1, 6), packedField(2, 1), packedField(3, 2), bytesField(4, varintField(1, 3), varintField(6, 0)),
		varintField(8, 60), varintField(9, 70)))
	located := bytesField(2, bytesField(3, varintField(1, 7), deltaField(8, 1, 2), deltaField(9, 1, 2), deltaField(10, 1, 2)))
	table := stringTable("", "highway", "path")
	return [][]byte{
		nodeBlock(1, 2, 3), wayBlock(7, 1, 2), relationBlock(9), append(table, dense...), append(table, node...), append(table, located...),
		append(append(table, dense...), varintField(17, 1000)...),
	}
}

// decodeBlock decodes and looks at every value, which finds columns of unequal length and strings out of range.
func decodeBlock(t *testing.T, block []byte) {
	p := primitive{block: &Block{}, want: Nodes | Ways | Relations}
	if err := p.decode(block); err == nil {
		dumpBlock(p.block)
	}
	onlyDense(block, int64(len(block)))
}

// FuzzXML checks the same of XML.
func FuzzXML(f *testing.F) {
	for _, doc := range xmlSeeds {
		f.Add([]byte(doc))
	}
	f.Fuzz(parseDocument)
}

var xmlSeeds = []string{
	`<?xml version="1.0"?><osm><node id="1" lat="1.5" lon="-2e1"><tag k="a" v="&amp;&#65;"/></node><way id="2"><nd ref="1"/></way></osm>`,
	`<osmChange><delete><relation id="3"><member type="way" ref="2" role="x"/></relation></delete></osmChange>`,
	"\xef\xbb\xbf<!DOCTYPE osm><!-- c --><osm><remark>r</remark><![CDATA[x]]><bounds minlat='1'/></osm>",
}

func parseDocument(t *testing.T, doc []byte) {
	x := &xmlFile{name: "x", data: bytes.NewReader(doc), size: int64(len(doc)), report: report.New(report.Options{})}
	p := newXMLParser(x, Nodes|Ways|Relations)
	p.emit = func(task task) bool {
		b, err := task.load()
		if err != nil {
			t.Fatal(err)
		}
		dumpBlock(b)
		task.release()
		return true
	}
	p.run()
}

// TestMutations changes some bytes of good inputs, a few thousand times: a little of the fuzz targets in every run.
func TestMutations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	mutate := func(seed []byte) []byte {
		out := append([]byte(nil), seed...)
		for range 1 + random.IntN(3) {
			i := random.IntN(len(out))
			switch random.IntN(4) {
			case 0:
				out[i] = byte(random.IntN(256))
			case 1:
				out[i] ^= 1 << random.IntN(8)
			case 2:
				out = append(out[:i], out[i+1:]...)
			default:
				out = append(out[:i+1], out[i:]...)
			}
		}
		return out
	}
	for range 3000 {
		for _, seed := range blockSeeds() {
			decodeBlock(t, mutate(seed))
		}
	}
	for range 1000 {
		for _, seed := range xmlSeeds {
			parseDocument(t, mutate([]byte(seed)))
		}
	}
}

// fuzzFile reads everything twice, which must give the same, and looks at every value.
func fuzzFile(t *testing.T, data []byte) {
	path := t.TempDir() + "/x"
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := Open(path, Options{Workers: 2, MaxBlobBytes: 1 << 16, MaxUnpackedBytes: 1 << 20, TempDir: t.TempDir(), Report: report.New(report.Options{})})
	if err != nil {
		return
	}
	defer file.Close()
	first, errFirst := dumpFile(file, Nodes|Ways|Relations)
	second, errSecond := dumpFile(file, Nodes|Ways|Relations)
	if len(first) != len(second) || (errFirst == nil) != (errSecond == nil) {
		t.Fatalf("%d objects and %v, then %d and %v", len(first), errFirst, len(second), errSecond)
	}
}
