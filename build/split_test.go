package build

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"graphbuild/geometry"
	"graphbuild/internal/feedtest"
)

const road = "highway=residential"

// line adds nodes 1 to n, 100 m apart from west to east.
func line(n int64) *osmDoc {
	d := &osmDoc{}
	for id := int64(1); id <= n; id++ {
		d.node(id, float64(100*(id-1)), 0)
	}
	return d
}

func TestSplit(t *testing.T) {
	for name, test := range map[string]struct {
		doc    *osmDoc
		want   []string
		issues []string
	}{
		"one way": {line(3).way(100, []int64{1, 2, 3}, road), []string{"100 1-3 +1 200m"}, nil},
		"ways that meet inside": {
			line(3).node(4, 100, 100).way(100, []int64{1, 2, 3}, road).way(101, []int64{2, 4}, road),
			[]string{"100 1-2 +0 100m", "100 2-3 +0 100m", "101 2-4 +0 100m"}, nil,
		},
		"a way that crosses itself": {
			line(3).node(4, 200, 100).node(5, 100, 100).way(100, []int64{1, 2, 3, 4, 5, 2}, road),
			[]string{"100 1-2 +0 100m", "100 2-4 +1 200m", "100 4-2 +1 200m"}, nil,
		},
		"a ring that nothing joins": {
			line(2).node(3, 100, 100).node(4, 0, 100).way(100, []int64{1, 2, 3, 4, 1}, road),
			[]string{"100 1-3 +1 200m", "100 3-1 +1 200m"}, nil,
		},
		"there and back": {line(2).way(100, []int64{1, 2, 1}, road), []string{"100 1-2 +0 100m", "100 2-1 +0 100m"}, nil},
		"repeated nodes": {line(3).way(100, []int64{1, 1, 2, 2, 2, 3, 3}, road), []string{"100 1-3 +1 200m"}, nil},
		"repeated at the start of a ring": {
			line(2).node(3, 100, 100).way(100, []int64{1, 1, 1, 2, 3, 3, 1, 1}, road),
			[]string{"100 1-2 +0 100m", "100 2-1 +1 241m"}, nil,
		},
		"one node alone": {line(2).way(100, []int64{1, 1}, road).way(101, []int64{1, 2}, road), []string{"101 1-2 +0 100m"}, nil},
		"two nodes at one place": {
			line(2).node(3, 100, 0).node(4, 200, 0).way(100, []int64{1, 2}, road).way(101, []int64{2, 3}, road).way(102, []int64{3, 4}, road),
			[]string{"100 1-2 +0 100m", "101 2-3 +0 0m", "102 3-4 +0 100m"}, nil,
		},
		"nodes that are missing": {
			line(6).way(100, []int64{1, 2, 90, 3, 91, 92, 93, 4, 5}, road),
			[]string{"100 1-2 +0 100m", "100 4-5 +0 100m"},
			[]string{"osm_way_missing_nodes way/100 4 of 9 nodes of the way are not in the input: node/90, node/91, node/92, ..."},
		},
		"a barrier inside": {
			line(2).node(3, 200, 0, "barrier=bollard").node(4, 300, 0).way(100, []int64{1, 2, 3, 4}, road),
			[]string{"100 1-3 +1 200m", "100 3-4 +0 100m"}, nil,
		},
		"ids below zero": {
			(&osmDoc{}).node(-1, 0, 0).node(-2, 100, 0).way(-10, []int64{-1, -2}, road), []string{"-10 -1--2 +0 100m"}, nil,
		},
		"a building": {line(3).way(100, []int64{1, 2, 3, 1}, "building=yes").way(101, []int64{1, 2}, road), []string{"101 1-2 +0 100m"}, nil},
		"the 180th meridian": {
			(&osmDoc{}).nodeAt(1, 179.999, 0).nodeAt(2, -179.999, 0).way(100, []int64{1, 2}, road), []string{"100 1-2 +0 222m"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			tables, issues := tablesFrom(t, Config{Inputs: inputsOf(test.doc.save(t, "a.osm"))})
			got := streetsOf(tables)
			slices.Sort(got)
			if diff := gocmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := gocmp.Diff(test.issues, issuesOf(issues)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBoxKeepsWhatReachesIn(t *testing.T) {
	doc := line(4).way(100, []int64{1, 2}, road).way(101, []int64{2, 3}, road).way(102, []int64{3, 4}, road)
	box := geometry.Box{W: 90005000, E: 90015000, S: 469990000, N: 470010000} // holds node 2 alone
	tables, _ := tablesFrom(t, Config{Inputs: inputsOf(doc.save(t, "a.osm")), BBox: &box})
	got := streetsOf(tables)
	slices.Sort(got)
	if diff := gocmp.Diff([]string{"100 1-2 +0 100m", "101 2-3 +0 100m"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestPruneDropsSmallIslands(t *testing.T) {
	doc := line(4).way(100, []int64{1, 2}, road).way(101, []int64{2, 3}, road).node(8, 0, 50).node(9, 50, 50).way(102, []int64{8, 9}, road)
	path := doc.save(t, "a.osm")
	for prune, want := range map[int]string{0: "100 101 102", 2: "100 101 102", 3: "100 101"} {
		tables, _ := tablesFrom(t, Config{Inputs: inputsOf(path), Prune: prune})
		var ways []string
		for _, s := range streetsOf(tables) {
			ways = append(ways, s[:3])
		}
		slices.Sort(ways)
		if got := strings.Join(ways, " "); got != want {
			t.Errorf("prune %d keeps %q, want %q", prune, got, want)
		}
	}
}

// TestPruneKeepsFerriesAndStops has four islands of two vertices, north of each other: a street, a ferry, a street with a
// stop 80 m away, and one with a stop 120 m away, which is too far to be tied to it.
func TestPruneKeepsFerriesAndStops(t *testing.T) {
	doc := line(3).way(100, []int64{1, 2}, road).way(101, []int64{2, 3}, road)
	for i, tag := range []string{road, "route=ferry", road, road} {
		from, north := int64(10+2*i), float64(1000*(i+1))
		doc.node(from, 0, north).node(from+1, 500, north).way(int64(110+i), []int64{from, from + 1}, tag)
	}
	stops := fmt.Sprintf("stop_id,stop_name,stop_lat,stop_lon\nA,A,%.7f,9.003\nB,B,%.7f,9.003\nC,C,48,9\n", 47+3080/111_195.08, 47+4120/111_195.08)
	feed := Input{Path: feedtest.Small().With("stops", stops).Folder(t), Kind: GTFS, Label: "f"}
	tables, _ := tablesFrom(t, Config{Inputs: append(inputsOf(doc.save(t, "a.osm")), feed), Prune: 3})
	var ways []string
	for _, s := range streetsOf(tables) {
		ways = append(ways, s[:3])
	}
	slices.Sort(ways)
	if got, want := strings.Join(ways, " "), "100 101 111 112"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
}

// TestPiecesMakeUpTheirWays draws ways over few nodes, some of them missing, so that they meet, turn back and repeat
// nodes in all ways: put together again, the pieces are the ways, and no piece ends where it starts.
func TestPiecesMakeUpTheirWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const nodes = 6
		r := newRun(Config{})
		r.nodes.id = make([]int64, nodes)
		for slot := range nodes {
			r.nodes.point = append(r.nodes.point, geometry.Point{Lon: int32(slot)})
		}
		for _, slot := range rapid.SliceOfN(rapid.IntRange(0, nodes-1), 0, 2).Draw(t, "missing") {
			r.nodes.point[slot] = noPoint
		}
		ways := rapid.SliceOfN(rapid.SliceOfN(rapid.Uint32Range(0, nodes-1), 1, 12), 1, 4).Draw(t, "ways")
		r.ways.refStart = []int{0}
		for _, w := range ways {
			r.ways.id = append(r.ways.id, int64(len(r.ways.id)))
			r.slots = append(r.slots, w...)
			r.ways.refStart = append(r.ways.refStart, len(r.slots))
		}
		if err := r.split(t.Context()); err != nil {
			t.Fatal(err)
		}
		checkPieces(t, r)
	})
}

// checkPieces puts the pieces together again: steps from node to node, repeats left out, must be those of the ways.
func checkPieces(t *rapid.T, r *run) {
	var got, want []uint32
	for p := range r.pieces.way {
		first, last := r.pieces.first[p], r.pieces.last[p]
		if r.slots[first] == r.slots[last] {
			t.Fatalf("piece %d starts and ends at %d", p, r.slots[first])
		}
		for slot := range r.innerSlots(uint32(p)) {
			if r.nodes.use[slot]&usedVertex != 0 {
				t.Fatalf("piece %d runs over the vertex %d", p, slot)
			}
		}
		got = appendSteps(got, r.slots[first:last+1])
	}
	for w := range r.ways.id {
		for first, last := range r.runsOf(w) {
			want = appendSteps(want, r.slots[first:last+1])
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("steps %v, want %v", got, want)
	}
}

func appendSteps(steps, line []uint32) []uint32 {
	for i := 1; i < len(line); i++ {
		if line[i] != line[i-1] {
			steps = append(steps, line[i-1], line[i])
		}
	}
	return steps
}

// TestStreetOfManyTurnsRoundTheEarth has a street longer than the column of lengths can hold.
func TestStreetOfManyTurnsRoundTheEarth(t *testing.T) {
	doc := &osmDoc{}
	var nodes []int64
	for i := range int64(41) {
		doc.nodeAt(i+1, -90+180*float64(i%2), float64(i)/1e3)
		nodes = append(nodes, i+1)
	}
	tables, issues := tablesFrom(t, Config{Inputs: inputsOf(doc.way(100, nodes, road).save(t, "a.osm"))})
	if got := streetsOf(tables); len(got) != 1 || got[0] != "100 1-41 +39 40030229m" {
		t.Errorf("got %q", got)
	}
	want := []string{"osm_street_too_long way/100 a stretch of the street is longer than once round the Earth, 40030 km"}
	if diff := gocmp.Diff(want, issuesOf(issues)); diff != "" {
		t.Error(diff)
	}
}
