package osrm_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"graphbuild/geometry"
	"graphbuild/serve/answer"
	"graphbuild/serve/osrm"
	"graphbuild/serve/streets"
)

// BenchmarkAnswer writes answers about a route of 12 km through Wilmington, which was found before: what the service adds to a
// search, but for reading the address (BenchmarkRead), snapping the ends (nearest) and the connection.
func BenchmarkAnswer(b *testing.B) {
	x := newState(b)
	from, to := geometry.Point{Lon: -755484000, Lat: 397447000}, geometry.Point{Lon: -756044000, Lat: 396837000}
	places := "/" + lonLat(from) + ";" + lonLat(to)
	for _, c := range []struct{ name, url string }{
		{"route", "/route/v1/car" + places},
		{"route-full", "/route/v1/car" + places + "?overview=full"},
		{"route-steps", "/route/v1/car" + places + "?steps=true"},
		{"route-all", "/route/v1/car" + places + "?steps=true&overview=full&geometries=geojson&annotations=true"},
		{"table-10x10", "/table/v1/car" + places + strings.Repeat(";"+places[1:], 4)},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkHandler(b, x, c.url) })
	}
}

// benchmarkHandler appends the answer about an address to a buffer that is used again.
func benchmarkHandler(b *testing.B, x *state, url string) {
	body := x.handle(b, url)
	var buffer []byte
	var err error
	b.ReportAllocs()
	for b.Loop() {
		if buffer, err = body.AppendBody(buffer[:0]); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(buffer)), "answer-bytes")
}

// handle calls the handler of an address.
func (x *state) handle(b *testing.B, url string) answer.Body {
	r := httptest.NewRequest(http.MethodGet, url, nil)
	name, rest, _ := strings.Cut(r.URL.Path[1:], "/")
	r.SetPathValue("rest", rest)
	for _, one := range osrm.Routes(streets.Options{}) {
		if one.Name != name {
			continue
		}
		body, err := one.Handler(b.Context(), x.g, r)
		if err != nil {
			b.Fatal(err)
		}
		return body
	}
	b.Fatal("no such service: " + name)
	return nil
}

// BenchmarkNearest is a whole request but for the connection: reading, snapping, writing.
func BenchmarkNearest(b *testing.B) {
	x := newState(b)
	url := "/nearest/v1/car/-75.5484,39.7447"
	for b.Loop() {
		if _, err := x.handle(b, url).AppendBody(nil); err != nil {
			b.Fatal(err)
		}
	}
}
