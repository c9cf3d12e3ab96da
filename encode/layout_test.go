package encode

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files")

// goldenFile is a file of version 1 that every later version reads: never rewrite it, add one for a new version.
const goldenFile = "testdata/towns-1.graph"

func compareGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s differs (-want +got):\n%s", path, d)
	}
}

// TestLayout compares a tiny file byte for byte, with what each byte means.
func TestLayout(t *testing.T) {
	f, err := Load(written(t, 5), Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Layout(&out); err != nil {
		t.Fatal(err)
	}
	compareGolden(t, "testdata/layout.txt", out.Bytes())
}

// TestGoldenFile reads a file that an earlier program wrote.
func TestGoldenFile(t *testing.T) {
	if *update {
		if err := os.WriteFile(goldenFile, written(t, 150), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := Open(goldenFile, Options{Verify: VerifyAll})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var a towns
	if err := f.Decode(schemaOf(t, &a, &rivers{})); err != nil {
		t.Fatal(err)
	}
	compareTowns(t, &a, townsOf(150))
}

// TestDeterministic writes the same rows twice.
func TestDeterministic(t *testing.T) {
	if !bytes.Equal(written(t, 400), written(t, 400)) {
		t.Error("two files of the same rows differ")
	}
}

// TestColumnNumbers pins what a change of the order of fields would change.
func TestColumnNumbers(t *testing.T) {
	s := schemaOf(t, &towns{}, &rivers{})
	compareGolden(t, "testdata/types.txt", []byte(listTypes(s.Tables())))
}
