package build

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/osm"
)

// versioned is an object of some kind in a map, in two forms that make different graphs, the first of which is kept where
// both are of one version; "gone" is deleted, "useless" nothing that the graph is made of.
type versioned struct {
	before, after string            // what stands around the object, which has a place in the order of the file
	head, tail    string            // of its element, around the version and the attributes
	forms         map[string]string // inside of the element; of a node attributes too
	code          string            // of the issue about equal versions that differ
}

func (v versioned) element(version int, form string) string {
	if form == "gone" {
		return fmt.Sprintf(`<%s version="%d" visible="false"/>`, v.head, version)
	}
	return fmt.Sprintf(`<%s version="%d" %s</%s>`+"\n", v.head, version, v.forms[form], v.tail)
}

func versionedKinds() map[string]versioned {
	nodes := line(4).node(8, 100, 50).node(9, 100, -50).String()
	ways := (&osmDoc{}).way(100, []int64{1, 2, 3}, road).way(102, []int64{2, 4}, road).way(103, []int64{5, 3}, road).String()
	at := func(eastM float64) string { return fmt.Sprintf(`lon="%.7f" lat="47">`, 9+eastM/75_834.77) }
	refs := func(ids ...int64) string {
		text := (&osmDoc{}).way(1, ids).String()
		return strings.TrimSuffix(text[strings.Index(text, ">"):], "</way>\n")
	}
	turn := func(members ...string) string {
		text := (&osmDoc{}).relation(1, "no_left_turn", members...).String()
		return strings.TrimSuffix(text[strings.Index(text, ">"):], "</relation>\n")
	}
	const fence = `<tag k="barrier" v="fence"/>`
	node := versioned{before: nodes, after: ways, head: `node id="5"`, tail: "node", code: "osm_node_versions_differ"}
	way := versioned{before: nodes + node.element(1, "gone") + ways, head: `way id="200"`, tail: "way", code: "osm_way_versions_differ"}
	relation := versioned{before: way.before, head: `relation id="900"`, tail: "relation", code: "osm_relation_versions_differ"}
	with := func(v versioned, a, b, useless string) versioned {
		v.forms = map[string]string{"a": a, "b": b, "useless": useless}
		return v
	}
	area := way
	area.after = relation.before[len(way.before):] + (&osmDoc{}).relationOf(900, []string{"type=multipolygon", "highway=pedestrian"}, "outer w200").String()
	return map[string]versioned{
		"node":             with(node, at(300), at(400), at(300)),
		"tags of a node":   with(node, at(300)+`<tag k="barrier" v="bollard"/>`, at(300), at(300)),
		"street":           with(way, refs(1, 8, 3)+xmlTags([]string{road}), refs(1, 9)+xmlTags([]string{road}), refs(1, 8, 3)+xmlTags([]string{"building=yes"})),
		"tags of a street": with(way, refs(1, 3)+xmlTags([]string{road, "name=A"}), refs(1, 3)+xmlTags([]string{road, "name=B"}), refs(1, 3)),
		"condition":        with(way, refs(1, 3)+xmlTags([]string{road, "access:conditional=no @ (Mo)"}), refs(1, 3)+xmlTags([]string{road, "access:conditional=no @ (Tu)"}), refs(1, 3)),
		"wall":             with(way, refs(8, 2, 9)+fence, refs(8, 9)+fence, refs(8, 2, 9)),
		"ring":             with(area, refs(1, 8, 3, 9, 1), refs(1, 8, 3, 1), refs()),
		"relation":         with(relation, turn("from w100", "via n2", "to w102"), turn("from w100", "to w102"), ">"+xmlTags([]string{"type=site"})),
		"tags of relation": with(relation, turn("from w100", "via n2", "to w102"), strings.Replace(turn("from w100", "via n2", "to w102"), "no_left", "only_left", 1), ">"),
	}
}

