package export

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
)

// failing is a writer that takes so many writes.
type failing struct{ left int }

var errFull = errors.New("full")

func (f *failing) Write(p []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestContract holds for every format: the same bytes twice, the errors of the writer, and an end when the context ends.
func TestContract(t *testing.T) {
	g := town(t)
	for _, name := range Formats() {
		o := Options{Format: Format(name)}
		if !bytes.Equal(exported(t, g, o), exported(t, g, o)) {
			t.Errorf("%s: two exports differ", name)
		}
		if err := Write(context.Background(), &failing{}, g, o); !errors.Is(err, errFull) {
			t.Errorf("%s: error %v, want that of the writer", name, err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := Write(ctx, io.Discard, g, o); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want that of the context", name, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	g := town(t)
	for _, o := range []Options{
		{}, {Format: "shapefile"}, {Format: GeoJSON, Layers: []Layer{Trips}}, {Format: CSV, Layers: []Layer{Edges, Stops}},
	} {
		if err := Write(context.Background(), io.Discard, g, o); err == nil {
			t.Errorf("%v: no error", o)
		}
	}
}
