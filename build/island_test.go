package build

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/report"
)

// TestIslands has a square, a street that leads out of it and one that leads in, an island, and a street through from the
// square to a trap by way of a one-way street.
func TestIslands(t *testing.T) {
	d := &osmDoc{}
	d.node(1, 0, 0).node(2, 100, 0).node(3, 100, 100).node(4, 0, 100)
	d.way(10, []int64{1, 2, 3, 4, 1}, "highway=residential")
	d.node(5, 200, 0).node(6, 300, 0).way(11, []int64{2, 5}, "highway=motorway").way(12, []int64{5, 6}, "highway=residential")
	d.node(7, -100, 0).way(13, []int64{7, 1}, "highway=motorway")
	d.node(8, 0, 500).node(9, 100, 500).way(14, []int64{8, 9}, "highway=service")
	d.node(20, 0, 600).node(21, 100, 600).way(15, []int64{20, 21}, "highway=footway")
	d.node(22, 200, 300).way(16, []int64{3, 22}, "highway=motorway").way(17, []int64{22, 4}, "highway=motorway")
	_, issues := tablesFrom(t, Config{Inputs: inputsOf(d.save(t, "town.osm"))})
	var got []string
	for _, i := range issues {
		if i.Code == "street_island" || i.Code == "street_trap" || i.Code == "street_island_no_entry" {
			got = append(got, fmt.Sprint(i.Code, " ", i.Object, " ", i.Message, " ", i.Severity == report.Info && i.Located))
		}
	}
	slices.Sort(got)
	want := []string{
		"street_island node/21 walk: cannot be reached from the other streets, nor left (vertices: 2) true",
		"street_island node/6 walk, bike: cannot be reached from the other streets, nor left (vertices: 2) true",
		"street_island node/9 walk, bike, car: cannot be reached from the other streets, nor left (vertices: 2) true",
		"street_island_no_entry node/7 car: can be left, but not reached (vertices: 1) true",
		"street_trap node/6 car: can be reached, but not left (vertices: 2) true",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestStoredIssues(t *testing.T) {
	var list []report.Issue
	for range 3 * maxStoredInfo {
		list = append(list, report.Issue{Code: "a", Severity: report.Info}, report.Issue{Code: "b", Severity: report.Warning})
	}
	if n := len(storedIssues(list)); n != 4*maxStoredInfo {
		t.Errorf("%d issues are stored, want %d", n, 4*maxStoredInfo)
	}
	if len(list) != 6*maxStoredInfo {
		t.Error("the list has changed")
	}
}
