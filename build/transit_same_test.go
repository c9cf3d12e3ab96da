package build

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"graphbuild/graph"
	"graphbuild/internal/feedtest"
)

// Stops of two feeds with one name are a group where they are near each other, those of one feed never are.
func TestSameStops(t *testing.T) {
	a := feedtest.Small().With("stops", "stop_id,stop_name,stop_lat,stop_lon\nA,Main St.,39.70,-75.55\nB,Main St,39.7001,-75.55\nC,Park,39.72,-75.55\n")
	b := feedtest.Small().With("stops", "stop_id,stop_name,stop_lat,stop_lon\nA,MAIN ST,39.701,-75.55\nB,Park,39.80,-75.55\nC,Mill,39.72,-75.55\n")
	tables, _ := transitOf(t, a, b)
	const none = graph.NoStop
	if d := cmp.Diff([]graph.StopID{0, 0, none, 0, none, none}, tables.Stops.Same.Slice()); d != "" {
		t.Error(d)
	}
	g, err := graph.NewGraph(tables)
	if err != nil {
		t.Fatal(err)
	}
	var ids []graph.StopID
	for _, s := range g.Stop(1).Equivalents() {
		ids = append(ids, s.Number())
	}
	if d := cmp.Diff([]graph.StopID{0, 3}, ids); d != "" {
		t.Error(d)
	}
	if len(g.Stop(2).Equivalents()) != 0 {
		t.Error("a stop alone has equivalents")
	}
	alone, _ := transitOf(t, a)
	if alone.Stops.Same.Len() != 0 {
		t.Error("stops of one feed are grouped")
	}
}

// Very many stops of one name in one place take no quadratic time, and an issue tells of it.
func TestSameStopsOfOneName(t *testing.T) {
	var text strings.Builder
	text.WriteString("stop_id,stop_name,stop_lat,stop_lon\n")
	for i := range 5_000 {
		fmt.Fprintf(&text, "S%d,Bus Stop,39.70,%.4f\n", i, -75-float64(i)/1e4)
	}
	feed := feedtest.Small().With("stops", text.String()).With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n")
	tables, issues := transitOf(t, feed, feed)
	if !slices.Contains(codes(issues), codeSameName+" :0") {
		t.Error("no issue", codeSameName)
	}
	if same := tables.Stops.Same.At(5_000); same != 0 {
		t.Errorf("the first stop of the second feed is the same as %d, want 0", same)
	}
}
