package yamldoc_test

import (
	"testing"

	"go.yaml.in/yaml/v3"

	"graphbuild/internal/yamldoc"
)

func TestTop(t *testing.T) {
	for _, tt := range []struct{ name, text, err string }{
		{"empty", "", ""},
		{"a comment", "# nothing\n", ""},
		{"one", "a: 1\n", ""},
		{"one that ends", "---\na: 1\n...\n", ""},
		{"two", "a: 1\n---\nb: 2\n", "more than one document (a line ---), expected one"},
		{"two, the second broken", "a: 1\n---\n{", "more than one document (a line ---), expected one"},
		{"a tab", "a:\n\tb: 1\n", "line 2 begins with a tab, expected spaces"},
		{"broken", "a: {\n", "line 1: did not find expected node content"},
	} {
		n, err := yamldoc.Top([]byte(tt.text))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.err {
			t.Errorf("%s: error %q, want %q", tt.name, got, tt.err)
		}
		if isMap := n != nil && n.Kind == yaml.MappingNode; isMap != (tt.name == "one" || tt.name == "one that ends") {
			t.Errorf("%s: %+v", tt.name, n)
		}
	}
}

func TestTarget(t *testing.T) {
	n, err := yamldoc.Top([]byte("a: &x [1, 2]\nb: *x\n"))
	if err != nil {
		t.Fatal(err)
	}
	if b := yamldoc.Target(n.Content[3]); b != n.Content[1] || yamldoc.Target(b) != b {
		t.Errorf("b is %+v, want a", b)
	}
}
