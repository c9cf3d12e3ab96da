package osrm

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"graphbuild/geometry"
	"graphbuild/route/guidance"
)

func TestAppendDegrees(t *testing.T) {
	for x, want := range map[int32]string{
		0: "0", 1: "0.000001", -1: "-0.000001", 1000000: "1", -180000000: "-180", 13388860: "13.38886", 52517037: "52.517037", 100000: "0.1",
	} {
		if got := string(appendDegrees(nil, x)); got != want {
			t.Errorf("%d: %s, want %s", x, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Int32Range(-180e6, 180e6).Draw(t, "x")
		if got, want := string(appendDegrees(nil, x)), strconv.FormatFloat(float64(x)/1e6, 'f', -1, 64); got != want {
			t.Errorf("%d: %s, want %s", x, got, want)
		}
	})
}

func TestAppendTenths(t *testing.T) {
	for x, want := range map[guidance.Tenths]string{0: "0", 5: "0.5", 10: "1", 1234: "123.4", -15: "-1.5", -3: "-0.3"} {
		if got := string(appendTenths(nil, x)); got != want {
			t.Errorf("%d: %s, want %s", x, got, want)
		}
	}
}

// TestPolylineOfThePage is the example on Google's page of the algorithm.
func TestPolylineOfThePage(t *testing.T) {
	line := []geometry.Point{{Lon: -1202000000, Lat: 385000000}, {Lon: -1209500000, Lat: 407000000}, {Lon: -1264530000, Lat: 432520000}}
	if got, want := string(appendPolyline(nil, line, 5)), "_p~iF~ps|U_ulLnnqC_mqNvxq`@"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestPolylines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.SliceOf(rapid.Custom(func(t *rapid.T) geometry.Point {
			return geometry.Point{Lon: rapid.Int32Range(-180e7, 180e7).Draw(t, "lon"), Lat: rapid.Int32Range(-90e7, 90e7).Draw(t, "lat")}
		})).Draw(t, "line")
		for _, precision := range []int{5, 6} {
			var text string
			if err := json.Unmarshal(append(appendPolyline([]byte{'"'}, line, precision), '"'), &text); err != nil {
				t.Fatal(err)
			}
			got, ok := decodePolyline(text)
			if !ok || len(got) != len(line) {
				t.Fatalf("%q: %d points, %v, want %d", text, len(got), ok, len(line))
			}
			for i, p := range line {
				lon, lat := digits(p, precision)
				unit := math.Pow(10, 7-float64(precision))
				if got[i] != [2]int64{int64(lon), int64(lat)} || math.Abs(float64(p.Lon)/unit-float64(lon)) > 0.551 {
					t.Errorf("point %d: %v, want %d %d", i, got[i], lon, lat)
				}
			}
		}
	})
}

func TestSimplified(t *testing.T) {
	var leg []geometry.Point // 100 km east with ripples of 10 m, and a bend to the north
	for i := range int32(101) {
		leg = append(leg, geometry.Point{Lon: 80e6 + i*133000, Lat: 470e6 + i%2*900})
	}
	bend := geometry.Point{Lon: leg[100].Lon, Lat: 470e6 + 500_0000}
	got := simplified([][]geometry.Point{leg, {leg[100], bend}})
	if len(got) != 3 || got[0] != leg[0] || got[1] != leg[100] || got[2] != bend {
		t.Errorf("%d points: %v", len(got), got)
	}
	if got := simplified([][]geometry.Point{{leg[0], leg[1], leg[2]}}); len(got) != 3 {
		t.Errorf("a short line has %d of 3 points", len(got))
	}
	if got := simplified([][]geometry.Point{{leg[0], leg[0]}}); len(got) != 2 {
		t.Errorf("a line without length has %d of 2 points", len(got))
	}
	seam := []geometry.Point{{Lon: 1799e6, Lat: 0}, {Lon: 1799.5e6, Lat: 40}, {Lon: -1799e6, Lat: 0}}
	if got := simplified([][]geometry.Point{seam}); len(got) != 2 {
		t.Errorf("over the 180th meridian: %v", got)
	}
}

// FuzzRead: whatever stands in an address is read or refused, and takes memory in proportion to its length.
func FuzzRead(f *testing.F) {
	for _, seed := range [][2]string{
		{"v1/car/13.388860,52.517037;13.397634,52.529407.json", "steps=true&annotations=duration,nodes&geometries=polyline6"},
		{"v1/driving/polyline(ofp_Ik_vpAilAyu@te@g`E)", "overview=false&alternatives=3&hints=;abc"},
		{"v1/foot/polyline6(" + strings.Repeat("?", 20) + ")", "sources=0;1&destinations=all&fallback_speed=1.5&scale_factor=.5"},
		{"v1/bike/1,2;3,4", "radiuses=unlimited;10.5&bearings=90,20;&approaches=curb;&waypoints=0;1&exclude=toll"},
		{"v2/car/1,2", "number=3"}, {"", ""}, {"v1/car/-.5,+5.;", "format=json&skip_waypoints=true&generate_hints=false"},
	} {
		f.Add(seed[0], seed[1])
	}
	services := map[string]service{"route": routeService, "table": tableService, "nearest": nearestService}
	f.Fuzz(func(t *testing.T, rest, options string) {
		for name, s := range services {
			p, err := read(name, s, rest, options)
			if (p == nil) == (err == nil) {
				t.Fatalf("%v and %v", p, err)
			}
			if err != nil {
				continue
			}
			length := len(rest) + len(options)
			if n := len(p.points) + len(p.radiuses) + len(p.bearings) + len(p.hints) + len(p.approaches) + len(p.exclude); n > length+6 {
				t.Errorf("%d elements of %d bytes", n, length)
			}
			if err := p.check(1000); err == nil && s != nearestService && len(p.points) < 2 {
				t.Errorf("%d points passed", len(p.points))
			}
			for _, x := range p.points {
				if !x.Valid() {
					t.Errorf("point %v", x)
				}
			}
		}
	})
}

// BenchmarkRead reads an address with several options.
func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		p, err := read("route", routeService, "v1/car/-75.5484,39.7447;-75.6044,39.6837", "steps=true&overview=full&annotations=duration,distance&radiuses=50;50")
		if err != nil || p.check(100) != nil {
			b.Fatal(err)
		}
	}
}
