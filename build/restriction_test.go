package build

import (
	"fmt"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"graphbuild/geometry"
)

// crossing is node 2 with arms to 1 (west, way 100), 3 (east, 101), 4 (north, 102) and 5 (south, 103).
func crossing() *osmDoc {
	return line(3).node(4, 100, 100).node(5, 100, -100).
		way(100, []int64{1, 2}, road).way(101, []int64{2, 3}, road).way(102, []int64{2, 4}, road).way(103, []int64{5, 2}, road)
}

// restrictionTest is a map with the turn restrictions that come of it, as restrictionsOf lists them, and the issues.
type restrictionTest struct {
	doc    *osmDoc
	want   []string
	issues []string
}

func checkRestrictions(t *testing.T, tests map[string]restrictionTest) {
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tables, issues := tablesFrom(t, Config{Inputs: inputsOf(test.doc.save(t, "a.osm"))})
			if diff := gocmp.Diff(test.want, restrictionsOf(tables)); diff != "" {
				t.Error(diff)
			}
			if diff := gocmp.Diff(test.issues, issuesOf(issues)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestRestrictionsBeyondTheBox says nothing of turns that the box cut off, and all of those within.
func TestRestrictionsBeyondTheBox(t *testing.T) {
	doc := crossing().node(6, 200, 100).node(7, 300, 100).way(104, []int64{3, 6}, road).way(105, []int64{6, 7}, road).
		relation(900, "no_left_turn", "from w100", "via n2", "to w102").
		relation(901, "no_left_turn", "from w101", "via n3", "to w104").
		relation(902, "no_u_turn", "from w101", "via w104", "to w105").
		relation(903, "no_left_turn", "from w104", "via n2", "to w102")
	box := geometry.Box{W: 90005000, E: 90015000, S: 469990000, N: 470010000} // holds node 2 alone
	tables, issues := tablesFrom(t, Config{Inputs: inputsOf(doc.save(t, "a.osm")), BBox: &box})
	if diff := gocmp.Diff([]string{"900 no 100:1-2 102:2-4"}, restrictionsOf(tables)); diff != "" {
		t.Error(diff)
	}
	want := []string{"osm_restriction_not_connected relation/903 way/104 (from) does not touch node/2 (via)"}
	if diff := gocmp.Diff(want, issuesOf(issues)); diff != "" {
		t.Error(diff)
	}
}

func TestRestrictions(t *testing.T) {
	checkRestrictions(t, map[string]restrictionTest{
		"via a node": {crossing().relation(900, "no_left_turn", "from w100", "via n2", "to w102"), []string{"900 no 100:1-2 102:2-4"}, nil},
		"only":       {crossing().relation(900, "only_straight_on", "from w100", "via n2", "to w101"), []string{"900 only 100:1-2 101:2-3"}, nil},
		"u-turn":     {crossing().relation(900, "no_u_turn", "from w100", "via n2", "to w100"), []string{"900 no 100:1-2 100:2-1"}, nil},
		"fan in": {
			crossing().relation(900, "no_entry", "from w100", "from w103", "via n2", "to w102"),
			[]string{"900 no 100:1-2 102:2-4", "900 no 103:5-2 102:2-4"}, nil,
		},
		"from named twice": {
			crossing().relation(900, "no_left_turn", "from w100", "from w100", "via n2", "to w102"),
			[]string{"900 no 100:1-2 102:2-4"}, nil,
		},
		"fan out": {
			crossing().relation(900, "no_exit", "from w100", "via n2", "to w102", "to w103"),
			[]string{"900 no 100:1-2 102:2-4", "900 no 100:1-2 103:2-5"}, nil,
		},
		"from runs through via": {
			line(3).node(4, 100, 100).way(100, []int64{1, 2, 3}, road).way(102, []int64{2, 4}, road).
				relation(900, "no_left_turn", "from w100", "via n2", "to w102"),
			[]string{"900 no 100:1-2 102:2-4", "900 no 100:3-2 102:2-4"}, nil,
		},
		"wrong way of a one-way street": {
			line(3).node(4, 100, 100).way(100, []int64{1, 2, 3}, road, "oneway=yes").way(102, []int64{2, 4}, road).
				relation(900, "no_left_turn", "from w100", "via n2", "to w102"),
			[]string{"900 no 100:1-2 102:2-4"}, nil,
		},
		"via a way": {
			crossing().node(6, 200, 100).way(104, []int64{3, 6}, road).
				relation(900, "no_u_turn", "from w100", "via w101", "to w104"),
			[]string{"900 no 100:1-2 101:2-3 104:3-6"}, nil,
		},
		"via a way that is cut": {
			line(4).node(5, 200, 100).node(6, 300, 100).way(100, []int64{1, 2}, road).way(101, []int64{2, 3, 4}, road).way(102, []int64{3, 5}, road).way(103, []int64{4, 6}, road).
				relation(900, "no_u_turn", "from w100", "via w101", "to w103"),
			[]string{"900 no 100:1-2 101:2-3 101:3-4 103:4-6"}, nil,
		},
		"via two ways": {
			line(5).way(100, []int64{1, 2}, road).way(101, []int64{2, 3}, road).way(102, []int64{4, 3}, road).way(103, []int64{4, 5}, road).
				relation(900, "no_u_turn", "from w100", "via w102", "via w101", "to w103"),
			[]string{"900 no 100:1-2 101:2-3 102:3-4 103:4-5"}, nil,
		},
	})
}

// The turns of a relation are all pairs of its members: many of them cost nothing but an issue.
func TestRestrictionWithManyMembers(t *testing.T) {
	doc, members := crossing(), []string{"via n2", "to w102"}
	for i := range int64(maxRoleMembers + 1) {
		doc.node(200+i, -100, float64(i)).way(200+i, []int64{200 + i, 2}, road)
		members = append(members, fmt.Sprintf("from w%d", 200+i))
	}
	checkRestrictions(t, map[string]restrictionTest{"from": {
		doc.relation(900, "no_entry", members...), nil,
		[]string{"osm_restriction_members relation/900 51 members have the role from, expected at most 50"},
	}})
}

// TestRestrictionOfWaysThatReturn has two ways that visit the via node 15 times each, which makes 900 turns between them.
func TestRestrictionOfWaysThatReturn(t *testing.T) {
	doc := (&osmDoc{}).node(1, 0, 0)
	ways := [2][]int64{}
	for i := range int64(30) {
		doc.node(10+i, 10+float64(i), 10)
		ways[i%2] = append(ways[i%2], 1, 10+i)
	}
	doc.way(100, append(ways[0], 1), road).way(101, append(ways[1], 1), road)
	checkRestrictions(t, map[string]restrictionTest{"stars": {
		doc.relation(900, "no_left_turn", "from w100", "via n1", "to w101"), nil,
		[]string{"osm_restriction_members relation/900 more than 200 turns by way of node/1 (via)"},
	}})
}

func TestUnusableRestrictions(t *testing.T) {
	checkRestrictions(t, map[string]restrictionTest{
		"no to": {
			crossing().relation(900, "no_left_turn", "from w100", "via n2"), nil,
			[]string{"osm_restriction_no_member relation/900 the relation has no member with role to"},
		},
		"via is missing": {
			crossing().relation(900, "no_left_turn", "from w100", "via n999", "to w101"), nil,
			[]string{"osm_restriction_member_missing relation/900 member node/999 (via) is not in the input or on no street"},
		},
		"from is missing": {
			crossing().relation(900, "no_left_turn", "from w888", "via n2", "to w101"), nil,
			[]string{"osm_restriction_member_missing relation/900 member way/888 (from) is not in the input or no street"},
		},
		"from does not touch via": {
			crossing().node(6, 500, 500).node(7, 600, 500).way(105, []int64{6, 7}, road).relation(900, "no_left_turn", "from w105", "via n2", "to w101"), nil,
			[]string{"osm_restriction_not_connected relation/900 way/105 (from) does not touch node/2 (via)"},
		},
		"a node as from": {
			crossing().relation(900, "no_left_turn", "from n1", "via n2", "to w101"), nil,
			[]string{"osm_restriction_member_kind relation/900 member node/1 cannot have the role from"},
		},
		"a way without nodes": {
			crossing().way(999, nil, road).relation(900, "no_left_turn", "from w999", "via n2", "to w101"), nil,
			[]string{"osm_restriction_not_connected relation/900 way/999 (from) does not touch node/2 (via)"},
		},
		"against a one-way street": {
			line(3).way(100, []int64{1, 2}, road).way(101, []int64{3, 2}, road, "oneway=yes").relation(900, "no_straight_on", "from w100", "via n2", "to w101"), nil,
			[]string{"osm_restriction_no_effect relation/900 it forbids what no restricted mode can do from way/100 to way/101"},
		},
		"via way that does not connect": {
			crossing().node(6, 500, 500).node(7, 600, 500).way(105, []int64{6, 7}, road).relation(900, "no_u_turn", "from w100", "via w105", "to w101"), nil,
			[]string{"osm_restriction_not_connected relation/900 no way from way/100 (from) over way/105 (via) to way/101 (to)"},
		},
	})
}

// TestViaWaysWithoutEnd has a relation whose members leave the search for a path no end: it gives up, and says so.
func TestViaWaysWithoutEnd(t *testing.T) {
	const members, length = 50, 1500
	doc := &osmDoc{}
	for i := range int64(length) {
		doc.node(i+1, float64(i), 0)
	}
	var nodes []int64
	for i := range int64(length) {
		nodes = append(nodes, i+1)
	}
	var roles []string
	for i := range int64(members) {
		doc.way(100+i, nodes, road).way(200+i, nodes, road).way(300+i, nodes, road)
		roles = append(roles, fmt.Sprintf("from w%d", 100+i), fmt.Sprintf("via w%d", 200+i), fmt.Sprintf("to w%d", 300+i))
	}
	_, issues := tablesFrom(t, Config{Inputs: inputsOf(doc.relation(900, "no_left_turn", roles...).save(t, "a.osm"))})
	want := []string{"osm_restriction_members relation/900 more than 10000 edges lead over way/200 (via) and the like"}
	if diff := gocmp.Diff(want, issuesOf(issues)); diff != "" {
		t.Error(diff)
	}
}

// TestManyRestrictionsOfALongWay has a way of more nodes than a map may have, and a restriction at each of them.
func TestManyRestrictionsOfALongWay(t *testing.T) {
	const many = 30_000
	doc := line(many)
	var nodes []int64
	for i := range int64(many) {
		nodes = append(nodes, i+1)
	}
	doc.way(1, nodes, road)
	for i := range int64(many) {
		doc.way(2+i, []int64{i + 1, (i+many/2)%many + 1}, road)
	}
	for i := range int64(many) {
		doc.relation(1+i, "no_left_turn", "from w1", fmt.Sprintf("via n%d", i+1), fmt.Sprintf("to w%d", 2+i))
	}
	tables, _ := tablesFrom(t, Config{Inputs: inputsOf(doc.save(t, "a.osm"))})
	if n := tables.Restrictions.Relation.Len(); n != 2*many-2 {
		t.Errorf("%d restrictions, want two at each node but the ends", n)
	}
}
