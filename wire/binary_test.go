package wire

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route/transit"
)

// text reads a text of an answer.
func (r *binaryReader) text() string {
	n := r.unsigned()
	data := r.data
	if n == 0 || !r.advance(int(n)) {
		return ""
	}
	return string(data[:n])
}

// maybe reads a number that may be missing.
func (r *binaryReader) maybe() *int64 {
	v := r.unsigned()
	if v == 0 {
		return nil
	}
	n := int64((v-1)>>1) ^ -int64((v-1)&1)
	return &n
}

func (r *binaryReader) over(parts float64) float64 { return float64(r.unsigned()) / parts }

func (r *binaryReader) clock() time.Time {
	at, offset := r.signed(), r.signed()
	return time.Unix(at, 0).In(time.FixedZone("", int(offset)))
}

func (r *binaryReader) clockText() string { return r.clock().Format(time.RFC3339) }

func (r *binaryReader) line() Line {
	l := Line{}
	for _, p := range r.points() {
		l = append(l, geometry.Point(p))
	}
	return l
}

// answerJSON reads an answer in the binary form and returns it as JSON, as a client in another language would.
func answerJSON(t *testing.T, data []byte) string {
	t.Helper()
	r := &binaryReader{data: data}
	status := statusNumbers[r.byte()]
	if took := r.unsigned(); took != 0 {
		t.Errorf("time %d", took)
	}
	if status != OK {
		a := Answer{Status: status, Code: r.text(), Error: r.text()}
		return string(a.AppendJSON(nil))
	}
	var v any
	switch kind := r.byte(); kind {
	case jsonBody:
		return string(r.data)
	case routeBody:
		v = r.routesJSON()
	case journeysBody:
		v = r.journeysJSON()
	case tableBody:
		v = r.tableJSON()
	case isochroneBody:
		v = r.isochroneJSON()
	case nearestBody:
		v = r.nearestJSON()
	case vertexBody:
		v = r.vertexJSON()
	default:
		t.Fatalf("body of kind %d", kind)
	}
	if r.err != nil || len(r.data) > 0 {
		t.Fatalf("%v, %d bytes left", r.err, len(r.data))
	}
	return marshal(t, v)
}

func (r *binaryReader) routesJSON() answerOracle {
	var list []answerOracle
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		a := answerOracle{Status: "ok"}
		distance, duration := r.over(10), r.over(1000)
		a.DistanceM, a.DurationS = &distance, &duration
		for legs := r.unsigned(); legs > 0 && r.err == nil; legs-- {
			a.Legs = append(a.Legs, r.legJSON())
		}
		list = append(list, a)
	}
	list[0].Alternatives = list[1:]
	list[0].From, list[0].To = &endOracle{DistanceM: r.over(10)}, &endOracle{DistanceM: r.over(10)}
	flags := r.byte()
	list[0].From.Mainland, list[0].To.Mainland = flags&fromMainlandFlag != 0, flags&toMainlandFlag != 0
	return list[0]
}

func (r *binaryReader) legJSON() legOracle {
	leg := legOracle{Mode: graph.ModeName(facts.Mode(r.byte())), DistanceM: r.over(10), DurationS: r.over(1000), Geometry: r.line()}
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		leg.Steps = append(leg.Steps, stepOracle{r.maybe(), r.text(), r.over(10), r.over(1000)})
	}
	return leg
}

func (r *binaryReader) journeysJSON() planOracle {
	out := planOracle{Status: "ok"}
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		j := &journeyOracle{Depart: r.clockText(), Arrive: r.clockText(), DistanceM: r.over(10), DurationS: r.over(1000), Transfers: int(r.unsigned())}
		for legs := r.unsigned(); legs > 0 && r.err == nil; legs-- {
			j.Legs = append(j.Legs, r.journeyLegJSON())
		}
		if out.journeyOracle == nil {
			out.journeyOracle = j
			continue
		}
		out.Alternatives = append(out.Alternatives, j)
	}
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		out.Notes = append(out.Notes, r.text())
	}
	return out
}

