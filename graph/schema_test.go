package graph

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSchemaNumbers: a number or a name is given out once.
func TestSchemaNumbers(t *testing.T) {
	seen := make(map[string]string)
	add := func(list string, number int, name string) {
		for _, key := range []string{fmt.Sprint(list, number), list + name} {
			if other, ok := seen[key]; ok {
				t.Errorf("%s %d %s: %s has it", list, number, name, other)
			}
			seen[key] = name
		}
		if name == "" || number == 0 || strings.ToLower(name) != name {
			t.Errorf("%s %d has name %q", list, number, name)
		}
	}
	for _, x := range tablesOf(new(Tables), new(stored)) {
		add("table", int(x.Number), x.Name)
	}
	for _, x := range VertexTypes {
		add("vertex type", int(x.Number), x.Name)
	}
	for _, x := range EdgeTypes {
		add("edge type", int(x.Number), x.Name)
	}
}

// TestSchemaGolden: what was given out stays. Run with UPDATE_GOLDEN=1 after adding to the schema, and read the diff:
// lines may be added, not changed, unless the version of the table changes.
func TestSchemaGolden(t *testing.T) {
	schema, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, table := range schema.Tables() {
		fmt.Fprintf(&b, "table %d %s version %d critical %v\n", table.Number, table.Name, table.Version, table.Critical)
		for _, c := range table.Columns {
			fmt.Fprintf(&b, "\t%d %s %s unit %q hot %v own %v", c.Number, c.Name, c.Type, c.Unit, c.Hot, c.Own)
			if c.HasDefault {
				fmt.Fprintf(&b, " default %q", c.Default)
			}
			b.WriteByte('\n')
		}
	}
	for _, x := range VertexTypes {
		fmt.Fprintf(&b, "vertex type %d %s\n", x.Number, x.Name)
	}
	for _, x := range EdgeTypes {
		fmt.Fprintf(&b, "edge type %d %s\n", x.Number, x.Name)
	}
	const file = "testdata/schema.txt"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), b.String()); d != "" {
		t.Error(d)
	}
}
