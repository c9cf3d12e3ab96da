package graph

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/encode"
	"graphbuild/facts"
)

// TestFormatTables compares the tables in FORMAT.md with the schema. UPDATE_GOLDEN=1 writes them.
func TestFormatTables(t *testing.T) {
	const file, begin, end = "../FORMAT.md", "<!-- tables:begin: generated from the schema; do not edit -->\n", "<!-- tables:end -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), begin)
	got, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s lacks %q or %q", file, begin, end)
	}
	schema, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	want := formatTables(schema.Tables())
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(head+begin+want+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// formatTables describes tables in Markdown.
func formatTables(tables []encode.TableInfo) string {
	var b strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&b, "\n**%d `%s`** version %d", t.Number, t.Name, t.Version)
		if t.Critical {
			b.WriteString(", critical")
		}
		b.WriteString("\n\n| column | name | type | unit | hot |\n|---|---|---|---|---|\n")
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "| %d | %s | %s | %s | %s |\n", c.Number, c.Name, c.Type, c.Unit, map[bool]string{true: "yes"}[c.Hot])
		}
	}
	b.WriteString("\n**Types of vertices**:")
	for _, x := range VertexTypes {
		fmt.Fprintf(&b, " %d %s ·", x.Number, x.Name)
	}
	b.WriteString("\n\n**Types of edges**:")
	for _, x := range EdgeTypes {
		fmt.Fprintf(&b, " %d %s ·", x.Number, x.Name)
	}
	b.WriteString("\n\n**Modes**, by bit:")
	for m := range facts.NumModes {
		fmt.Fprintf(&b, " %d %s ·", m, m)
	}
	b.WriteString("\n\n**Road classes**:")
	for c := range facts.NumClasses {
		fmt.Fprintf(&b, " %d %s ·", c, c)
	}
	return strings.ReplaceAll(b.String()+"\n", " ·\n", "\n")
}