func (r *binaryReader) journeyLegJSON() any {
	flags := r.byte()
	depart, arrive := r.clock(), r.clock()
	from, to := r.text(), r.text()
	if flags&rideFlag == 0 {
		return walkOracle{r.legJSON(), depart.Format(time.RFC3339), arrive.Format(time.RFC3339), from, to}
	}
	x := rideOracle{
		Mode: TransitMode, FromStop: from, ToStop: to, Depart: depart.Format(time.RFC3339), Arrive: arrive.Format(time.RFC3339),
		DurationS: arrive.Sub(depart).Seconds(), StaySeated: flags&seatedFlag != 0, Realtime: flags&liveFlag != 0,
	}
	for _, s := range []*string{&x.RouteID, &x.TripID, &x.RouteName, &x.Headsign, &x.ServiceDay, &x.FromName, &x.ToName} {
		*s = r.text()
	}
	x.RouteType = uint16(r.unsigned())
	if color, text := r.unsigned(), r.unsigned(); color != plainColor || text != plainText {
		x.Color, x.TextColor = fmt.Sprintf("%06X", color), fmt.Sprintf("%06X", text)
	}
	x.DistanceM, x.HeadwayS = r.over(10), float64(r.unsigned())
	for n := r.unsigned(); n > 0 && r.err == nil; n-- {
		skipped := r.byte() == 1
		c := callOracle{StopID: r.text(), Name: r.text(), Arrival: r.clockText(), Departure: r.clockText(), Skipped: skipped}
		c.ArrivalDelayS, c.DepartureDelayS = int32(r.signed()), int32(r.signed())
		x.Stops = append(x.Stops, c)
	}
	x.Geometry = r.line()
	x.Alerts = json.RawMessage(r.text())
	return x
}

func (r *binaryReader) tableJSON() any {
	rows, columns := r.unsigned(), r.unsigned()
	list := make([][]*float64, rows)
	for i := range list {
		for range columns {
			v := r.unsigned()
			s := float64(v-1) / 1000
			if list[i] = append(list[i], &s); v == 0 {
				list[i][len(list[i])-1] = nil
			}
		}
	}
	return struct {
		Status string       `json:"status"`
		Times  [][]*float64 `json:"durations_s"`
	}{"ok", list}
}

func (r *binaryReader) isochroneJSON() any {
	list := make([][]Line, r.unsigned())
	for i := range list {
		for n := r.unsigned(); n > 0 && r.err == nil; n-- {
			list[i] = append(list[i], r.line())
		}
	}
	return struct {
		Status   string   `json:"status"`
		Polygons [][]Line `json:"polygons"`
	}{"ok", list}
}

func (r *binaryReader) nearestJSON() any {
	type edge struct {
		Edge      uint64   `json:"edge"`
		WayID     *int64   `json:"way_id"`
		Name      string   `json:"name"`
		DistanceM float64  `json:"distance_m"`
		Position  Position `json:"position"`
	}
	list := make([]edge, r.unsigned())
	for i := range list {
		list[i] = edge{r.unsigned(), r.maybe(), r.text(), r.over(100), r.point(Position{})}
	}
	return struct {
		Status string `json:"status"`
		Edges  []edge `json:"edges"`
	}{"ok", list}
}

func (r *binaryReader) vertexJSON() any {
	type edge struct {
		Edge    uint64   `json:"edge"`
		To      uint64   `json:"to"`
		LengthM float64  `json:"length_m"`
		Modes   []string `json:"modes"`
	}
	type out struct {
		Status   string   `json:"status"`
		Vertex   uint64   `json:"vertex"`
		NodeID   *int64   `json:"node_id"`
		Type     string   `json:"type"`
		Position Position `json:"position"`
		StopID   string   `json:"stop_id,omitempty"`
		Modes    []string `json:"modes"`
		Edges    []edge   `json:"edges"`
	}
	x := out{Status: "ok", Vertex: r.unsigned(), NodeID: r.maybe(), Type: r.text(), StopID: r.text(), Position: r.point(Position{})}
	x.Modes, x.Edges = ModeNames(facts.Modes(r.byte())), []edge{}
	for e := r.unsigned(); e > 0 && r.err == nil; e = r.unsigned() {
		x.Edges = append(x.Edges, edge{e - 1, r.unsigned(), r.over(10), ModeNames(facts.Modes(r.byte()))})
	}
	return x
}

