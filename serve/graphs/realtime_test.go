package graphs

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"graphbuild/graph"
)

// TestRefreshOfBrokenGraph: a graph that can be read no more makes a message of no use, and does not end the service.
func TestRefreshOfBrokenGraph(t *testing.T) {
	file, err := graph.NewGraph(&graph.Tables{})
	if err != nil {
		t.Fatal(err)
	}
	message := filepath.Join(t.TempDir(), "news.pb")
	if err := os.WriteFile(message, []byte("\n\x05\n\x032.0"), 0o666); err != nil {
		t.Fatal(err)
	}
	set := NewSet(nil)
	if err := set.Add(New("town", file, nil, 0)); err != nil {
		t.Fatal(err)
	}
	if err := set.Follow("town", []Feed{{Source: message}}); err != nil {
		t.Fatal(err)
	}
	file.Close()
	if err := set.Refresh(t.Context(), "town", 0, time.Minute); err != nil {
		t.Fatal(err)
	}
	if x := set.Realtime("town")[0]; x.Err == nil || x.Bad != 1 || x.Good != 0 {
		t.Errorf("got %+v, expected the cause", x)
	}
}
