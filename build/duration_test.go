package build

import (
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
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
			var got []string
			for i := range tables.Pairs.DurationPair.Len() {
				pair := tables.Pairs.DurationPair.At(i)
				way := tables.Ways.ID.At(int(tables.Pairs.Way.At(int(pair))))
				got = append(got, fmt.Sprintf("%d %ddm %ds", way, tables.Pairs.LengthDM[pair], tables.Pairs.DurationS.At(i)))
			}
			slices.Sort(got)
			if diff := gocmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
