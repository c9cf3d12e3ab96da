package tinkerpop

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestGryoSharesNoProperties has a vertex with many edges of one id, whose properties stand in the file once.
func TestGryoSharesNoProperties(t *testing.T) {
	const properties, edges = 1000, 1000
	star := Star{Vertex: Vertex{ID: LongOf(1), Label: "v"}}
	for i := range edges {
		star.In = append(star.In, Edge{ID: LongOf(7), Label: "e", Out: LongOf(1)})
		if i > 0 {
			continue
		}
		for k := range properties {
			star.In[0].Properties = append(star.In[0].Properties, Property{fmt.Sprintf("key%d", k), BoolOf(true)})
		}
	}
	var file bytes.Buffer
	g := gryoWriter{output: newOutput(&file), strings: map[string]uint64{}}
	g.star(&star)
	if err := g.end(); err != nil {
		t.Fatal(err)
	}
	_, err := ReadGryo(context.Background(), &file)
	if err == nil || !strings.Contains(err.Error(), "more properties than the maps of the vertex hold") {
		t.Errorf("error %v", err)
	}
}

// TestTogether compares both ways of putting items together with a stable sort by the first place of their names.
func TestTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 3*fewItems).Draw(t, "names")
		var list []VertexProperty
		for i, name := range names {
			list = append(list, VertexProperty{ID: LongOf(int64(i)), Key: name})
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(a, b VertexProperty) int { return slices.Index(names, a.Key) - slices.Index(names, b.Key) })
		byKey(list)
		for i := range list {
			if list[i].ID != want[i].ID {
				t.Fatalf("item %d is %v, want %v", i, list[i].ID, want[i].ID)
			}
		}
	})
}

// TestManyEdgesTogether has a vertex with edges of two labels in turn, which must not be moved one by one.
func TestManyEdgesTogether(t *testing.T) {
	edges := make([]Edge, 500_000)
	for i := range edges {
		edges[i].Label = [2]string{"a", "b"}[i%2]
	}
	byLabel(edges)
	if edges[len(edges)/2-1].Label != "a" || edges[len(edges)/2].Label != "b" {
		t.Error("the labels are mixed")
	}
}
