package ws_test

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"graphbuild/build"
	"graphbuild/geometry"
	"graphbuild/internal/asciimap"
	"graphbuild/internal/graphtest"
	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/wire"
)

// TestWheelchairGoesAroundSteps asks for the same in a message, in a binary one and in a batch by HTTP.
func TestWheelchairGoesAroundSteps(t *testing.T) {
	m := asciimap.Draw(t, 100, `
		A=B
		| |
		C-D`)
	m.Way("AB", "highway=steps")
	m.Way("ACDB", "highway=footway")
	s := servetest.File(t, graphtest.File(t, build.Config{Inputs: graphtest.Inputs(m.File())}), serve.Options{})
	c := dial(t, s, nil)
	a, b := m.At('A'), m.At('B')
	ends := fmt.Sprintf(`"from":%s,"to":%s`, wire.AppendPosition(nil, a), wire.AppendPosition(nil, b))
	for members, want := range map[string]string{
		`"mode":"walk"`:                      `"way_id":1001`,
		`"mode":"walk","wheelchair":true`:    `"way_id":1002`,
		`"mode":"walk","wheelchair":false`:   `"way_id":1001`,
		`"mode":"car","wheelchair":true`:     `a wheelchair with mode car: expected walk or transit`,
		`"mode":"walk","wheelchair":"maybe"`: `wheelchair: expected true or false, found string`,
	} {
		query := "{" + members + "," + ends + "}"
		_, batch := s.Post("/batch/v1", "application/json", "["+query+"]")
		for _, got := range []string{c.ask(query), batch} {
			if ways := regexp.MustCompile(`"way_id":\d+`).FindAllString(got, -1); !strings.Contains(got, want) || len(ways) > 1 {
				t.Errorf("%s: %s, expected %s", members, got, want)
			}
		}
	}
	for mode, way := range map[byte]string{0: "\xd3\x0f", 5: "\xd5\x0f"} { // 1 more than 2 * 1001, and than 2 * 1002
		query := string(binaryRoute(mode, a, b))
		c.send(websocket.MessageBinary, "\x01\x00\x01\x01"+string(rune(len(query)))+query)
		if got := c.receive(); !strings.Contains(got, way) {
			t.Errorf("mode %d: %q, expected a way %q", mode, got, way)
		}
	}
}

// binaryRoute returns a query for a route in the binary form.
func binaryRoute(mode byte, from, to geometry.Point) []byte {
	query := []byte{1, mode, 0}
	for _, v := range []int32{from.Lon, from.Lat, to.Lon - from.Lon, to.Lat - from.Lat} {
		query = binary.AppendVarint(query, int64(v))
	}
	return query
}