// TestVersions builds an object that is there several times, of each kind and in each arrangement: one version counts, the
// graph is the same to the byte as that of this one alone, and equal versions that differ are counted once.
func TestVersions(t *testing.T) {
	alone := map[string][]string{} // by kind and form
	for scenario, test := range map[string]struct {
		versions string // each a number and a form
		want     string
		differ   int
	}{
		"newer":                 {"1 a, 2 b", "b", 0},
		"of three":              {"1 a, 2 a, 3 b", "b", 0},
		"deleted":               {"1 a, 2 gone", "gone", 0},
		"deleted and back":      {"1 a, 2 gone, 3 b", "b", 0},
		"useless":               {"1 a, 2 useless", "useless", 0},
		"useless and back":      {"1 a, 2 useless, 3 b", "b", 0},
		"twice":                 {"1 a, 1 a", "a", 0},
		"twice, and an older":   {"1 b, 2 a, 2 a", "a", 0},
		"equal":                 {"1 a, 1 b", "a", 1},
		"equal thrice":          {"1 a, 1 b, 1 a", "a", 1},
		"equal, and a newer":    {"1 a, 1 b, 2 b", "b", 0},
		"equal, and an older":   {"1 b, 2 b, 2 a", "a", 1},
		"equal, one is deleted": {"1 gone, 1 a", "a", 1},
		"without versions":      {"0 b, 0 a", "a", 1},
	} {
		for kind, v := range versionedKinds() {
			t.Run(kind+"/"+scenario, func(t *testing.T) {
				var elements []string
				for _, x := range strings.Split(test.versions, ", ") {
					version, form, _ := strings.Cut(x, " ")
					elements = append(elements, v.element(int(version[0]-'0'), form))
				}
				want, ok := alone[kind+test.want]
				if !ok {
					want, _ = versionBytes(t, v.files(t, []string{v.element(1, test.want)})["one file"], "")
					alone[kind+test.want] = want
				}
				for form, files := range v.files(t, elements) {
					got, differ := versionBytes(t, files, v.code)
					if diff := gocmp.Diff(want, got); diff != "" {
						t.Errorf("%s: %s", form, diff)
					}
					if differ != test.differ {
						t.Errorf("%s: %d issues %s, want %d", form, differ, v.code, test.differ)
					}
				}
			})
		}
	}
}

// files saves the map with these elements in several arrangements.
func (v versioned) files(t *testing.T, elements []string) map[string][]string {
	save := func(elements ...string) string {
		return (&osmDoc{}).add(v.before+strings.Join(elements, "")+v.after).save(t, "a.osm")
	}
	var each, reversed []string
	for _, e := range elements {
		each, reversed = append(each, save(e)), append([]string{e}, reversed...)
	}
	one := save(elements...)
	return map[string][]string{
		"one file": {one}, "reversed": {save(reversed...)}, "a file each": each,
		"sorted": {sortedPBF(t, one, 1000)}, "sorted, a block each": {sortedPBF(t, one, 1)},
	}
}

func (d *osmDoc) add(text string) *osmDoc {
	d.WriteString(text)
	return d
}

// versionBytes builds a graph without provenance and counts the issues of a code.
func versionBytes(t *testing.T, files []string, code string) (content []string, count int) {
	t.Helper()
	tables, issues := tablesFrom(t, Config{Inputs: inputsOf(files...)})
	tables.Meta = graph.Meta{} // names the inputs
	var b bytes.Buffer
	info, err := graph.Write(&b, tables, graph.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	content = append(streetsOf(tables), restrictionsOf(tables)...)
	for _, s := range info.Sections {
		content = append(content, fmt.Sprintf("%s.%s %x", s.Table, s.Column, s.CRC))
	}
	for _, i := range issues {
		if i.Code == code {
			count++
		}
	}
	return append(content, fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))), count
}

// TestVersionsOfAFileReadAnew has a way among the nodes of a file that says it is sorted, which shows when the ways have been
// read already: they are read once more, and their issues told once.
func TestVersionsOfAFileReadAnew(t *testing.T) {
	doc := line(50).way(90, []int64{1, 2}, road).way(100, []int64{2, 3}, road).way(100, []int64{2, 4}, road)
	all, table := objectsOf(t, doc.save(t, "a.osm"))
	early := slices.IndexFunc(all, func(o object) bool { return o.kind == osm.Ways })
	all = slices.Insert(slices.Delete(slices.Clone(all), early, early+1), 7, all[early])
	tables, issues := tablesFrom(t, Config{Inputs: inputsOf(savePBF(t, table, slices.Collect(slices.Chunk(all, 1))))})
	got := streetsOf(tables)
	slices.Sort(got)
	if diff := gocmp.Diff([]string{"100 2-3 +0 100m", "90 1-2 +0 100m"}, got); diff != "" {
		t.Error(diff)
	}
	codes := map[string]int{}
	for _, i := range issues {
		codes[i.Code]++
	}
	if codes["osm_order_claim"] != 1 || codes["osm_way_versions_differ"] != 1 {
		t.Errorf("issues %v", codes)
	}
}

// TestPlainNodesLeaveNoFacts: nearly all nodes come once and say nothing, and must not take the memory of those that do.
func TestPlainNodesLeaveNoFacts(t *testing.T) {
	for _, inAnyOrder := range []bool{false, true} {
		nodes := nodeTable{point: []geometry.Point{noPoint}, arrivals: newArrivals(1, inAnyOrder)}
		nodes.store(nodeEdition{point: geometry.Point{Lon: 1, Lat: 2}, version: 3})
		nodes.store(nodeEdition{point: geometry.Point{Lon: 1, Lat: 2}, version: 3})
		if len(nodes.facts) != 0 || len(nodes.arrivals.equal) != 0 {
			t.Errorf("in any order %v: %d facts, %d to compare", inAnyOrder, len(nodes.facts), len(nodes.arrivals.equal))
		}
	}
}
