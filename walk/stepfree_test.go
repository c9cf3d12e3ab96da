package walk_test

import (
	"fmt"
	"testing"

	"graphbuild/geometry"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/feedtest"
	"graphbuild/walk"
)

// TestEntranceWithoutWheels: of two entrances to a platform the feed says of the near one that no wheelchair gets from it to
// the platforms. On foot people take that one, and the walk counts as none for wheels.
func TestEntranceWithoutWheels(t *testing.T) {
	m := asciimap.Draw(t, 100, "O-N---F-X")
	m.Way("ONFX", "highway=residential")
	row := func(id rune, at geometry.Point, kind int, parent string, wheels int) string {
		lon, lat := at.Degrees()
		return fmt.Sprintf("%c,x,%.7f,%.7f,%d,%s,%d\n", id, lat, lon, kind, parent, wheels)
	}
	stops := "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding\n" +
		row('O', m.At('O'), 0, "", 1) + row('X', m.At('X'), 0, "", 1) + row('S', m.At('N'), 1, "", 1) + row('P', m.At('N'), 0, "S", 1) +
		row('N', m.At('N'), 2, "S", 2) + row('F', m.At('F'), 2, "S", 1)
	feed := feedtest.Small().With("stops", stops).With("trips", "route_id,service_id,trip_id\nR,WK,T1\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,O,1\nT1,08:10:00,08:10:00,P,2\nT1,08:20:00,08:20:00,X,3\n").
		With("pathways", "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,traversal_time\nW1,N,P,1,1,10\nW2,F,P,1,1,20\n")
	g := buildGraph(t, m.File(), feed.ZipFile(t))
	n := walk.NewNetwork(g)
	p, err := g.StopByID("P")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ wheelchair, backward bool }{{}, {false, true}, {true, false}, {true, true}} {
		got, _ := n.NewSearch().FromPoint(m.At('O'), walk.Options{LimitS: 3600, Wheelchair: x.wheelchair, Backward: x.backward})
		want := walk.StraightS(200) + 10
		if x.wheelchair {
			want = walk.StraightS(600) + 20
		}
		found := false
		for _, r := range got {
			if r.Stop != p.Number() {
				continue
			}
			found = true
			if r.S < want-1 || r.S > want+1 || r.StepFree != x.wheelchair {
				t.Errorf("%+v: at the platform after %d s, free of steps %t, want %d, %t", x, r.S, r.StepFree, want, x.wheelchair)
			}
		}
		if !found {
			t.Errorf("%+v: the platform was not reached", x)
		}
	}
}
