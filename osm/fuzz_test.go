package osm

import (
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

// FuzzBlock puts the content into a block of its own, so that the fuzzer need not get past lengths and checksums.
func FuzzBlock(f *testing.F) {
	f.Add(nodeBlock(1, 2, 3))
	f.Add(wayBlock(7, 1, 2))
	f.Add(relationBlock(9))
	f.Fuzz(func(t *testing.T, block []byte) {
		var w pbfWriter
		w.header()
		w.data(block)
		fuzzFile(t, w.out)
	})
}

// FuzzXML checks the same of XML.
func FuzzXML(f *testing.F) {
	f.Add([]byte(`<?xml version="1.0"?><osm><node id="1" lat="1.5" lon="-2e1"><tag k="a" v="&amp;&#65;"/></node><way id="2"><nd ref="1"/></way></osm>`))
	f.Add([]byte(`<osmChange><delete><relation id="3"><member type="way" ref="2" role="x"/></relation></delete></osmChange>`))
	f.Add([]byte("\xef\xbb\xbf<!DOCTYPE osm><!-- c --><osm><remark>r</remark><![CDATA[x]]></osm>"))
	f.Fuzz(func(t *testing.T, data []byte) { fuzzFile(t, data) })
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
