package tags_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"graphbuild/facts"
	"graphbuild/internal/shared"
	"graphbuild/osm/tags"
)

// acceptanceCase is what the tests read of a case: one way with tags, perhaps a tagged node on it, and who may pass. A case
// of a tag table has Tags, Forward and Backward; a case drawn as a map has Ways and Expect.
type acceptanceCase struct {
	ID       string
	Suite    string
	Mode     string
	Mark     string
	Tags     map[string]string
	Forward  *bool
	Backward *bool
	NodeTags json.RawMessage `json:"node_tags"`
	Ways     []struct{ Tags map[string]string }
	Expect   *struct {
		Kind  string
		Forw  *bool
		Backw *bool
	}
}

// check is one question to the rules: may mode pass in this direction?
type check struct {
	id, suite, mark string
	mode            facts.Mode
	direction       facts.Direction
	way, node       map[string]string
	want            bool
}

var modeNames = map[string]facts.Mode{"walk": facts.Walk, "bike": facts.Bike, "car": facts.Car}

// TestAcceptanceCases asks the rules every question of the shared acceptance cases that tags alone can answer. Universal
// cases must all pass; those that depend on a profile are counted, and listed under -v.
func TestAcceptanceCases(t *testing.T) {
	passed, asked := map[string]int{}, map[string]int{}
	for _, c := range loadChecks(t) {
		group := c.suite + " " + c.mark
		asked[group]++
		if c.passes() == c.want {
			passed[group]++
			continue
		}
		line := fmt.Sprintf("%s %s direction %d: way %v node %v: want %v", c.mark, c.id, c.direction, c.way, c.node, c.want)
		if c.mark == "universal" {
			t.Error(line)
		} else {
			t.Log(line)
		}
	}
	for group, n := range asked {
		t.Logf("%s: %d of %d", group, passed[group], n)
	}
}

func (c check) passes() bool {
	w, ok := tags.WayOf(c.way)
	if !ok || !w.Edge.Modes[c.direction].Has(c.mode) {
		return false
	}
	n, restricts := tags.NodeOf(c.node)
	return !restricts || n.Pass.Has(c.mode)
}

func loadChecks(t *testing.T) []check {
	files, err := filepath.Glob(filepath.Join(shared.Path(t, "cases/cases"), "dev-*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no case files (%v)", err)
	}
	var checks []check
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases []acceptanceCase
		if err := json.Unmarshal(data, &cases); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, c := range cases {
			checks = append(checks, c.checks(t)...)
		}
	}
	return checks
}

// checks returns the questions of a case, none where it needs a router.
func (c *acceptanceCase) checks(t *testing.T) []check {
	base := check{id: c.ID, suite: c.Suite, mark: c.Mark, mode: modeNames[c.Mode], way: c.Tags}
	forward, backward := c.Forward, c.Backward
	switch {
	case c.Expect == nil:
		base.suite = "tags"
		base.node = c.nodeTags(t, false)
	case c.Expect.Kind == "routability":
		base.way, base.node = c.Ways[0].Tags, c.nodeTags(t, true)
		forward, backward = c.Expect.Forw, c.Expect.Backw
	default:
		return nil
	}
	var out []check
	for d, want := range []*bool{forward, backward} {
		if want != nil {
			one := base
			one.direction, one.want = facts.Direction(d), *want
			out = append(out, one)
		}
	}
	return out
}

// nodeTags returns the tags of node c of the map, or of the only node of a tag table.
func (c *acceptanceCase) nodeTags(t *testing.T, byName bool) map[string]string {
	if len(c.NodeTags) == 0 {
		return nil
	}
	var named map[string]map[string]string
	var plain map[string]string
	var err error
	if byName {
		err = json.Unmarshal(c.NodeTags, &named)
		plain = named["c"]
	} else {
		err = json.Unmarshal(c.NodeTags, &plain)
	}
	if err != nil {
		t.Fatalf("%s: node tags: %v", c.ID, err)
	}
	return plain
}
