package encode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReaderFromTheDescription compares with docs/reader, which is written from FORMAT.md alone: every row of every type
// of column.
func TestReaderFromTheDescription(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	const rows = 400
	path := filepath.Join(t.TempDir(), "towns.graph")
	if err := os.WriteFile(path, written(t, rows), 0o600); err != nil {
		t.Fatal(err)
	}
	a := townsOf(rows)
	for column, row := range map[string]func(i int) any{
		"population": func(i int) any { return a.Population.At(i) },
		"height":     func(i int) any { return a.Height.At(i) },
		"founded":    func(i int) any { return a.Founded.At(i) },
		"name":       func(i int) any { return a.Name.At(i) },
		"county":     func(i int) any { return a.County.At(i) },
		"roads":      func(i int) any { return a.Roads.AppendRow([]uint16{}, i) },
		"harbour":    func(i int) any { return a.Harbour.At(i) },
		"degrees":    func(i int) any { return degreesRow(a, i) },
		"records":    func(i int) any { x, y, z := a.Records.At3(i); return []uint32{x, y, z} },
		"points":     func(i int) any { lat, lon := a.Points.At(i); return []int32{lat, lon} },
	} {
		out, err := exec.Command(python, "../docs/reader/graphfile.py", path, "towns", column).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", column, err, out)
		}
		var want []any
		for i := range rows {
			want = append(want, throughJSON(row(i)))
		}
		var got []any
		for line := range strings.Lines(string(out)) {
			var v any
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatal(err)
			}
			got = append(got, v)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", column, d)
		}
	}
}

func degreesRow(a *towns, i int) []uint32 {
	x, y, z, w := a.Degrees.At(i)
	flag := uint32(0)
	if a.Degrees.Flag(i) {
		flag = 1
	}
	return []uint32{x, y, z, w, flag}
}

// throughJSON gives numbers the type that JSON gives them.
func throughJSON(v any) (out any) {
	b, _ := json.Marshal(v)
	json.Unmarshal(b, &out)
	return out
}

// TestReaderComparesBlocks: docs/reader reads a section of several blocks, and tells which one is damaged.
func TestReaderComparesBlocks(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	var out bytes.Buffer
	if _, err := schemaOf(t, spread(5000), &rivers{}).Write(&out); err != nil {
		t.Fatal(err)
	}
	data := out.Bytes()
	f, err := Load(data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := sectionNamed(t, f, "points").Offset + sumBlock
	path := filepath.Join(t.TempDir(), "towns.graph")
	for _, bad := range []bool{false, true} {
		data[at+77] ^= map[bool]byte{true: 8}[bad]
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		text, err := exec.Command(python, "../docs/reader/graphfile.py", path, "towns", "points").CombinedOutput()
		told := strings.Contains(string(text), fmt.Sprintf("block 1 at byte %d is wrong", at))
		if (err != nil) != bad || told != bad || !bad && strings.Count(string(text), "\n") != 5000 {
			t.Errorf("damaged %v: error %v, %.200s", bad, err, text)
		}
	}
}
