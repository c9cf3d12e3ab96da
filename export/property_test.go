package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/xml"
	"io"
	"testing"

	"graphbuild/graph"
	"graphbuild/tinkerpop"
)

// TestPropertySource: the counts are right, the edges are those of the graph, and each stands at both of its ends.
func TestPropertySource(t *testing.T) {
	g := town(t)
	s := newPropertySource(g)
	vertices, edges := s.Counts()
	seen := map[int64]tinkerpop.Edge{}
	for e := range s.Edges() {
		seen[e.ID.Int()] = tinkerpop.Edge{ID: e.ID, Label: e.Label, Out: e.Out, In: e.In}
	}
	for e := range g.Edges() {
		x := seen[int64(e.ID())]
		if x.Label != graph.EdgeTypeName(e.Type()) || x.Out != idOf(e.From().ID()) || x.In != idOf(e.To().ID()) {
			t.Errorf("edge %d is %v", e.ID(), x)
		}
		edges--
	}
	if edges != 0 {
		t.Errorf("Counts gives %d edges more than there are", edges)
	}
	in, out := 0, 0
	for star := range s.Stars() {
		vertices--
		for _, e := range star.In {
			if e.In != star.Vertex.ID || seen[e.ID.Int()].Out != e.Out {
				t.Errorf("edge %s into vertex %s comes from %s", e.ID, star.Vertex.ID, e.Out)
			}
			in++
		}
		for _, e := range star.Out {
			if e.Out != star.Vertex.ID || seen[e.ID.Int()].In != e.In {
				t.Errorf("edge %s out of vertex %s runs to %s", e.ID, star.Vertex.ID, e.In)
			}
			out++
		}
	}
	if vertices != 0 || in != len(seen) || out != len(seen) {
		t.Errorf("%d vertices too many; %d edges in and %d out, want %d", vertices, in, out, len(seen))
	}
}

// TestPropertyFormats: what the readers get back has the counts of the graph.
func TestPropertyFormats(t *testing.T) {
	g := town(t)
	wantVertices, wantEdges := newPropertySource(g).Counts()
	for format, read := range map[Format]func(context.Context, io.Reader) (*tinkerpop.Graph, error){
		GraphSON: tinkerpop.ReadGraphSON, GraphSON2: tinkerpop.ReadGraphSON, GraphBinary: tinkerpop.ReadGraphBinary, Gryo: tinkerpop.ReadGryo,
	} {
		back, err := read(t.Context(), bytes.NewReader(exported(t, g, Options{Format: format})))
		if err != nil {
			t.Errorf("%s: %v", format, err)
			continue
		}
		if v, e := back.Counts(); v != wantVertices || e != wantEdges {
			t.Errorf("%s: %d vertices and %d edges, want %d and %d", format, v, e, wantVertices, wantEdges)
		}
	}
}

// TestGraphML: the document is XML, and has the nodes and edges.
func TestGraphML(t *testing.T) {
	g := town(t)
	var doc struct {
		Graph struct {
			Nodes []struct {
				ID   string `xml:"id,attr"`
				Data []struct {
					Key  string `xml:"key,attr"`
					Text string `xml:",chardata"`
				} `xml:"data"`
			} `xml:"node"`
			Edges []struct {
				Source string `xml:"source,attr"`
			} `xml:"edge"`
		} `xml:"graph"`
	}
	if err := xml.Unmarshal(exported(t, g, Options{Format: GraphML}), &doc); err != nil {
		t.Fatal(err)
	}
	vertices, edges := newPropertySource(g).Counts()
	if len(doc.Graph.Nodes) != vertices || len(doc.Graph.Edges) != edges {
		t.Errorf("%d nodes and %d edges, want %d and %d", len(doc.Graph.Nodes), len(doc.Graph.Edges), vertices, edges)
	}
	if d := doc.Graph.Nodes[0].Data; d[0].Key != "labelV" || d[0].Text != "street" || d[1].Key != "v:lon" {
		t.Errorf("data of the first node: %v", d)
	}
}

func TestNeptune(t *testing.T) {
	g := town(t)
	vertices, edges := newPropertySource(g).Counts()
	for layer, want := range map[Layer]int{Vertices: vertices, Edges: edges} {
		rows, err := csv.NewReader(bytes.NewReader(exported(t, g, Options{Format: Neptune, Layers: []Layer{layer}}))).ReadAll()
		if err != nil || len(rows) != want+1 {
			t.Errorf("%s: %d rows, want a header and %d: %v", layer, len(rows), want, err)
		}
	}
}
