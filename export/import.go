package export

import (
	"bytes"
	"context"
	"errors"
	"io"

	"graphbuild/tinkerpop"
)

// sniffBytes is how much of the beginning of a file ReaderOf needs.
const sniffBytes = 512

// Read is a reader of property graphs.
type Read func(context.Context, io.Reader) (*tinkerpop.Graph, error)

// ReaderOf returns the reader for a file that begins with head, and the format, by content: GraphSON (GraphSON2 where the
// ids have no types), GraphBinary or Gryo.
func ReaderOf(head []byte) (Read, Format, error) {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("gio\x00")):
		return tinkerpop.ReadGryo, Gryo, nil
	case bytes.HasPrefix(head, []byte{0x10, 0x00}):
		return tinkerpop.ReadGraphBinary, GraphBinary, nil
	case isGeoJSON(text[:min(len(text), sniffBytes)]):
		return nil, "", errors.New("the file is GeoJSON, which is not read; expected GraphSON, GraphBinary or Gryo")
	case bytes.HasPrefix(text, []byte("{")):
		if bytes.Contains(text[:min(len(text), sniffBytes)], []byte(`"@type"`)) {
			return tinkerpop.ReadGraphSON, GraphSON, nil
		}
		return tinkerpop.ReadGraphSON, GraphSON2, nil
	case len(head) == 0:
		return nil, "", errors.New("the file is empty")
	case bytes.HasPrefix(text, []byte("<")):
		return nil, "", errors.New("the file is XML: GraphML is written but not read; expected GraphSON, GraphBinary or Gryo")
	}
	return nil, "", errors.New("the file is no graph that is known: expected GraphSON, GraphBinary or Gryo")
}

// isGeoJSON reports whether JSON begins as GeoJSON that goes from program to program, features in a collection or alone.
func isGeoJSON(text []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.Join(bytes.Fields(text), nil), []byte(`{"type":"Feature`))
	return ok && (bytes.HasPrefix(rest, []byte(`"`)) || bytes.HasPrefix(rest, []byte(`Collection"`)))
}