// TestBinaryAnswersSayWhatJSONSays reads answers of every kind in the binary form, and compares them with those in JSON.
func TestBinaryAnswersSayWhatJSONSays(t *testing.T) {
	s := newSample(t)
	r := rand.New(rand.NewPCG(8, 9))
	place := func(stop bool) string { return string(AppendPosition(nil, s.place(r, stop))) }
	kinds := map[string]func() string{
		"route": func() string {
			return fmt.Sprintf(`{"mode":"%s","from":%s,"to":%s,"snap_m":100}`, []string{"car", "bike"}[r.IntN(2)], place(false), place(false))
		},
		"journey": func() string {
			return fmt.Sprintf(`{"mode":"transit","from":%s,"to":%s,"depart":"2026-06-%02dT%02d:00","window_s":3600}`, place(true), place(true), 1+r.IntN(28), 6+r.IntN(14))
		},
		"table": func() string {
			return fmt.Sprintf(`{"kind":"table","sources":[%s,%s,[0,0]]}`, place(true), place(true))
		},
		"isochrone": func() string {
			return fmt.Sprintf(`{"kind":"isochrone","from":%s,"limit_s":%d,"mode":"walk"}`, place(true), 100+r.IntN(500))
		},
		"nearest": func() string { return fmt.Sprintf(`{"kind":"nearest","at":%s,"number":%d}`, place(false), 1+r.IntN(5)) },
		"vertex":  func() string { return fmt.Sprintf(`{"kind":"vertex","vertex":%d}`, r.IntN(s.graph.NumVertices()+100)) },
		"edge":    func() string { return fmt.Sprintf(`{"kind":"edge","edge":%d}`, r.IntN(s.graph.NumEdges()+100)) },
		"wrong":   func() string { return `{"mode":"fly"}` },
	}
	for kind, query := range kinds {
		ok, small, large := 0, 0, 0
		for range 20 {
			a := s.AnswerText(Item{Text: []byte(query()), Number: 1}, "query")
			data, want := a.AppendBinary(nil), string(a.AppendJSON(nil))
			if got := answerJSON(t, data); got != want {
				t.Fatalf("%s: %s, expected %s", kind, got, want)
			}
			if a.Status == OK {
				ok++
			}
			small, large = small+len(data), large+len(want)
		}
		t.Logf("%s: %d ok, binary %d bytes, JSON %d", kind, ok, small, large)
		if ok < 5 && kind != "wrong" {
			t.Errorf("%s: only %d of 20 have an answer", kind, ok)
		}
	}
}

// TestBinaryRidesHaveTheirAlerts checks what the sample feed has none of.
func TestBinaryRidesHaveTheirAlerts(t *testing.T) {
	a := Answer{Status: OK, body: &journeys{list: []transit.Journey{{Legs: []transit.Leg{{
		StaySeated: true, Realtime: true, Headway: time.Minute, Calls: []transit.Call{{ArrivalDelayS: 60, DepartureDelayS: -5, Skipped: true}},
		Alerts: []*transit.Alert{{ID: "a", Cause: "strike", Effect: "detour", Header: []transit.AlertText{{Language: "en", Text: "<No> bus"}}}, {ID: "b"}},
	}}}}, notes: []string{"from: <x>", "to: y"}}}
	want := string(a.AppendJSON(nil))
	if got := answerJSON(t, a.AppendBinary(nil)); got != want || !strings.Contains(got, `"alerts":[{"id":"a"`) {
		t.Errorf("%s, expected %s", got, want)
	}
}

// appendQuery appends a query in the binary form, as a client does.
func appendQuery(out []byte, kind byte, numbers ...uint64) []byte {
	out = append(out, kind)
	for _, n := range numbers {
		for ; n >= 0x80; n >>= 7 {
			out = append(out, byte(n)|0x80)
		}
		out = append(out, byte(n))
	}
	return out
}

