package graph_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"graphbuild/graph"
	"graphbuild/internal/samplegraph"
)

// All restrictions one after the other are those that one asks for by number, but for the relation.
func TestRestrictions(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a state")
	}
	g := samplegraph.Open(t)
	n := graph.RestrictionID(0)
	for id, r := range g.Restrictions() {
		want := g.Restriction(id)
		want.RelationID = 0
		if diff := cmp.Diff(want, *r, cmpopts.EquateEmpty()); id != n || diff != "" {
			t.Fatalf("restriction %d, expected %d: %s", id, n, diff)
		}
		n++
	}
	if int(n) != g.NumRestrictions() || n == 0 {
		t.Errorf("%d restrictions of %d", n, g.NumRestrictions())
	}
	for id := range g.Restrictions() {
		if id == 3 {
			break
		}
	}
}

// TestHoldsWithoutTime: only a condition that begins with always holds where nobody says when.
func TestHoldsWithoutTime(t *testing.T) {
	for condition, want := range map[string]bool{
		"": true, "24/7": true, "24/7; 22:00-06:00 off": true, " 24/7 ;Mo off": true,
		"Mo-Fr 07:00-09:00": false, "24/7 off": false, "Mo; 24/7": false, "; Mo-Fr": false, "wet": false,
	} {
		if r := (graph.Restriction{Condition: condition}); r.HoldsWithoutTime() != want {
			t.Errorf("%q: %t, want %t", condition, !want, want)
		}
	}
}
