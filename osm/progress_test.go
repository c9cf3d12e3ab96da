package osm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestProgress makes sure that a scan ends with all of its bytes read, and knows what it has met.
func TestProgress(t *testing.T) {
	xml := filepath.Join(t.TempDir(), "a.osm")
	text := `<osm version="0.6"><node id="1" lat="1" lon="1"/><way id="1"><nd ref="1"/></way></osm>`
	if err := os.WriteFile(xml, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(xml, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := dumpFile(f, Nodes|Ways|Relations); err != nil {
		t.Fatal(err)
	}
	done, total := f.Progress()
	if total != int64(len(text)) || done < int64(strings.Index(text, "</way>")) || done > total {
		t.Errorf("%d of %d bytes, expected nearly all of %d", done, total, len(text))
	}
	if !f.Holds(Nodes|Ways) || f.Holds(Relations) {
		t.Error("expected nodes and ways, and no relation")
	}
}

// TestProgressOfPBF counts the blocks that are needed alone.
func TestProgressOfPBF(t *testing.T) {
	w := &pbfWriter{}
	w.sortedHeader()
	for i := range int64(40) {
		w.data(nodeBlock(i + 1))
	}
	w.data(wayBlock(1, 1, 2))
	f, err := Open(write(t, "a.osm.pbf", w.out), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := dumpFile(f, Ways|Relations); err != nil {
		t.Fatal(err)
	}
	done, total := f.Progress()
	if done != total || total == 0 || total > f.Size()/2 {
		t.Errorf("%d of %d bytes, expected those of a few blocks of a file of %d", done, total, f.Size())
	}
	if !f.Holds(Ways) || f.Holds(Relations) {
		t.Error("expected ways and no relation")
	}
}

// TestHoldsOfChanges: what is read whole each time, files of changes and joined ones, tells what it holds as others do.
func TestHoldsOfChanges(t *testing.T) {
	for name, doc := range map[string]string{
		"changes": `<osmChange><create><node id="1" lat="0" lon="0"/><way id="1"/></create></osmChange>`,
		"joined":  `<osm><node id="1" lat="0" lon="0"/></osm><osm><way id="1"/></osm>`,
	} {
		f, err := Open(write(t, "a.osm", []byte(doc)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := dumpFile(f, Nodes|Ways|Relations); err != nil {
			t.Fatal(err)
		}
		if !f.Holds(Nodes|Ways) || f.Holds(Relations) {
			t.Errorf("%s: expected nodes and ways, and no relation", name)
		}
	}
}
