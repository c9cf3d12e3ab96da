package tinkerpop

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// content is all of a graph, edges being listed at both ends.
func content(s Source) (list []Star) {
	for star := range s.Stars() {
		c := Star{Vertex: star.Vertex}
		c.Vertex.Properties = append([]VertexProperty(nil), c.Vertex.Properties...)
		byKey(c.Vertex.Properties)
		c.In, c.Out = append([]Edge(nil), star.In...), append([]Edge(nil), star.Out...)
		byLabel(c.In)
		byLabel(c.Out)
		list = append(list, c)
	}
	return list
}

var sameContent = cmp.Comparer(func(a, b Value) bool { return a == b })

// strange are texts that a format may trip over.
var strange = []string{
	"", "a", "ab", "naïve", "日本", "😀 smile", "\x00\x01\t\n\"\\", strings.Repeat("x", 63), strings.Repeat("x", 64), strings.Repeat("é", 200),
	strings.Repeat("long ", 3000),
}

func drawText(t *rapid.T) string {
	return rapid.OneOf(rapid.String(), rapid.SampledFrom(strange)).Draw(t, "text")
}

// drawValue draws a value of the kinds that all forms have.
func drawValue(t *rapid.T) Value {
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0:
		return BoolOf(rapid.Bool().Draw(t, "bool"))
	case 1:
		return IntOf(rapid.Int32().Draw(t, "int"))
	case 2:
		return LongOf(rapid.Int64().Draw(t, "long"))
	case 3:
		return DoubleOf(rapid.Float64().Draw(t, "double"))
	case 4:
		return FloatOf(rapid.Float32().Draw(t, "float"))
	case 5:
		return Of(Int8, uint64(int64(rapid.Int8().Draw(t, "byte"))), "")
	case 6:
		return Of(Int16, uint64(int64(rapid.Int16().Draw(t, "short"))), "")
	}
	return StringOf(drawText(t))
}

// drawGraph draws a graph with loops, parallel edges, several properties of a key and properties of properties.
func drawGraph(t *rapid.T) *Graph {
	var b Builder
	labels := []string{"road", "rail", "ferry", "ü"}
	keys := rapid.SliceOfNDistinct(rapid.StringN(1, 8, -1), 1, 4, rapid.ID).Draw(t, "keys")
	n := rapid.IntRange(1, 6).Draw(t, "vertices")
	properties := func() (list []Property) {
		for _, k := range keys[:rapid.IntRange(0, len(keys)).Draw(t, "properties")] {
			list = append(list, Property{k, drawValue(t)})
		}
		return list
	}
	next := int64(0)
	for i := range n {
		v := Vertex{ID: LongOf(int64(i)), Label: labels[i%len(labels)]}
		for range rapid.IntRange(0, 4).Draw(t, "vertex properties") {
			p := VertexProperty{ID: LongOf(next), Key: rapid.SampledFrom(keys).Draw(t, "key"), Value: drawValue(t), Meta: properties()}
			v.Properties = append(v.Properties, p)
			next++
		}
		if err := b.AddVertex(&v); err != nil {
			t.Fatal(err)
		}
	}
	end := func() Value { return LongOf(int64(rapid.IntRange(0, n-1).Draw(t, "end"))) }
	for i := range rapid.IntRange(0, 12).Draw(t, "edges") {
		e := Edge{ID: IntOf(int32(i * 37)), Label: rapid.SampledFrom(labels).Draw(t, "label"), Out: end(), In: end(), Properties: properties()}
		b.AddEdge(&e)
	}
	g, err := b.Graph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestRoundTrip: each form with types gives back what was written, through the smallest reads, too.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		for _, f := range forms {
			if f.name == "graphson-untyped" {
				continue
			}
			var out bytes.Buffer
			if err := f.write(&out, g); err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			for _, r := range []io.Reader{bytes.NewReader(out.Bytes()), iotest.OneByteReader(bytes.NewReader(out.Bytes()))} {
				back, err := f.read(context.Background(), r)
				if err != nil {
					t.Fatalf("%s: %v", f.name, err)
				}
				if diff := cmp.Diff(content(g), content(back), sameContent); diff != "" {
					t.Fatalf("%s (-want +got):\n%s", f.name, diff)
				}
			}
		}
	})
}

// TestBetweenForms: a graph is the same through every form.
func TestBetweenForms(t *testing.T) {
	for _, name := range []string{"graphs/tinkerpop-crew-v3.json", "graphs/tinkerpop-sink-v3.json", "graphs/grateful-dead-v3.json.gz"} {
		g := read(t, forms[0], vector(t, name))
		for _, f := range forms {
			if f.name != "graphson-untyped" {
				back := read(t, f, written(t, f, g))
				if v, e := back.Counts(); v != len(g.vertices) || e != len(g.edges) {
					t.Errorf("%s as %s: %d vertices and %d edges", name, f.name, v, e)
				}
			}
		}
	}
}

