package build

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"graphbuild/geometry"
	"graphbuild/graph"
)

func TestDurationsAreSharedByLength(t *testing.T) {
	for name, test := range map[string]struct {
		doc  *osmDoc
		want []string
	}{
		"of a way": {
			line(4).way(100, []int64{1, 2, 4}, "route=ferry", "duration=00:20").way(101, []int64{2, 3}, road),
			[]string{"100 1000dm 400s", "100 2000dm 800s"},
		},
		"of a relation": {
			line(4).way(100, []int64{1, 2}, "route=ferry").way(101, []int64{2, 4}, "route=ferry").
				relationOf(7, []string{"type=route", "route=ferry", "duration=00:30"}, " w100", " w101"),
			[]string{"100 1000dm 600s", "101 2000dm 1200s"},
		},
		"of a relation, beside its piers": {
			line(5).way(100, []int64{1, 2}, "route=ferry").way(101, []int64{2, 4}, "route=ferry").way(102, []int64{4, 5}, "man_made=pier").
				relationOf(7, []string{"type=route", "route=ferry", "duration=00:30"}, " w100", "forward w101", "platform w99", " w102"),
			[]string{"100 1000dm 600s", "101 2000dm 1200s"},
		},
		"of a car train": {
			line(4).way(100, []int64{1, 2}, "route=shuttle_train").way(101, []int64{2, 4}, "route=shuttle_train").
				relationOf(7, []string{"type=route", "route=shuttle_train", "duration=30"}, " w100", " w101"),
			[]string{"100 1000dm 600s", "101 2000dm 1200s"},
		},
		"of a relation that is cut": {
			line(4).way(100, []int64{1, 2}, "route=ferry").
				relationOf(7, []string{"type=route", "route=ferry", "duration=00:30"}, " w100", " w101"),
			[]string{"100 1000dm 24s"},
		},
		"of nothing: at the speed of the profile": {
			line(4).way(100, []int64{1, 2, 4}, "route=ferry").way(101, []int64{2, 3}, "route=shuttle_train"),
			[]string{"100 1000dm 24s", "100 2000dm 48s", "101 1000dm 11s"},
		},
		"of nothing, without cars": {
			line(4).way(100, []int64{1, 4}, "route=ferry", "foot=yes").way(101, []int64{2, 3}, road),
			[]string{"100 3000dm 72s"},
		},
		"of nothing, with a speed": {
			line(4).way(100, []int64{1, 4}, "route=ferry", "maxspeed=30"),
			[]string{"100 3000dm 36s"},
		},
		"a way's own goes first": {
			line(4).way(100, []int64{1, 2}, "route=ferry", "duration=5").way(101, []int64{2, 4}, "route=ferry").
				relationOf(7, []string{"type=route", "route=ferry", "duration=00:30"}, " w100", " w101"),
			[]string{"100 1000dm 300s", "101 2000dm 1200s"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			tables, _ := tablesFrom(t, Config{Inputs: inputsOf(test.doc.save(t, "a.osm"))})
			got := durationsOf(tables)
			if diff := gocmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// durationsOf lists the pairs with a time as "WAY LENGTHdm TIMEs".
func durationsOf(tables *graph.Tables) []string {
	var list []string
	for i := range tables.Pairs.DurationPair.Len() {
		pair := tables.Pairs.DurationPair.At(i)
		way := tables.Ways.ID.At(int(tables.Pairs.Way.At(int(pair))))
		list = append(list, fmt.Sprintf("%d %ddm %ds", way, tables.Pairs.LengthDM[pair], tables.Pairs.DurationS.At(i)))
	}
	slices.Sort(list)
	return list
}

// TestPartsOfFerriesTakePartOfTheirTime cuts ferries of 400 m, in 40 minutes, by a box around nodes 1 and 2, and by nodes that
// are not there.
func TestPartsOfFerriesTakePartOfTheirTime(t *testing.T) {
	ferry := []string{"route=ferry", "duration=00:40"}
	relation := []string{"type=route", "route=ferry", "duration=00:40"}
	box := &geometry.Box{W: 89995000, E: 90014000, S: 469990000, N: 470010000}
	for name, test := range map[string]struct {
		doc    *osmDoc
		box    *geometry.Box
		want   []string
		issues []string
	}{
		"a way that leaves the box": {
			line(5).way(100, []int64{1, 2, 3, 4, 5}, ferry...).way(101, []int64{2, 3}, road), box, []string{"100 1000dm 600s", "100 1000dm 600s"}, nil,
		},
		"a relation that leaves the box": {
			line(5).way(100, []int64{1, 2}, "route=ferry").way(101, []int64{2, 4}, "route=ferry").way(102, []int64{4, 5}, "route=ferry").
				relationOf(7, relation, " w100", " w101", " w102"), box, []string{"100 1000dm 600s", "101 2000dm 1200s"}, nil,
		},
		"a way with a node that is not in the input": {
			line(5).way(100, []int64{1, 2, 90}, ferry...), nil, []string{"100 1000dm 24s"},
			[]string{"osm_ferry_incomplete way/100 1 of its nodes are not in the input, so that its duration cannot be shared"},
		},
		"a relation with such a way": {
			line(5).way(100, []int64{1, 2}, "route=ferry").way(101, []int64{2, 3, 90}, "route=ferry").relationOf(7, relation, " w100", " w101"), nil,
			[]string{"100 1000dm 24s", "101 1000dm 24s"},
			[]string{"osm_ferry_incomplete relation/7 1 of its ways are not in the input, so that its duration cannot be shared"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			tables, issues := tablesFrom(t, Config{Inputs: inputsOf(test.doc.save(t, "a.osm")), BBox: test.box})
			if diff := gocmp.Diff(test.want, durationsOf(tables)); diff != "" {
				t.Error(diff)
			}
			told := slices.DeleteFunc(issuesOf(issues), func(i string) bool { return !strings.HasPrefix(i, "osm_ferry") })
			if diff := gocmp.Diff(test.issues, told, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
