package graph

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// areaTables are the tables of a graph with 40 areas, some with holes, and an elevator at each barrier.
func areaTables() *Tables {
	t := randomTables(23, 120)
	for i := range int32(40) {
		for ring := range 1 + i%3 {
			t.StreetAreas.AppendRing(ringAt(80_000_000+1000*i, 470_000_000, 500-100*ring))
		}
		t.StreetAreas.EndArea(int64(100+i), i%3 > 0, []string{"", "-1", "0;1"}[i%3])
	}
	for w := 0; w < t.Ways.Name.Len(); w += 7 {
		t.StreetAreas.Way.Append(WayID(w))
		t.StreetAreas.Area.Append(StreetAreaID(w % 40))
	}
	for p, w := range t.Pairs.Way.Slice() {
		if w%7 == 0 {
			f := t.Facts[t.Pairs.Facts[p]]
			f.Type = facts.Area
			t.Pairs.Facts[p] = FactsID(len(t.Facts))
			t.Facts = append(t.Facts, f)
		}
	}
	for i := range t.Access.Vertex.Len() {
		t.Elevators.Vertex.Append(t.Access.Vertex.At(i))
		t.Elevators.DurationS.Append(uint32(30 * (i % 2)))
		t.Elevators.Levels.Append([]string{"0;1", ""}[i%2])
		t.Elevators.Rise.Append(uint8(1 - i%2))
	}
	return t
}

func ringAt(lon, lat, side int32) []geometry.Point {
	return []geometry.Point{{Lon: lon, Lat: lat}, {Lon: lon + side, Lat: lat}, {Lon: lon + side, Lat: lat + side}, {Lon: lon, Lat: lat + side}, {Lon: lon - side/2, Lat: lat + side/2}}
}

func TestStreetAreas(t *testing.T) {
	tables := areaTables()
	for name, g := range graphs(t, tables) {
		if n := g.NumStreetAreas(); n != 40 {
			t.Fatalf("%s: %d areas", name, n)
		}
		a := g.StreetArea(17)
		if id, isRelation, ok := a.OSM(); id != 117 || !isRelation || !ok || a.Level() != "0;1" || a.ID() != 17 || a.Err() != nil {
			t.Errorf("%s: area %d, relation %v, level %q", name, id, isRelation, a.Level())
		}
		rings := a.Rings()
		if len(rings) != 3 || !slices.Equal(rings[2], ringAt(80_000_000+17_000, 470_000_000, 300)) {
			t.Errorf("%s: rings %v", name, rings)
		}
		if g.StreetArea(40).Err() == nil || (StreetArea{}).Rings() != nil {
			t.Errorf("%s: an area that is not there", name)
		}
		for e := range g.Edges() {
			want := e.Type() == facts.Area
			if x := e.StreetArea(); (x.Err() == nil) != want || want && int(x.ID()) != int(e.Way())%40 {
				t.Errorf("%s: edge %d of way %d has area %d", name, e.ID(), e.Way(), x.ID())
			}
		}
		if err := g.Verify(func(err error) { t.Errorf("%s: %v", name, err) }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestElevators(t *testing.T) {
	for name, g := range graphs(t, areaTables()) {
		if g.NumElevators() == 0 {
			t.Fatalf("%s: no elevator", name)
		}
		for i := range g.NumElevators() {
			want := []Elevator{{0, "0;1", 1}, {30, "", 0}}[i%2]
			if got, ok := g.ElevatorAt(i).Elevator(); !ok || got != want {
				t.Errorf("%s: elevator %d: %+v, want %+v", name, i, got, want)
			}
		}
		if _, ok := g.Vertex(0).Elevator(); ok {
			t.Errorf("%s: vertex 0 is an elevator", name)
		}
	}
}

// TestStreetAreasUnpack: the tables of a file, written again, give the same bytes, and a lean file has no ids.
func TestStreetAreasUnpack(t *testing.T) {
	for _, o := range []WriteOptions{{}, {Lean: true}} {
		data := written(t, areaTables(), o)
		g, err := Load(data)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(written(t, g.Unpack(), o), data) {
			t.Errorf("lean %v: other bytes", o.Lean)
		}
		if _, _, ok := g.StreetArea(1).OSM(); ok == o.Lean {
			t.Errorf("lean %v: an id is there: %v", o.Lean, ok)
		}
	}
}

// TestCorruptStreetAreas flips each bit of the areas and elevators of a file whose checksums nobody looks at.
func TestCorruptStreetAreas(t *testing.T) {
	data := written(t, areaTables(), WriteOptions{})
	g, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	flipped := 0
	for _, s := range g.Sections() {
		if s.Table != "street_areas" && s.Table != "elevators" {
			continue
		}
		for at := s.Offset; at < s.Offset+s.Bytes; at++ {
			bad := slices.Clone(data)
			bad[at] ^= 1 << (at % 8)
			flipped++
			useAreas(t, fmt.Sprintf("byte %d of %s.%s", at-s.Offset, s.Table, s.Column), bad)
		}
	}
	if flipped < 100 {
		t.Errorf("%d bytes", flipped)
	}
}

// useAreas reads all areas and elevators of a damaged file and checks it.
func useAreas(t *testing.T, what string, data []byte) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: panic: %v", what, r)
		}
	}()
	g, err := Load(data, Verify(encode.VerifyNone))
	if err != nil {
		return
	}
	for i := range g.NumStreetAreas() {
		a := g.StreetArea(StreetAreaID(i))
		_, _ = a.Rings(), a.Level()
		a.OSM()
	}
	for i := range g.NumElevators() {
		g.ElevatorAt(i).Elevator()
	}
	for e := range g.Edges() {
		e.StreetArea()
	}
	for p := range Check(g) {
		_ = p
	}
}
