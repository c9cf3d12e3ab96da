package graph

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

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
	want := formatTables(schema.Tables(), meaningsOf(t))
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(head+begin+want+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := gocmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestEveryColumnHasAMeaning: the comment at the field of a column says it, and FORMAT.md repeats it.
func TestEveryColumnHasAMeaning(t *testing.T) {
	schema, err := Schema()
	if err != nil {
		t.Fatal(err)
	}
	all := meaningsOf(t)
	for _, table := range schema.Tables() {
		if all[table.Name] == "" {
			t.Errorf("%s: its struct has no comment", table.Name)
		}
		for _, c := range table.Columns {
			if all[table.Name+"."+c.Name] == "" {
				t.Errorf("%s.%s: its field has no comment", table.Name, c.Name)
			}
		}
	}
}

// meaningsOf returns the comments of the structs of all tables, by table, and of the fields of all columns, by table and column.
func meaningsOf(t *testing.T) map[string]string {
	t.Helper()
	fields := make(map[string]map[string]string) // by struct and column
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				if x, ok := s.(*ast.TypeSpec).Type.(*ast.StructType); ok {
					name := s.(*ast.TypeSpec).Name.Name
					fields[name] = columnComments(x, withoutName(oneLine(g.Doc), name))
				}
			}
		}
	}
	out, tableOf := make(map[string]string), make(map[string]string)
	for _, table := range tablesOf(new(Tables), new(stored)) {
		tableOf[reflect.TypeOf(table.Row).Elem().Name()] = table.Name
	}
	for _, table := range tablesOf(new(Tables), new(stored)) {
		for column, text := range fields[reflect.TypeOf(table.Row).Elem().Name()] {
			out[strings.TrimSuffix(table.Name+"."+column, ".")] = inWordsOfTheFile(text, tableOf)
		}
	}
	return out
}

func oneLine(c *ast.CommentGroup) string { return strings.Join(strings.Fields(c.Text()), " ") }

// columnComments returns the comments of the columns of a struct and, without name, that of the struct, in the words of the file.
func columnComments(s *ast.StructType, doc string) map[string]string {
	out := map[string]string{"": doc}
	column := make(map[string]string) // by field
	for _, f := range s.Fields.List {
		if f.Tag == nil || len(f.Names) != 1 {
			continue
		}
		tag, _ := strconv.Unquote(f.Tag.Value)
		name, _, _ := strings.Cut(reflect.StructTag(tag).Get("col"), ",")
		column[f.Names[0].Name] = name
		out[name] = strings.TrimSpace(oneLine(f.Doc) + " " + oneLine(f.Comment))
	}
	for name, text := range out {
		out[name] = withoutName(inWordsOfTheFile(text, column), name)
	}
	return out
}

var capital = regexp.MustCompile(`\b[A-Z][A-Za-z]*[a-z][A-Za-z]*\b`)

// inWordsOfTheFile replaces the names of fields and of constants for what is missing.
func inWordsOfTheFile(text string, column map[string]string) string {
	text = capital.ReplaceAllStringFunc(text, func(word string) string {
		switch {
		case word == "NoTime" || word == "NoCoordinate":
			return "-2^31"
		case strings.HasPrefix(word, "No") && len(word) > 3:
			return "2^32-1"
		}
		return cmp.Or(column[word], word)
	})
	return strings.ReplaceAll(text, "|", "\\|")
}

// withoutName strips the name that a comment begins with, and the full stop of a single sentence.
func withoutName(text, name string) string {
	text = strings.TrimPrefix(text, name+" ")
	text = strings.TrimPrefix(strings.TrimPrefix(text, "is "), "are ")
	if strings.Count(text, ". ") == 0 && !strings.HasSuffix(text, "..") {
		text = strings.TrimSuffix(text, ".")
	}
	return text
}

// formatTables describes tables in Markdown.
func formatTables(tables []encode.TableInfo, meaning map[string]string) string {
	var b strings.Builder
	for _, t := range tables {
		fmt.Fprintf(&b, "\n**%d `%s`** version %d", t.Number, t.Name, t.Version)
		if t.Critical {
			b.WriteString(", critical")
		}
		fmt.Fprintf(&b, ": %s", meaning[t.Name])
		b.WriteString("\n\n| column | name | type | unit | | default | meaning |\n|---|---|---|---|---|---|---|\n")
		for _, c := range t.Columns {
			fmt.Fprintf(&b, "| %d | %s | %s | %s | %s | %s | %s |\n", c.Number, c.Name, c.Type, c.Unit, marksOf(c), defaultOf(c), meaning[t.Name+"."+c.Name])
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
		fmt.Fprintf(&b, " %d %s ·", c, cmp.Or(fmt.Sprint(c), "none"))
	}
	return strings.ReplaceAll(b.String()+"\n", " ·\n", "\n")
}

// marksOf returns what a column is marked as.
func marksOf(c encode.ColumnInfo) string {
	var marks []string
	if c.Hot {
		marks = append(marks, "hot")
	}
	if c.Own {
		marks = append(marks, "own")
	}
	return strings.Join(marks, ", ")
}

func defaultOf(c encode.ColumnInfo) string {
	switch {
	case !c.HasDefault:
		return ""
	case c.Default == "":
		return "empty"
	case c.Default == "4294967295":
		return "2^32-1"
	case c.Default == "-9223372036854775808":
		return "-2^63"
	}
	return c.Default
}
