package osrm_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/graph"
	"graphbuild/internal/shared"
)

// TestGolden compares answers about the small map in testdata/golden with those of before. UPDATE_GOLDEN=1 writes them.
func TestGolden(t *testing.T) {
	g, err := graph.Open(filepath.Join(shared.Root(t), "testdata", "golden", "v1.graph"))
	if err != nil {
		t.Fatal(err)
	}
	x := newService(t, g)
	var b bytes.Buffer
	for _, url := range []string{
		"/route/v1/car/8.0053,46.9985;8.02,46.9993?steps=true&overview=full&geometries=geojson&annotations=true&generate_hints=false",
		"/route/v1/foot/8.0054,46.9964;8.0221,46.9978;8.0137,46.9971?steps=true&geometries=polyline6&generate_hints=false",
		"/route/v1/bike/8.0053,46.9985;8.02,46.9993?alternatives=2&generate_hints=false",
		"/table/v1/car/8.0053,46.9985;8.02,46.9993;8.0137,46.9971?annotations=duration,distance&generate_hints=false",
		"/nearest/v1/foot/8.01,46.9978?number=2&generate_hints=false",
		"/route/v1/car/8.006,46.9993",
	} {
		_, body := x.get(url)
		b.WriteString(url + "\n" + strings.ReplaceAll(string(body), "},{", "},\n{") + "\n\n")
	}
	const file = "testdata/golden.txt"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
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
