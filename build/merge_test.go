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