// small is the graph "modern" of TinkerPop with a property of a property, made here.
func small(t testing.TB) *Graph {
	var b Builder
	add := func(id int32, label, name string) {
		v := Vertex{ID: IntOf(id), Label: label, Properties: []VertexProperty{
			{ID: LongOf(int64(id) * 10), Key: "name", Value: StringOf(name), Meta: []Property{{"since", IntOf(2009)}}},
		}}
		if err := b.AddVertex(&v); err != nil {
			t.Fatal(err)
		}
	}
	add(1, "person", "marko")
	add(2, "person", "vadas")
	add(3, "software", "lop – größer")
	for i, e := range []Edge{
		{Label: "knows", Out: IntOf(1), In: IntOf(2), Properties: []Property{{"weight", DoubleOf(0.5)}}},
		{Label: "created", Out: IntOf(1), In: IntOf(3), Properties: []Property{{"weight", FloatOf(0.25)}, {"ok", BoolOf(true)}}},
		{Label: "self", Out: IntOf(3), In: IntOf(3)},
	} {
		e.ID = LongOf(int64(7 + i))
		b.AddEdge(&e)
	}
	g, err := b.Graph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestTruncated: a file that is cut anywhere gives an error, but where what is left is a whole file of fewer vertices, in
// which then an edge hangs in the air.
func TestTruncated(t *testing.T) {
	g := small(t)
	for _, f := range forms {
		data := written(t, f, g)
		for n := 1; n < len(data); n++ {
			if strings.HasPrefix(f.name, "graphson") && n == len(data)-1 {
				continue // only the last line end is missing
			}
			if _, err := f.read(context.Background(), bytes.NewReader(data[:n])); err == nil {
				t.Errorf("%s: no error for the first %d of %d bytes", f.name, n, len(data))
			}
		}
	}
}

// TestDamaged: bytes that are changed never panic.
func TestDamaged(t *testing.T) {
	g := small(t)
	for _, f := range forms {
		data := written(t, f, g)
		for i := range data {
			for _, b := range []byte{0, 1, 0x7f, 0x80, 0xff, data[i] ^ 1, data[i] ^ 0x80} {
				bad := bytes.Clone(data)
				bad[i] = b
				if back, err := f.read(context.Background(), bytes.NewReader(bad)); err == nil {
					content(back)
				}
			}
		}
	}
}

// TestInputErrors: errors of the stream and of the context come back.
func TestInputErrors(t *testing.T) {
	g := small(t)
	broken := errors.New("broken")
	for _, f := range forms {
		data := written(t, f, g)
		r := io.MultiReader(bytes.NewReader(data[:len(data)/2]), iotest.ErrReader(broken))
		if _, err := f.read(context.Background(), r); !errors.Is(err, broken) {
			t.Errorf("%s: error %v, want that of the stream", f.name, err)
		}
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(broken)
		if _, err := f.read(ctx, bytes.NewReader(data)); !errors.Is(err, broken) {
			t.Errorf("%s: error %v, want that of the context", f.name, err)
		}
		if err := f.write(fullWriter{}, g); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want that of the writer", f.name, err)
		}
	}
}

var errFull = errors.New("full")

type fullWriter struct{}

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

func fuzzForm(f *testing.F, name string, form form) {
	f.Helper()
	var out bytes.Buffer
	if err := form.write(&out, small(f)); err != nil {
		f.Fatal(err)
	}
	f.Add(out.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := form.read(context.Background(), bytes.NewReader(data))
		if err != nil {
			return
		}
		// What was read can be written and read again.
		var again bytes.Buffer
		if form.write(&again, g) != nil {
			return
		}
		back, err := form.read(context.Background(), bytes.NewReader(again.Bytes()))
		if err != nil {
			t.Fatalf("%s: what was read cannot be written and read again: %v", name, err)
		}
		if v, e := back.Counts(); v != len(g.vertices) || e != len(g.edges) {
			t.Fatalf("%s: %d vertices and %d edges, read again %d and %d", name, len(g.vertices), len(g.edges), v, e)
		}
	})
}

func FuzzGraphSON(f *testing.F)    { fuzzForm(f, "graphson", forms[0]) }
func FuzzGraphBinary(f *testing.F) { fuzzForm(f, "graphbinary", forms[2]) }
func FuzzGryo(f *testing.F)        { fuzzForm(f, "gryo", forms[3]) }
