package wire

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"

	"graphbuild/geometry"
)

func marshal(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestStringsAreThoseOfEncodingJSON(t *testing.T) {
	for _, s := range []string{"", "Main Street", `"\/`, "<b>&</b>", "\x00\x01\b\f\n\r\t\x1f\x7f", "Škofja Loka", "\u2028\u2029\u2027", "\xff\xfea\xc3", "\U0001F6B2", "\uFFFD"} {
		if got, want := string(AppendString(nil, s)), marshal(t, s); got != want {
			t.Errorf("%q: %s, expected %s", s, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		want, _ := json.Marshal(s)
		if got := string(AppendString(nil, s)); got != string(want) {
			t.Errorf("%q: %s, expected %s", s, got, want)
		}
	})
}

func TestNumbersAreThoseOfEncodingJSON(t *testing.T) {
	list := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e-6, 9.99e-7, 1e-7, 1e-10, 1e20, 1e21, -1e21, 1e100, 1e15, 999999999999999, math.MaxFloat64, math.SmallestNonzeroFloat64}
	for _, v := range list {
		if got, want := string(AppendFloat(nil, v)), marshal(t, v); got != want {
			t.Errorf("%g: %s, expected %s", v, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		if want, _ := json.Marshal(v); string(AppendFloat(nil, v)) != string(want) {
			t.Errorf("%g: %s, expected %s", v, AppendFloat(nil, v), want)
		}
		m := rapid.Float64Range(-10, 1e8).Draw(t, "m")
		if want, _ := json.Marshal(RoundM(m)); string(appendM(nil, m)) != string(want) {
			t.Errorf("%g m: %s, expected %s", m, appendM(nil, m), want)
		}
		if want, _ := json.Marshal(RoundS(m)); string(appendS(nil, m)) != string(want) {
			t.Errorf("%g s: %s, expected %s", m, appendS(nil, m), want)
		}
	})
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		if got := string(AppendFloat(nil, v)); got != "null" {
			t.Errorf("%g: %s, expected null", v, got)
		}
	}
}

func TestPositionsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := geometry.Point{Lon: rapid.Int32Range(-180e7, 180e7).Draw(t, "lon"), Lat: rapid.Int32Range(-90e7, 90e7).Draw(t, "lat")}
		lon, lat := p.Degrees()
		want, _ := json.Marshal([]float64{lon, lat})
		got, _ := json.Marshal(Line{p})
		if math.Abs(lon) >= 1e-6 && math.Abs(lat) >= 1e-6 && string(got) != "["+string(want)+"]" {
			t.Errorf("%v: %s, expected %s", p, got, want)
		}
		var back []Position
		if err := json.Unmarshal(got, &back); err != nil || back[0] != Position(p) {
			t.Errorf("%s reads as %v, %v", got, back, err)
		}
	})
}
