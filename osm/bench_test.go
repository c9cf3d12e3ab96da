package osm

import (
	"context"
	"testing"

	"graphbuild/internal/shared"
)

func BenchmarkScanAll(b *testing.B)   { benchmarkScan(b, Nodes|Ways|Relations) }
func BenchmarkScanWays(b *testing.B)  { benchmarkScan(b, Ways|Relations) }
func BenchmarkScanNodes(b *testing.B) { benchmarkScan(b, Nodes) }

// benchmarkScan opens and scans Delaware on one worker; bytes are those of the file.
func benchmarkScan(b *testing.B, want Kinds) {
	path := shared.Path(b, "data/osm/delaware.osm.pbf")
	b.ReportAllocs()
	objects := 0
	for b.Loop() {
		f, err := Open(path, Options{Workers: 1})
		if err != nil {
			b.Fatal(err)
		}
		objects = 0
		err = Scan(context.Background(), f, want, countObjects, func(n int) error {
			objects += n
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(f.Size())
		f.Close()
	}
	b.ReportMetric(float64(objects), "objects")
}

func countObjects(blk *Block) (int, error) {
	return blk.Nodes.Len() + blk.Ways.Len() + blk.Relations.Len(), nil
}

// BenchmarkXML scans an unpacked file on one worker; bytes are those of the XML.
func BenchmarkXML(b *testing.B) {
	f, err := Open(shared.Path(b, "data/osm/addison-vermont.osm.gz"), Options{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	b.ReportAllocs()
	for b.Loop() {
		if err := Scan(context.Background(), f, Nodes|Ways|Relations, countObjects, func(int) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	size, err := fileSize(f.plain)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(size)
}
