package osm

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"graphbuild/geometry"
	"graphbuild/internal/shared"

	"github.com/google/go-cmp/cmp"
	paulmach "github.com/paulmach/osm"
	"github.com/paulmach/osm/osmxml"
)

// TestOracleXML compares with paulmach/osm's reader of XML, which takes an absent visible as false.
func TestOracleXML(t *testing.T) {
	for _, path := range globShared(t, "osm/*.osm", "odd/osm/*.osm", "odd/derived/locarno-bom.osm") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			visible := bytes.Contains(data, []byte("visible="))
			want, err := dumpOracle(osmxml.New(context.Background(), bytes.NewReader(data)))
			if err != nil {
				t.Skip("paulmach/osm cannot read it:", err)
			}
			got := dump(t, path, Options{})
			if !visible || bytes.Contains(data, []byte("action=")) {
				want, got = withoutDeleted(want), withoutDeleted(got)
			}
			compare(t, got, want)
		})
	}
}

func withoutDeleted(lines []string) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = strings.Replace(l, " deleted", "", 1)
	}
	return out
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d objects, expected %d", len(got), len(want))
	}
	if slices.Equal(got, want) {
		return
	}
	got, want = sorted(got), sorted(want) // columns hold nodes before ways, whatever the order in the block was
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("object %d:\n got %s\nwant %s", i, got[i], want[i])
		}
	}
}

func globShared(t *testing.T, patterns ...string) []string {
	t.Helper()
	var out []string
	for _, p := range patterns {
		found, err := filepath.Glob(filepath.Join(shared.Path(t, "data"), filepath.FromSlash(p)))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, found...)
	}
	if len(out) == 0 {
		t.Fatal("no files match", patterns)
	}
	return out
}

func dumpOracle(s paulmach.Scanner) ([]string, error) {
	defer s.Close()
	var out []string
	for s.Scan() {
		switch o := s.Object().(type) {
		case *paulmach.Node:
			at := "nowhere"
			if math.Abs(o.Lat) <= 90 && math.Abs(o.Lon) <= 180 {
				at = fmt.Sprintf("%.0f,%.0f", math.Round(o.Lon*1e7)+0, math.Round(o.Lat*1e7)+0)
			}
			out = append(out, dumpOracleObject(Nodes, int64(o.ID), o.Version, o.Visible, o.Tags)+" "+at)
		case *paulmach.Way:
			out = append(out, dumpOracleObject(Ways, int64(o.ID), o.Version, o.Visible, o.Tags)+" "+oracleRefs(o.Nodes))
		case *paulmach.Relation:
			members := ""
			for _, m := range o.Members {
				members += fmt.Sprintf(" %c%d=%s", m.Type[0], m.Ref, m.Role)
			}
			out = append(out, dumpOracleObject(Relations, int64(o.ID), o.Version, o.Visible, o.Tags)+" ("+members+" )")
		}
	}
	if err := s.Err(); err != nil && err != io.EOF {
		return nil, err
	}
	return out, nil
}

func oracleRefs(nodes paulmach.WayNodes) string {
	refs, located := make([]int64, len(nodes)), false
	points := make([]geometry.Point, len(nodes))
	for i, n := range nodes {
		refs[i] = int64(n.ID)
		located = located || n.Lat != 0 || n.Lon != 0
		points[i] = geometry.Point{Lon: int32(math.Round(n.Lon * 1e7)), Lat: int32(math.Round(n.Lat * 1e7))}
	}
	if located {
		return fmt.Sprint(refs) + fmt.Sprint(points)
	}
	return fmt.Sprint(refs)
}

func dumpOracleObject(kind Kinds, id int64, version int, visible bool, tags paulmach.Tags) string {
	out := fmt.Sprintf("%s v%d", ObjectName(kind, id), max(0, version))
	if !visible {
		out += " deleted"
	}
	for _, tag := range tags {
		out += fmt.Sprintf(" %s=%q", tag.Key, tag.Value)
	}
	return out
}

// TestFormatsAgree reads one extract in all its forms, which must give the same objects.
func TestFormatsAgree(t *testing.T) {
	plain := dump(t, shared.Path(t, "data/osm/locarno.osm.pbf"), Options{})
	for _, name := range []string{
		"locarno-blob-lz4.osm.pbf", "locarno-blob-lzma.osm.pbf", "locarno-blob-none.osm.pbf", "locarno-blob-zstd.osm.pbf",
		"locarno-bom.osm", "locarno-header-absent.osm.pbf", "locarno-lat-lon-offset.osm.pbf", "locarno-nometa.osm.pbf",
		"locarno-nondense.osm.pbf", "locarno-rawsize-absent.osm.pbf", "locarno-shuffled.osm.pbf",
		"locarno-types-reversed.osm.pbf", "locarno-ids-descending.osm.pbf", "locarno-unknown-blob-type.osm.pbf",
		"locarno-history-flag.osh.pbf", "locarno.osm.bz2", "locarno.osm.gz",
	} {
		t.Run(name, func(t *testing.T) {
			got := dump(t, shared.Path(t, "data/odd/derived/"+name), Options{TempDir: t.TempDir()})
			want := plain
			if strings.Contains(name, "nometa") {
				got, want = withoutVersions(got), withoutVersions(plain)
			}
			if diff := cmp.Diff(sorted(want), sorted(got)); diff != "" {
				t.Error(diff[:min(len(diff), 2000)])
			}
		})
	}
}
