package build

import (
	"slices"
	"testing"

	"graphbuild/internal/shared"
	"graphbuild/report"
)

// TestFileWithoutRelations makes sure that a sorted file that ends before its relations, as one that was cut off there
// does, is not taken without a word.
func TestFileWithoutRelations(t *testing.T) {
	for name, want := range map[string]bool{"sao-paulo-spo.osm.pbf": true, "locarno.osm.pbf": false} {
		_, issues := tablesFrom(t, Config{Inputs: inputsOf(shared.Path(t, "data/osm/"+name))})
		found := slices.ContainsFunc(issues, func(i report.Issue) bool { return i.Code == "osm_no_relations" })
		if found != want {
			t.Errorf("%s: %v, expected %v", name, found, want)
		}
	}
}
