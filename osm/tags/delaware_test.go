package tags_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"graphbuild/facts"
	"graphbuild/internal/shared"
	"graphbuild/osm"
	"graphbuild/osm/tags"
)

// tagBlocks returns the tags of all blocks of a file, copied.
func tagBlocks(t testing.TB, path string) []*osm.Block {
	t.Helper()
	f, err := osm.Open(shared.Path(t, path), osm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var blocks []*osm.Block
	err = osm.Scan(context.Background(), f, osm.Nodes|osm.Ways|osm.Relations, copyTags, func(b *osm.Block) error {
		blocks = append(blocks, b)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return blocks
}

func copyTags(b *osm.Block) (*osm.Block, error) {
	c := &osm.Block{Seq: b.Seq}
	for _, s := range b.Strings {
		c.Strings = append(c.Strings, slices.Clone(s))
	}
	clone := func(t osm.Tags) osm.Tags {
		return osm.Tags{Start: slices.Clone(t.Start), Key: slices.Clone(t.Key), Value: slices.Clone(t.Value)}
	}
	c.Nodes.ID, c.Ways.ID, c.Relations.ID = slices.Clone(b.Nodes.ID), slices.Clone(b.Ways.ID), slices.Clone(b.Relations.ID)
	c.Nodes.Tags, c.Ways.Tags, c.Relations.Tags = clone(b.Nodes.Tags), clone(b.Ways.Tags), clone(b.Relations.Tags)
	return c, nil
}

// TestDelaware reads the tags of a whole state: what is found must be near what was counted when the rules were written,
// so that a rule that suddenly takes in or leaves out thousands of ways is seen.
func TestDelaware(t *testing.T) {
	counts := map[string]int{}
	r := tags.NewReader(nil)
	for _, b := range tagBlocks(t, "data/osm/delaware.osm.pbf") {
		r.Block(b)
		for i := range b.Ways.ID {
			counts["ways"]++
			if w, ok := r.Way(i); ok {
				counts["streets"]++
				countWay(counts, &w)
			}
		}
		for i := range b.Nodes.ID {
			if n, ok := r.Node(i); ok {
				counts["node "+n.Barrier]++
			}
		}
		for i := range b.Relations.ID {
			if x, ok := r.Relation(i); ok {
				counts["restrictions"] += len(x.Restrictions)
				counts["relation problems"] += len(x.Problems)
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%7d %s", counts[k], k)
	}
	if n := counts["streets"]; n < 50_000 || n > 55_000 || counts["problem osm_speed_unreadable"] > 100 {
		t.Errorf("%d of %d ways are streets, %d speeds unreadable", counts["streets"], counts["ways"],
			counts["problem osm_speed_unreadable"])
	}
}

func countWay(counts map[string]int, w *tags.Way) {
	for m, name := range []string{"walk", "bike", "car", "bus", "hgv", "wheelchair", "emergency"} {
		if (w.Edge.Modes[0] | w.Edge.Modes[1]).Has(facts.Mode(m)) {
			counts["mode "+name]++
		}
	}
	if w.Edge.Modes[0]&facts.RoutedModes|w.Edge.Modes[1]&facts.RoutedModes == 0 {
		counts["without routed modes"]++
	}
	counts[fmt.Sprintf("class %02d", w.Edge.Class)]++
	if len(w.Conditions) > 0 {
		counts["with conditions"]++
	}
	for _, p := range w.Problems {
		counts["problem "+p.Code]++
	}
	if w.Edge.Flags&facts.SpeedTagged != 0 {
		counts["speed tagged"]++
	}
	if w.Area {
		counts["areas"]++
	}
}

func BenchmarkWays(b *testing.B) {
	blocks := tagBlocks(b, "data/osm/delaware.osm.pbf")
	ways, streets := 0, 0
	r := tags.NewReader(nil)
	b.ReportAllocs()
	for b.Loop() {
		ways, streets = 0, 0
		for _, block := range blocks {
			if len(block.Ways.ID) == 0 {
				continue
			}
			r.Block(block)
			for i := range block.Ways.ID {
				if _, ok := r.Way(i); ok {
					streets++
				}
			}
			ways += len(block.Ways.ID)
		}
	}
	perWay := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(ways)
	b.ReportMetric(perWay, "ns/way")
	b.ReportMetric(float64(streets), "streets")
	b.ReportMetric(float64(ways), "ways")
}
