package tags

import (
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/osm"
)

// blockOf returns a block whose ways, nodes and relations all have the same tags, object i those of maps[i].
func blockOf(maps []map[string]string) *osm.Block {
	b := &osm.Block{Strings: [][]byte{{}}}
	index := map[string]uint32{}
	intern := func(s string) uint32 {
		if i, ok := index[s]; ok {
			return i
		}
		index[s] = uint32(len(b.Strings))
		b.Strings = append(b.Strings, []byte(s))
		return index[s]
	}
	tags := osm.Tags{Start: []uint32{0}}
	for _, m := range maps {
		keys := make([]string, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		sort.Strings(keys)
		for _, k := range keys {
			tags.Key, tags.Value = append(tags.Key, intern(k)), append(tags.Value, intern(m[k]))
		}
		tags.Start = append(tags.Start, uint32(len(tags.Key)))
	}
	b.Ways.Tags, b.Nodes.Tags, b.Relations.Tags = tags, tags, tags
	return b
}

var readerTexts = []string{
	"highway=primary, name=A, maxspeed=30 mph, access=private",
	"building=yes, name=A",
	"route=ferry, name=A, duration=00:10",
	"highway=primary, ref=7, bicycle:conditional=no @ (May)",
	"railway=platform, level=1, name=B",
	"highway=primary, maxspeed=fast",
	"barrier=bollard",
	"highway=elevator, level=0;2",
	"type=restriction, restriction=no_left_turn, restriction:hgv:conditional=no_u_turn @ (Mo)",
	"type=route, route=ferry, duration=00:20",
	"name=only",
}

// TestReader holds the reader of blocks against the readers of maps, and what it returns against a block that is used
// again.
func TestReader(t *testing.T) {
	var maps []map[string]string
	for _, text := range readerTexts {
		maps = append(maps, parseTags(t, text))
	}
	b := blockOf(maps)
	r := NewReader(nil)
	r.Block(b)
	type all struct {
		Way      Way
		Node     Node
		Relation Relation
		OK       [3]bool
	}
	var got, want []all
	for i, m := range maps {
		var g, w all
		g.Way, g.OK[0] = r.Way(i)
		g.Node, g.OK[1] = r.Node(i)
		g.Relation, g.OK[2] = r.Relation(i)
		w.Way, w.OK[0] = WayOf(m)
		w.Node, w.OK[1] = NodeOf(m)
		w.Relation, w.OK[2] = RestrictionOf(m)
		got, want = append(got, g), append(want, w)
	}
	for _, s := range b.Strings {
		for i := range s {
			s[i] = '#'
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestReaderOfBlockWithoutTags(t *testing.T) {
	r := NewReader(nil)
	r.Block(&osm.Block{})
	if _, ok := r.Node(3); ok {
		t.Error("a node without tags says something")
	}
}

func TestReaderOfProfile(t *testing.T) {
	p := DefaultProfile()
	d := p.Classes["primary"]
	d.KMH = 33
	p.Classes["primary"] = d
	r := NewReader(p)
	r.Block(blockOf([]map[string]string{{"highway": "primary"}}))
	if w, ok := r.Way(0); !ok || w.Edge.Speed[0] != 3300 {
		t.Errorf("way is %+v, want the 33 km/h of the profile", w)
	}
}

func TestWaysThatAreNotStreetsCostNoMemory(t *testing.T) {
	r := NewReader(nil)
	r.Block(blockOf([]map[string]string{
		{"building": "yes", "addr:street": "A", "name": "B"}, {"railway": "rail"}, {"highway": "primary", "maxspeed": "50"},
	}))
	if n := testing.AllocsPerRun(100, func() { r.Way(0); r.Way(1); r.Way(2) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
}
