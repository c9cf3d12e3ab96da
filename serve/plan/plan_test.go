package plan_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"graphbuild/graph"
	"graphbuild/internal/servetest"
	"graphbuild/route"
	"graphbuild/route/transit"
	"graphbuild/serve"
	"graphbuild/wire"
)

// TestPlansAreThoseOfTheCommand compares 500 journeys between stops, asked by GET and by POST, with those of a search of one's own.
func TestPlansAreThoseOfTheCommand(t *testing.T) {
	s := servetest.Sample(t, serve.Options{})
	g, release, err := s.Set.Acquire("")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	rides := transit.NewRouter(g.File, route.NewRouter(g.File))
	search := rides.NewSearch()
	k := wire.Searcher{Graph: g.File, Journeys: func() *transit.Search { return search }, Zone: rides.Zone(), Defaults: wire.StandardDefaults()}
	r := rand.New(rand.NewPCG(3, 3))
	stop := func() string {
		at := string(wire.AppendPosition(nil, g.File.PointOf(g.File.FirstStop()+graph.VertexID(r.IntN(g.File.NumStops())))))
		return strings.Trim(at, "[]")
	}
	ok := 0
	for i := range 500 {
		from, to, when := stop(), stop(), fmt.Sprintf("2026-06-%02dT%02d:%02d", 1+r.IntN(28), 5+r.IntN(18), r.IntN(60))
		name, transfers, window, change := []string{"depart", "arrive"}[i%2], r.IntN(5), 900*r.IntN(3), 150*r.IntN(3)
		query := fmt.Sprintf(`{"mode":"transit","from":[%s],"to":[%s],"%s":"%s","max_transfers":%d,"window_s":%d,"change_time_s":%d,"wheelchair":%v}`,
			from, to, name, when, transfers, window, change, i%3 == 0)
		q, err := wire.Read([]byte(query))
		if err != nil {
			t.Fatal(err)
		}
		a := k.Answer(&q)
		want := string(a.AppendJSON(nil)) + "\n"
		path := fmt.Sprintf("/plan/v1?from=%s&to=%s&%s=%s&max_transfers=%d&window_s=%d&change_time_s=%d&wheelchair=%v",
			from, to, name, when, transfers, window, change, i%3 == 0)
		if status, got := s.Get(path); status != 200 || got != want {
			t.Fatalf("%s: %d %.300s, expected %.300s", path, status, got, want)
		}
		if status, got := s.Post("/plan/v1", "application/json", query); status != 200 || got != want {
			t.Fatalf("%s: %d %.300s, expected %.300s", query, status, got, want)
		}
		ok += strings.Count(want[:20], `"ok"`)
	}
	if ok < 250 {
		t.Errorf("only %d of 500 queries have a journey", ok)
	}
}

func TestErrors(t *testing.T) {
	s := servetest.Sample(t, serve.Options{})
	const good = "from=-75.55,39.74&to=-75.56,39.75"
	for _, c := range []struct {
		query  string
		status int
		want   string
	}{
		{good + "&time=2026-06-03T08:00&arriveBy=true", 200, `{"status":`},
		{good + "&time=2026-06-03T08:00", 200, `{"status":`},
		{"from=0,0&to=0,0&depart=2026-06-03T08:00", 200, `{"status":"no_snap"`},
		{good + "&depart=2026-06-03T08:00&access=bike", 200, `{"status":`},
		{good + "&depart=2026-06-03T08:00&bike_aboard=true", 200, `{"status":`},
		{good + "&depart=2026-06-03T08:00&bike_aboard=true&access=walk", 400, `bike_aboard with access walk`},
		{good + "&depart=2026-06-03T08:00&bike_aboard=tandem", 400, `expected true or false`},
		{good + "&depart=2026-06-03T08:00&access=rocket", 400, `"code":"InvalidQuery"`},
		{good, 400, `{"code":"InvalidQuery","message":"mode transit: expected either a time to depart or one to arrive`},
		{good + "&depart=2026-06-03T08:00&arrive=2026-06-03T08:00", 400, `"code":"InvalidQuery"`},
		{good + "&depart=noon", 400, `"message":"time \"noon\": expected a time such as 2026-01-31T08:00"`},
		{good + "&depart=2026-06-03T08:00&time=2026-06-03T09:00", 400, `"message":"time \"2026-06-03T09:00\": expected either it or depart or arrive"`},
		{good + "&depart=2026-06-03T08:00&snap_m=0", 400, `snap_m 0: expected more than 0`},
		{good + "&depart=2026-06-03T08:00&max_walk_s=0", 400, `max_walk_s 0: expected 1 to 14400`},
		{good + "&depart=2026-06-03T08:00&change_time_s=-1", 400, `change_time_s -1: expected 0 or more`},
		{good + "&depart=2026-06-03T08:00&max_transfers=9", 400, `9 transfers: expected 0 to 6`},
		{good + "&depart=2026-06-03T08:00&max_walk_s=1e300", 400, `"code":"InvalidQuery"`},
		{good + "&depart=2026-06-03T08:00&window_s=NaN", 400, `{"code":"InvalidOptions","message":"window_s \"NaN\": expected a number"}`},
		{good + "&depart=2026-06-03T08:00&wheelchair=perhaps", 400, `expected true or false`},
		{good + "&depart=2026-06-03T08:00&mode=car", 400, `mode \"car\": expected transit`},
		{"frm=-75.5,39.7&to=-75.5,39.7", 400, `unknown parameter \"frm\": expected one of from, to`},
		{good + "&depart=2026-06-03T08:00&colour=red", 400, `unknown parameter \"colour\"`},
		{good + "&depart=2026-06-03T08:00&from=1,2", 400, `from is given more than once`},
		{"to=1,2&depart=2026-06-03T08:00", 400, `from \"\": expected LON,LAT in degrees`},
		{"from=1,2,3,4&to=1,2&depart=x", 400, `from \"1,2,3,4\"`},
		{"from=1;2", 400, `badly escaped`},
	} {
		if status, body := s.Get("/plan/v1?" + c.query); status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %s, expected %d %s", c.query, status, body, c.status, c.want)
		}
	}
	for body, want := range map[string]string{
		`{}`: `expected \"from\" and \"to\"`, `[`: `"code":"InvalidQuery"`, ``: `"code":"InvalidQuery"`, `{"mode":"car"}`: `expected a query of mode transit`,
		`{"kind":"table"}`: `expected a query of mode transit`,
	} {
		if status, got := s.Post("/plan/v1", "application/json", body); status != 400 || !strings.Contains(got, want) {
			t.Errorf("%s: %d %s, expected 400 %s", body, status, got, want)
		}
	}
	if status, _ := s.Get("/plan/v1?" + url.Values{"from": {strings.Repeat("9", 1000)}}.Encode()); status != 400 {
		t.Errorf("a long number: %d", status)
	}
}
