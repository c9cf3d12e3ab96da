package build

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestIssueCodes compares the list with the codes in the source text.
func TestIssueCodes(t *testing.T) {
	code := regexp.MustCompile(`"((?:osm|gtfs|input|link|elevation|street)_[a-z0-9_]+)"`)
	other := []string{"osm_base", "link_m", "street_lamp", "street_areas"} // tags, flags and keys
	found := map[string]bool{}
	for _, folder := range []string{".", "../gtfs", "../osm", "../osm/tags", "../elevation"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal("no sources in", folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || file == "issuecodes.go" {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range code.FindAllSubmatch(text, -1) {
				found[string(m[1])] = true
			}
		}
	}
	maps.DeleteFunc(found, func(c string, _ bool) bool { return slices.Contains(other, c) })
	var listed []string
	for _, c := range IssueCodes() {
		listed = append(listed, c.Code)
		if c.Meaning == "" || !strings.HasSuffix(c.Meaning, ".") {
			t.Errorf("%s: %q is no sentence", c.Code, c.Meaning)
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(found)), listed); diff != "" {
		t.Errorf("build/issuecodes.go lists other codes (+) than the sources report (-): edit the list\n%s", diff)
	}
}

// TestIssueCodesPage compares docs/ISSUES.md with the list; UPDATE_GOLDEN writes it.
func TestIssueCodesPage(t *testing.T) {
	var want strings.Builder
	if err := WriteIssueCodes(&want); err != nil {
		t.Fatal(err)
	}
	page := filepath.Join("..", "docs", "ISSUES.md")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(page, []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), string(got)); diff != "" {
		t.Errorf("docs/ISSUES.md is not what the list makes (make golden writes it)\n%s", diff)
	}
}
