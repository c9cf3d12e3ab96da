package wire

import (
	"encoding/json"
	"testing"

	"graphbuild/build"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/graphtest"
	"graphbuild/route"
	"graphbuild/route/transit"
)

// TestChangeTime: from A, at B at 8:10, on to C at 8:15 or 8:30, of which the first leaves 300 s for the change.
func TestChangeTime(t *testing.T) {
	feed := feedtest.Small().
		With("routes", "route_id,agency_id,route_short_name,route_type\nR,AG,1,3\nS,AG,2,3\n").
		With("trips", "route_id,service_id,trip_id\nR,WK,T1\nS,WK,U1\nS,WK,U2\n").
		With("stop_times", `trip_id,arrival_time,departure_time,stop_id,stop_sequence
			T1,08:00:00,08:00:00,A,1
			T1,08:10:00,08:10:00,B,2
			U1,08:15:00,08:15:00,B,1
			U1,08:20:00,08:20:00,C,2
			U2,08:30:00,08:30:00,B,1
			U2,08:35:00,08:35:00,C,2
			`)
	g := graphtest.Open(t, build.Config{Inputs: []build.Input{{Path: feed.ZipFile(t)}}})
	rides := transit.NewRouter(g, route.NewRouter(g))
	search := rides.NewSearch()
	s := &Searcher{Graph: g, Journeys: func() *transit.Search { return search }, Zone: rides.Zone(), Defaults: StandardDefaults()}
	const first, second = "2026-06-03T08:20:00-04:00", "2026-06-03T08:35:00-04:00"
	for member, want := range map[string]string{
		``:                         first,
		`,"change_time_s":0`:       first,
		`,"change_time_s":300`:     first,
		`,"change_time_s":300.001`: second,
		`,"change_time_s":1200`:    second,
		`,"change_time_s":1201`:    "2026-06-04T08:20:00-04:00", // the next day
		`,"change_time_s":86401`:   "bad_request",
		`,"change_time_s":1e300`:   "bad_request",
		`,"change_time_s":-0.5`:    "bad_request",
		`,"change_time_s":"300"`:   "bad_request",
	} {
		query := `{"mode":"transit","from":[-75.55,39.74],"to":[-75.55,39.758],"max_walk_s":60,"depart":"2026-06-03T08:00"` + member + `}`
		a := s.AnswerText(Item{Text: []byte(query), Number: 1}, "line")
		var got struct{ Status, Arrive string }
		if err := json.Unmarshal(a.AppendJSON(nil), &got); err != nil {
			t.Fatal(err)
		}
		if got.Arrive != want && got.Status != want {
			t.Errorf("%s: %+v, expected %s", member, got, want)
		}
	}
}
