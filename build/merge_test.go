package build

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

func TestVersionsOfWays(t *testing.T) {
	base := func() *osmDoc { return line(4) }
	for name, test := range map[string]struct {
		a, b   *osmDoc
		want   []string
		issues []string
	}{
		"same in both": {
			base().way(100, []int64{1, 2}, road), base().way(100, []int64{1, 2}, road).node(9, 0, 0), []string{"100 1-2 +0 100m"}, nil,
		},
		"join at a shared node": {
			base().way(100, []int64{1, 2}, road), base().way(101, []int64{2, 3}, road), []string{"100 1-2 +0 100m", "101 2-3 +0 100m"}, nil,
		},
		"newer wins": {
			base().wayVersion(100, 3, []int64{1, 2, 3}, road), base().wayVersion(100, 4, []int64{1, 2}, road), []string{"100 1-2 +0 100m"}, nil,
		},
		"no street any more": {
			base().wayVersion(100, 3, []int64{1, 2}, road).way(101, []int64{3, 4}, road), base().wayVersion(100, 4, []int64{1, 2}, "building=yes"),
			[]string{"101 3-4 +0 100m"}, nil,
		},
		"equal versions, one clipped": {
			base().way(100, []int64{1, 2}, road), base().way(100, []int64{1, 2, 3}, road), []string{"100 1-3 +1 200m"},
			[]string{"osm_way_versions_differ way/100 version 1 is there more than once with different content"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := test.a.save(t, "a.osm"), test.b.save(t, "b.osm")
			for _, in := range [][]Input{inputsOf(a, b), inputsOf(b, a)} {
				tables, issues := tablesFrom(t, Config{Inputs: in})
				got := streetsOf(tables)
				slices.Sort(got)
				if diff := gocmp.Diff(test.want, got); diff != "" {
					t.Error(diff)
				}
				if diff := gocmp.Diff(test.issues, issuesOf(issues)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

func TestVersionsOfNodes(t *testing.T) {
	at := func(id int64, version int, eastM float64, more string) string {
		return fmt.Sprintf(`<node id="%d" version="%d" lon="%.7f" lat="47" %s/>`, id, version, 9+eastM/75_834.77, more)
	}
	way := `<way id="100" version="1"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="service"/></way>`
	one := at(1, 1, 0, "")
	for name, test := range map[string]struct{ nodes, want string }{
		"newer wins":             {at(2, 2, 100, "") + at(2, 1, 500, "") + at(3, 1, 200, ""), "100 1-3 +1 200m"},
		"newer first or last":    {at(2, 1, 500, "") + at(2, 2, 100, "") + at(3, 1, 200, ""), "100 1-3 +1 200m"},
		"deleted at last":        {at(2, 1, 100, "") + at(3, 1, 200, "") + at(3, 2, 200, `visible="false"`), "100 1-2 +0 100m"},
		"deleted and back again": {at(2, 1, 100, "") + at(3, 2, 0, `visible="false"`) + at(3, 3, 200, ""), "100 1-3 +1 200m"},
		"equal, the western one": {at(2, 1, 100, "") + at(3, 1, 300, "") + at(3, 1, 200, ""), "100 1-3 +1 200m"},
	} {
		t.Run(name, func(t *testing.T) {
			path := saveFile(t, "a.osm", "<osm version='0.6'>"+one+test.nodes+way+"</osm>")
			tables, _ := tablesFrom(t, Config{Inputs: inputsOf(path)})
			if got := strings.Join(streetsOf(tables), "\n"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestVersionsOfRelations takes the newest version of a relation, also where that is no turn restriction any more.
func TestVersionsOfRelations(t *testing.T) {
	relation := func(version int, kind string) string {
		return fmt.Sprintf(`<relation id="900" version="%d"><member type="way" ref="100" role="from"/><member type="node" ref="2" role="via"/>`+
			`<member type="way" ref="102" role="to"/><tag k="type" v="restriction"/>%s</relation>`, version, kind)
	}
	const left = `<tag k="restriction" v="no_left_turn"/>`
	for name, test := range map[string]struct {
		a, b string
		want []string
	}{
		"still one":        {relation(1, left), relation(2, left), []string{"900 no 100:1-2 102:2-4"}},
		"deleted":          {relation(1, left), `<relation id="900" version="2" visible="false"/>`, nil},
		"another type":     {relation(1, left), `<relation id="900" version="2"><tag k="type" v="site"/></relation>`, nil},
		"another and back": {`<relation id="900" version="2"/>`, relation(3, left), []string{"900 no 100:1-2 102:2-4"}},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := crossing(), crossing()
			a.WriteString(test.a)
			b.WriteString(test.b)
			for _, in := range [][]Input{inputsOf(a.save(t, "a.osm"), b.save(t, "b.osm")), inputsOf(b.save(t, "b.osm"), a.save(t, "a.osm"))} {
				tables, _ := tablesFrom(t, Config{Inputs: in})
				if diff := gocmp.Diff(test.want, restrictionsOf(tables)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
}

// TestVersionsOfNodeTags takes the tags of the newest version, also where both come one after the other.
func TestVersionsOfNodeTags(t *testing.T) {
	at := func(version int, tags string) string {
		return fmt.Sprintf(`<node id="2" version="%d" lon="9.001" lat="47">%s</node>`, version, tags)
	}
	const fence = `<tag k="barrier" v="fence"/>`
	for name, test := range map[string]struct {
		nodes  string
		closed bool
	}{
		"plain, then closed":  {at(1, "") + at(2, fence), true},
		"closed, then plain":  {at(1, fence) + at(2, ""), false},
		"closed twice":        {at(1, fence) + at(2, fence), true},
		"newer first, closed": {at(2, fence) + at(1, ""), true},
		"newer first, plain":  {at(2, "") + at(1, fence), false},
	} {
		t.Run(name, func(t *testing.T) {
			doc := line(3).way(100, []int64{1, 2, 3}, road)
			text := strings.Replace(doc.String(), "<way", strings.Replace(test.nodes, `id="2"`, `id="4"`, -1)+"<way", 1)
			text = strings.Replace(text, `<nd ref="2"/>`, `<nd ref="4"/>`, 1)
			tables, _ := tablesFrom(t, Config{Inputs: inputsOf(saveFile(t, "a.osm", "<osm version='0.6'>"+text+"</osm>"))})
			if closed := tables.Access.Vertex.Len() == 1; closed != test.closed {
				t.Errorf("closed %v, want %v", closed, test.closed)
			}
		})
	}
}
