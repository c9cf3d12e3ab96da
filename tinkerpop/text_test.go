package tinkerpop

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGraphML compares the whole document, and reads it.
func TestGraphML(t *testing.T) {
	var out bytes.Buffer
	if err := WriteGraphML(&out, small(t)); err != nil {
		t.Fatal(err)
	}
	want := `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="labelV" for="node" attr.name="labelV" attr.type="string"/>
<key id="labelE" for="edge" attr.name="labelE" attr.type="string"/>
<key id="v:name" for="node" attr.name="name" attr.type="string"/>
<key id="e:weight" for="edge" attr.name="weight" attr.type="double"/>
<key id="e:ok" for="edge" attr.name="ok" attr.type="boolean"/>
<graph id="G" edgedefault="directed">
<node id="1"><data key="labelV">person</data><data key="v:name">marko</data></node>
<node id="2"><data key="labelV">person</data><data key="v:name">vadas</data></node>
<node id="3"><data key="labelV">software</data><data key="v:name">lop – größer</data></node>
<edge id="7" source="1" target="2"><data key="labelE">knows</data><data key="e:weight">0.5</data></edge>
<edge id="8" source="1" target="3"><data key="labelE">created</data><data key="e:weight">0.25</data><data key="e:ok">true</data></edge>
<edge id="9" source="3" target="3"><data key="labelE">self</data></edge>
</graph>
</graphml>
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

// TestXMLText: a parser gives back what was written.
func TestXMLText(t *testing.T) {
	for _, text := range []string{"<a href=\"x\">&amp;", "tab\tline\nreturn\r", "größer 😀", "]]>"} {
		g := graphmlWriter{newOutput(nil)}
		g.text("<x>")
		g.escaped(text)
		g.text("</x>")
		var back string
		if err := xml.Unmarshal(g.buf, &back); err != nil || back != text {
			t.Errorf("%q reads as %q, %v", text, back, err)
		}
	}
	g := graphmlWriter{newOutput(nil)}
	if g.escaped("a\x00b\xff"); string(g.buf) != "a\ufffdb\ufffd" {
		t.Errorf("%q", g.buf)
	}
}

// TestNeptune compares whole files.
func TestNeptune(t *testing.T) {
	var b Builder
	v := Vertex{ID: StringOf("a,b"), Label: "person", Properties: []VertexProperty{
		{ID: LongOf(1), Key: "name", Value: StringOf("x;y")}, {ID: LongOf(2), Key: "age", Value: IntOf(3)}, {ID: LongOf(3), Key: "name", Value: StringOf("z")},
	}}
	if err := b.AddVertex(&v); err != nil {
		t.Fatal(err)
	}
	b.AddEdge(&Edge{ID: LongOf(9), Label: "knows", Out: v.ID, In: v.ID, Properties: []Property{{"w", DoubleOf(0.5)}, {"born", Of(Date, 0, "")}}})
	g, err := b.Graph()
	if err != nil {
		t.Fatal(err)
	}
	var vertices, edges strings.Builder
	if err := WriteNeptuneVertices(&vertices, g); err != nil {
		t.Fatal(err)
	}
	if err := WriteNeptuneEdges(&edges, g); err != nil {
		t.Fatal(err)
	}
	if want := "~id,~label,name:String[],age:Int\n\"a,b\",person,x\\;y;z,3\n"; vertices.String() != want {
		t.Errorf("vertices:\n%s", vertices.String())
	}
	if want := "~id,~from,~to,~label,w:Double,born:Date\n9,\"a,b\",\"a,b\",knows,0.5,1970-01-01T00:00:00.000Z\n"; edges.String() != want {
		t.Errorf("edges:\n%s", edges.String())
	}
	for _, text := range []string{vertices.String(), edges.String()} {
		if _, err := csv.NewReader(strings.NewReader(text)).ReadAll(); err != nil {
			t.Error(err)
		}
	}
}

// TestBinaryVectors: single values and elements are those of TinkerPop.
func TestBinaryVectors(t *testing.T) {
	for name, v := range map[string]Value{
		"integer": IntOf(123), "long": LongOf(123), "short": Of(Int16, 123, ""), "byte": Of(Int8, 1, ""), "boolean": BoolOf(true),
	} {
		want := AppendBinaryValue(nil, v)
		in := newInput(t.Context(), bytes.NewReader(want))
		if got := in.binaryValue(); got != v || in.err != nil {
			t.Errorf("%s: %v, %v", name, got, in.err)
		}
	}
	for _, name := range []string{"integer", "long", "short", "byte", "double", "float", "uuid", "date"} {
		data := vector(t, "graphbinary-v1/"+name+"-v1.gbin")
		in := newInput(t.Context(), bytes.NewReader(data))
		v := in.binaryValue()
		if !in.atEnd() || in.err != nil || !bytes.Equal(AppendBinaryValue(nil, v), data) {
			t.Errorf("%s: % x reads as %s %s, %v", name, data, v.Kind(), v, in.err)
		}
	}
	e := Edge{ID: IntOf(13), Label: "develops", Out: IntOf(1), In: IntOf(10), Properties: []Property{{"since", IntOf(2009)}}}
	sameBytes(t, AppendBinaryEdge(nil, &e, "software", "person"), vector(t, "graphbinary-v1/edge-v1.gbin"))
	crew := read(t, forms[2], vector(t, "graphbinary-v1/tinkergraph-v1.gbin"))
	v := crew.Vertex(0)
	sameBytes(t, AppendBinaryVertex(nil, &v), vector(t, "graphbinary-v1/vertex-v1.gbin"))
}

// TestRefusesOthers: values that are no graph of version 1.0 are refused.
func TestRefusesOthers(t *testing.T) {
	for _, name := range []string{
		"graphbinary-v1/integer-v1.gbin", "graphbinary-v1/vertex-v1.gbin", "graphbinary-v4/tinker-graph-v4.gbin", "gryo/tinkerpop-sink-v3.kryo",
	} {
		if _, err := ReadGraphBinary(t.Context(), bytes.NewReader(vector(t, name))); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
