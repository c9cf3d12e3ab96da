package build

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnparsedConditions(t *testing.T) {
	d := &osmDoc{}
	d.node(1, 0, 0).node(2, 100, 0).node(3, 200, 0)
	d.way(10, []int64{1, 2}, "highway=residential", "motor_vehicle:conditional=no @ (Mo-Fr 07:00-09:00)")
	d.way(11, []int64{2, 3}, "highway=residential", "motor_vehicle:conditional=no @ (wet); no @ (Sa)", "access=yes")
	d.way(12, []int64{1, 3}, "highway=residential", "motor_vehicle:conditional=no @ (Su,PH)")
	d.relationOf(20, []string{"type=restriction", "restriction:conditional=no_straight_on @ (weight>7)"}, "from w10", "via n2", "to w11")
	d.relationOf(21, []string{"type=restriction", "restriction:conditional=no_straight_on @ (Sa)"}, "from w11", "via n2", "to w10")
	tables, issues := tablesFrom(t, Config{Inputs: inputsOf(d.save(t, "town.osm"))})
	got := map[string]string{}
	for _, i := range issues {
		if i.Code == "osm_condition_unparsed" || i.Code == "osm_condition_holidays" {
			got[i.Object] = i.Message
		}
	}
	want := map[string]string{
		"way/11":      "no @ (wet); no @ (Sa) is no condition of time that is understood",
		"way/12":      "no @ (Su,PH) names public holidays, which are not known",
		"relation/20": "weight>7 is no condition of time that is understood",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if n := tables.Restrictions.Condition.Len(); n != 2 {
		t.Errorf("%d restrictions are kept, want 2", n)
	}
}
