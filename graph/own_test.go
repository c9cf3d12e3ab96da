package graph

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"graphbuild/encode"
)

// witness is a table that notes when it learns its graph.
type witness struct {
	Value encode.Col[uint8] `col:"value"`
	tell  func(*Graph) error
}

func (w *witness) AttachGraph(g *Graph) error { return w.tell(g) }

// TestAttachOrder: tables of callers learn the graph when it is complete, in the order of the file.
func TestAttachOrder(t *testing.T) {
	tables := randomTables(71, 40)
	own := func(number uint16, name string, w *witness) encode.Table {
		return encode.Table{Number: number, Name: name, Version: 1, Row: w}
	}
	row := func() *witness { return &witness{Value: encode.ColOf([]uint8{1, 2, 3})} }
	data := written(t, tables, WriteOptions{Own: []encode.Table{own(0x8001, "b", row()), own(0x8005, "a", row())}})
	var order []string
	note := func(name string) *witness {
		return &witness{tell: func(g *Graph) error {
			order = append(order, name)
			if v := g.Vertex(0); v.Graph() != g || g.NumPairs() == 0 || len(slices.Collect(v.Out())) == 0 {
				return errors.New("the graph is not complete")
			}
			return nil
		}}
	}
	// The numbers and the order of the reader are others.
	g, err := Load(data, Own(own(0x9000, "absent", note("absent")), own(0x8000, "a", note("a"))), Own(own(0x8002, "b", note("b"))))
	if err != nil {
		t.Fatal(err)
	}
	g.Close()
	if want := []string{"b", "a", "absent"}; !slices.Equal(order, want) {
		t.Errorf("attached in the order %v, want %v", order, want)
	}
	refuse := &witness{tell: func(*Graph) error { return ErrNotFound }}
	if _, err := Load(data, Own(own(0x8000, "a", refuse))); !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "table a") {
		t.Errorf("an error of AttachGraph gives %v", err)
	}
}

// TestOwnClashes: what does not go together is refused by name.
func TestOwnClashes(t *testing.T) {
	tables := randomTables(72, 20)
	for name, own := range map[string][]encode.Table{
		"edge noise":  {{Number: 99, Name: "edge noise", Version: 1, Row: new(noise)}},
		"pairs":       {{Number: 0x8000, Name: "pairs", Version: 1, Row: new(noise)}},
		"same number": {{Number: 0x8000, Name: "noise", Version: 1, Row: new(noise)}, {Number: 0x8000, Name: "same number", Version: 1, Row: new(noise)}},
	} {
		if _, err := Write(discard{}, tables, WriteOptions{Own: own}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: written with error %v", name, err)
		}
		if _, err := Load(written(t, tables, WriteOptions{}), Own(own...)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: read with error %v", name, err)
		}
	}
}

// TestVersions: of a newer file a higher minor version opens, a higher major one is refused by both numbers; tables that are
// not known are skipped and listed, or refused by name where they are critical.
func TestVersions(t *testing.T) {
	tables := randomTables(73, 20)
	file := func(own encode.Table, major, minor uint16) []byte {
		n := &noise{DB: encode.ColOf([]uint8{40, 50})}
		own.Version, own.Row = 1, n
		data := written(t, tables, WriteOptions{Own: []encode.Table{own}})
		binary.LittleEndian.PutUint16(data[8:], major)
		binary.LittleEndian.PutUint16(data[10:], minor)
		repairFooter(data)
		return data
	}
	optional := encode.Table{Number: 0x8000, Name: "quiet"}
	critical := encode.Table{Number: 0x8000, Name: "loud", Critical: true}
	g, err := Load(file(optional, encode.VersionMajor, encode.VersionMinor+7), Verify(encode.VerifyAll))
	if err != nil {
		t.Fatalf("a higher minor version: %v", err)
	}
	if u := g.File().Unknown(); len(u) != 1 || u[0].Name != "quiet" {
		t.Errorf("skipped tables: %v", u)
	}
	if _, minor := g.Format(); minor != encode.VersionMinor+7 {
		t.Errorf("minor version %d", minor)
	}
	_, err = Load(file(optional, encode.VersionMajor+1, 3))
	if !errors.Is(err, encode.ErrVersion) || !strings.Contains(err.Error(), "2.3") || !strings.Contains(err.Error(), "reads 1") {
		t.Errorf("a higher major version: %v", err)
	}
	_, err = Load(file(critical, encode.VersionMajor, encode.VersionMinor))
	if !errors.Is(err, encode.ErrUnknownTable) || !strings.Contains(err.Error(), "loud") {
		t.Errorf("a critical table that is not known: %v", err)
	}
}
