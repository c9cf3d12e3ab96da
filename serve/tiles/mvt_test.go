package tiles

import (
	"reflect"
	"testing"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/geojson"
	"pgregory.net/rapid"
)

// drawnPoint draws a point in whole units, some beyond the tile.
func drawnPoint(t *rapid.T) orb.Point {
	x := rapid.IntRange(-buffer, extent+buffer)
	return orb.Point{float64(x.Draw(t, "x")), float64(x.Draw(t, "y"))}
}

// drawnLines draws lines that have no two points in a row that are equal, as frame makes them.
func drawnLines(t *rapid.T) orb.MultiLineString {
	var parts orb.MultiLineString
	for range rapid.IntRange(1, 3).Draw(t, "lines") {
		line := orb.LineString{drawnPoint(t)}
		for range rapid.IntRange(1, 4).Draw(t, "points") {
			line = append(line, drawnPoint(t))
		}
		if line = distinct(line); len(line) > 1 {
			parts = append(parts, line)
		}
	}
	return parts
}

// TestLayersReadBack: another library reads what was written.
func TestLayersReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := newLayerWriter("things")
		var want []*geojson.Feature
		for i := range rapid.IntRange(0, 5).Draw(t, "features") {
			f := geojson.NewFeature(nil)
			for range rapid.IntRange(0, 4).Draw(t, "properties") {
				drawProperty(t, l, f.Properties)
			}
			id := uint64(noID)
			if i%2 == 0 {
				id = rapid.Uint64Range(0, 1<<32).Draw(t, "id")
				f.ID = float64(id)
			}
			if parts := drawnLines(t); rapid.Bool().Draw(t, "is line") && len(parts) > 0 {
				l.lines(id, parts)
				f.Geometry = parts
				if len(parts) == 1 {
					f.Geometry = parts[0]
				}
			} else {
				at := drawnPoint(t)
				l.point(id, at)
				f.Geometry = at
			}
			want = append(want, f)
		}
		checkLayer(t, l.appendTo(nil), want)
	})
}

// drawProperty adds a property that f does not have, to both. A key has one kind of value.
func drawProperty(t *rapid.T, l *layerWriter, p geojson.Properties) {
	key := rapid.SampledFrom([]string{"text", "number", "decimal", "yes"}).Draw(t, "key")
	if p[key] != nil {
		return
	}
	switch key {
	case "text":
		v := rapid.SampledFrom([]string{"a", "Straße", "a longer one"}).Draw(t, "text")
		l.text(key, v)
		p[key] = v
	case "number":
		v := rapid.SampledFrom([]int64{0, 1, -1, 1 << 40, -1 << 40}).Draw(t, "number")
		l.number(key, v)
		p[key] = float64(v)
	case "decimal":
		v := rapid.SampledFrom([]float64{0, -0.5, 1e9}).Draw(t, "decimal")
		l.decimal(key, v)
		p[key] = v
	case "yes":
		l.yes(key, true)
		p[key] = true
	}
}

func checkLayer(t *rapid.T, data []byte, want []*geojson.Feature) {
	layers, err := mvt.Unmarshal(data)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 {
		if len(data) > 0 {
			t.Fatalf("%d bytes of a layer without features", len(data))
		}
		return
	}
	if len(layers) != 1 || layers[0].Name != "things" || layers[0].Version != 2 || layers[0].Extent != extent || len(layers[0].Features) != len(want) {
		t.Fatalf("%d layers", len(layers))
	}
	for i, got := range layers[0].Features {
		if got.ID != want[i].ID || !reflect.DeepEqual(got.Properties, want[i].Properties) || !orb.Equal(got.Geometry, want[i].Geometry) {
			t.Fatalf("feature %d: %+v, want %+v", i, got, want[i])
		}
	}
}
