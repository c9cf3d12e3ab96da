package gremlintest

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	gremlingo "github.com/apache/tinkerpop/gremlin-go/v3/driver"
	"github.com/gorilla/websocket"

	"graphbuild/tinkerpop"
)

// Parts of messages of GraphBinary 1.0.
const (
	messageVersion = 0x81
	uuidBytes      = 16
	statusSuccess  = 200
)

// requestID returns the id of a request: after the length and the name of its type, and the version.
func requestID(message []byte) ([]byte, error) {
	if len(message) == 0 || len(message) < 2+int(message[0])+uuidBytes {
		return nil, fmt.Errorf("a request of %d bytes", len(message))
	}
	rest := message[1+int(message[0]):]
	if rest[0] != messageVersion {
		return nil, fmt.Errorf("version %#02x", rest[0])
	}
	return rest[1 : 1+uuidBytes], nil
}

// appendResponse appends a message with all of a result, which is a list of so many values.
func appendResponse(b, id []byte, values int, result []byte) []byte {
	b = append(append(b, messageVersion, 0), id...)
	b = binary.BigEndian.AppendUint32(b, statusSuccess)
	b = append(b, 1)                      // no text
	b = append(b, 0, 0, 0, 0, 0, 0, 0, 0) // no attributes, no meta
	b = append(b, 0x09, 0)                // a list
	b = binary.BigEndian.AppendUint32(b, uint32(values))
	return append(b, result...)
}

// serve answers every request with the same values.
func serve(t testing.TB, values int, result []byte) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer c.Close()
		for {
			_, message, err := c.ReadMessage()
			if err != nil {
				return
			}
			id, err := requestID(message)
			if err != nil {
				t.Error(err)
				return
			}
			if c.WriteMessage(websocket.BinaryMessage, appendResponse(nil, id, values, result)) != nil {
				return
			}
		}
	}))
	t.Cleanup(server.Close)
	return "ws" + strings.TrimPrefix(server.URL, "http") + "/gremlin"
}

// connect returns a client of an address.
func connect(t testing.TB, address string) *gremlingo.Client {
	client, err := gremlingo.NewClient(address, func(s *gremlingo.ClientSettings) {
		s.LogVerbosity = gremlingo.Off
		s.WriteBufferSize = 4096 // 3.7.3 refuses every request with the default
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// BenchmarkClient measures a query from the client's call to all of its values, over loopback: the answer is ready when it
// is asked for, so that this is transport and the decoder of the client.
func BenchmarkClient(b *testing.B) {
	for _, x := range []struct {
		name            string
		vertices, edges int
	}{{"small", 1, 1}, {"large", 338, 7047}} {
		var result []byte
		for i := range int64(x.vertices) {
			result = tinkerpop.AppendBinaryVertex(result, &tinkerpop.Vertex{ID: tinkerpop.LongOf(i), Label: "song"})
		}
		for i := range int64(x.edges) {
			e := tinkerpop.Edge{
				ID: tinkerpop.LongOf(i), Label: "followedBy", Out: tinkerpop.LongOf(i % 338), In: tinkerpop.LongOf(i * 7 % 338),
				Properties: []tinkerpop.Property{{Key: "weight", Value: tinkerpop.IntOf(1)}},
			}
			result = tinkerpop.AppendBinaryEdge(result, &e, "song", "song")
		}
		b.Run(x.name, func(b *testing.B) { benchmarkAnswer(b, x.vertices+x.edges, result) })
	}
}

func benchmarkAnswer(b *testing.B, values int, result []byte) {
	client := connect(b, serve(b, values, result))
	b.ReportAllocs()
	b.SetBytes(int64(len(result)))
	for b.Loop() {
		set, err := client.Submit("g.E()")
		if err != nil {
			b.Fatal(err)
		}
		all, err := set.All()
		if err != nil || len(all) != values {
			b.Fatalf("%d values, %v", len(all), err)
		}
	}
}

// TestClient: the client gets vertices, edges and their properties as they are.
func TestClient(t *testing.T) {
	v := tinkerpop.Vertex{ID: tinkerpop.LongOf(7), Label: "street", Properties: []tinkerpop.VertexProperty{
		{ID: tinkerpop.LongOf(70), Key: "lon", Value: tinkerpop.DoubleOf(-75.5)},
		{ID: tinkerpop.LongOf(71), Key: "name", Value: tinkerpop.StringOf("größer")},
	}}
	e := tinkerpop.Edge{ID: tinkerpop.LongOf(9), Label: "link", Out: tinkerpop.LongOf(7), In: tinkerpop.LongOf(8), Properties: []tinkerpop.Property{
		{Key: "length_m", Value: tinkerpop.DoubleOf(12.5)},
	}}
	result := tinkerpop.AppendBinaryEdge(tinkerpop.AppendBinaryVertex(nil, &v), &e, "stop", "street")
	client := connect(t, serve(t, 2, result))
	set, err := client.Submit("g.V()")
	if err != nil {
		t.Fatal(err)
	}
	all, err := set.All()
	if err != nil || len(all) != 2 {
		t.Fatalf("%d results, %v", len(all), err)
	}
	gotVertex, err := all[0].GetVertex()
	if err != nil || gotVertex.Id != int64(7) || gotVertex.Label != "street" {
		t.Errorf("vertex %v, %v", gotVertex, err)
	}
	list, ok := gotVertex.Properties.([]interface{})
	if !ok || len(list) != 2 {
		t.Fatalf("properties %#v", gotVertex.Properties)
	}
	if p, ok := list[1].(*gremlingo.VertexProperty); !ok || p.Label != "name" || p.Value != "größer" {
		t.Errorf("property %v", list[1])
	}
	gotEdge, err := all[1].GetEdge()
	if err != nil || gotEdge.Id != int64(9) || gotEdge.OutV.Id != int64(7) || gotEdge.InV.Id != int64(8) || gotEdge.InV.Label != "stop" {
		t.Errorf("edge %v, %v", gotEdge, err)
	}
}
