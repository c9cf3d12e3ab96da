package transit

import (
	"fmt"
	"strings"
	"testing"

	"graphbuild/build"
	"graphbuild/internal/feedtest"
	"graphbuild/route"
)

// TestTooManyTransfers: one row of transfers.txt between stations of thousands of stops is refused, before there is a change for
// each two of these.
func TestTooManyTransfers(t *testing.T) {
	var stops strings.Builder
	stops.WriteString("stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nS,Station,0,10,1,\n")
	for i := range 5000 {
		fmt.Fprintf(&stops, "P%d,x,%.3f,10,0,S\n", i, float64(i)/100) // too far from each other to walk
	}
	feed := feedtest.Small().With("stops", stops.String()).With("trips", "route_id,service_id,trip_id\nR,WK,T1\n").
		With("stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT1,08:00:00,08:00:00,P1,1\nT1,08:10:00,08:10:00,P2,2\n").
		With("transfers", "from_stop_id,to_stop_id,transfer_type\nS,S,0\n")
	g, err := buildGraph([]build.Input{{Path: feed.ZipFile(t)}})
	if err != nil {
		t.Fatal(err)
	}
	err = NewRouter(g, route.NewRouter(g)).Prepare()
	if err == nil || !strings.Contains(err.Error(), "from S to S, which has 5000 x 5000") {
		t.Errorf("got %v, want an error that names the row", err)
	}
}