func TestReadBinary(t *testing.T) {
	zig := func(v int64) uint64 { return uint64(v<<1 ^ v>>63) }
	for _, c := range []struct {
		data      []byte
		json, err string
	}{
		{data: append([]byte{jsonQuery}, `{"kind":"vertex","vertex":5}`...), json: `{"kind":"vertex","vertex":5}`},
		{data: appendQuery(nil, vertexQuery, 1<<32-1), json: `{"kind":"vertex","vertex":4294967295}`},
		{data: appendQuery(nil, edgeQuery, 7), json: `{"kind":"edge","edge":7}`},
		{data: appendQuery(nil, nodeQuery, zig(-3)), json: `{"kind":"vertex","node":-3}`},
		{data: appendQuery(nil, routeQuery, 2, 7, zig(-755000000), zig(397000000), zig(10000000), zig(-20000000), 300, 90, 270),
			json: `{"mode":"car","from":[-75.5,39.7],"to":[-74.5,37.7],"snap_m":300,"from_bearing":90,"to_bearing":270}`},
		{data: appendQuery(nil, tableQuery, 0, 1, zig(10000000), zig(10000000), 2, zig(0), zig(0), zig(10000000), 0),
			json: `{"kind":"table","mode":"walk","sources":[[1,1]],"targets":[[0,0],[1,0]]}`},
		{data: appendQuery(nil, tableQuery, 0, 1, 0, 0, 0), json: `{"kind":"table","mode":"walk","sources":[[0,0]]}`},
		{data: appendQuery(nil, tableQuery, 5, 1, 0, 0, 0), json: `{"kind":"table","mode":"walk","wheelchair":true,"sources":[[0,0]]}`},
		{data: appendQuery(nil, routeQuery, 5, 0, 0, 0, 2, 0), json: `{"mode":"walk","wheelchair":true,"from":[0,0],"to":[1e-7,0]}`},
		{data: nil, err: "unexpected end"},
		{data: []byte{99}, err: "query of kind 99"},
		{data: appendQuery(nil, vertexQuery, 1<<32), err: "a number that is too large"},
		{data: appendQuery(nil, vertexQuery, 1, 1), err: "1 bytes behind"},
		{data: appendQuery(nil, routeQuery, 3), err: "mode 3"},
		{data: appendQuery(nil, routeQuery, 0, 8, 0, 0, 0, 0), err: "flags 8"},
		{data: appendQuery(nil, routeQuery, 0, 0, 0, zig(900000001), 0, 0), err: "not on the Earth"},
		{data: appendQuery(nil, routeQuery, 0, 0, zig(1<<40), 0, 0, 0), err: "not on the Earth"},
		{data: appendQuery(nil, tableQuery, 0, 1<<40), err: "ends too early"},
	} {
		got, err := ReadBinary(c.data)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v: error %v, expected %s", c.data, err, c.err)
			}
			continue
		}
		want, wantErr := Read([]byte(c.json))
		if err != nil || wantErr != nil || marshal(t, got) != marshal(t, want) {
			t.Errorf("%v: %s, %v, expected %s", c.data, marshal(t, got), err, c.json)
		}
		for i := range c.data { // cut anywhere
			if q, err := ReadBinary(c.data[:i]); err == nil {
				t.Errorf("%v: cut to %d bytes it reads as %s", c.data, i, marshal(t, q))
			}
		}
	}
}

func FuzzReadBinary(f *testing.F) {
	f.Add([]byte{1, routeQuery, 2, 0, 2, 2, 2, 2})
	f.Add([]byte{2, 2, vertexQuery, 5, 3, edgeQuery, 200, 1})
	f.Add([]byte{1, 6, tableQuery, 0, 1, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := NewBinaryList(data)
		if err != nil {
			return
		}
		for range list.Len() {
			x, _, err := list.Next(nil)
			if err != nil {
				t.Fatal(err)
			}
			q, err := ReadBinary(x.Text)
			if _, err2 := json.Marshal(q); err == nil && err2 != nil {
				t.Errorf("%v reads as %+v", x.Text, q)
			}
		}
	})
}
