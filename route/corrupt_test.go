package route

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// TestCorruptFiles has random bytes in files whose checksums nobody compares, as a library that opens them without Verify: answers
// may be wrong then, but nothing panics.
func TestCorruptFiles(t *testing.T) {
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 43))
		data, directory := randomFile(t, rnd)
		for range 8 {
			bad := slices.Clone(data)
			for range 1 + rnd.IntN(8) {
				bad[32+rnd.IntN(directory-32)] = byte([]int{0, 255, rnd.IntN(256)}[rnd.IntN(3)])
			}
			useCorrupt(t, seed, bad)
		}
	}
}

// TestHierarchiesAreSound has the checks of a file find nothing wrong with the hierarchies of whole ones.
func TestHierarchiesAreSound(t *testing.T) {
	runs := 0
	for seed := range uint64(200) {
		data, _ := randomFile(t, rand.New(rand.NewPCG(seed, 44)))
		g, err := graph.Load(data)
		if err != nil {
			t.Fatal(err)
		}
		for p := range graph.Check(g) {
			if p.Table == "car_hierarchy" {
				t.Errorf("seed %d: %+v", seed, p)
			}
		}
		VerifyHierarchies(g, func(p graph.Problem) { t.Errorf("seed %d: %+v", seed, p) })
		for i := range g.Hierarchy(facts.Car).CopyRun.Len() {
			if g.Hierarchy(facts.Car).CopyRun.At(i) != 0 {
				runs++
			}
		}
	}
	if runs == 0 {
		t.Error("no copy is inside a via")
	}
}

// randomFile returns the file of a random map, with a hierarchy for cars, and where its directory begins.
func randomFile(t *testing.T, rnd *rand.Rand) (data []byte, directory int) {
	t.Helper()
	tables := randomTables(rnd)
	g, err := graph.NewGraph(tables)
	if err != nil {
		t.Fatal(err)
	}
	tables.Hierarchies[facts.Car] = *NewHierarchy(g, facts.Car)
	var buf bytes.Buffer
	if _, err := graph.Write(&buf, tables, graph.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes(), int(binary.LittleEndian.Uint64(buf.Bytes()[24:]))
}

// useCorrupt asks of a file whatever a router can be asked.
func useCorrupt(t *testing.T, seed uint64, data []byte) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("seed %d: %v\n%s", seed, r, debug.Stack())
		}
	}()
	for _, opts := range [][]graph.Option{nil, {graph.Expand()}} {
		g, err := graph.Load(data, opts...)
		if err != nil {
			return
		}
		r := NewRouter(g)
		for m := facts.Walk; m <= facts.Car; m++ {
			r.WarmAll(m)
			askAll(r.NewSearch(), m)
		}
		r.Prepare(facts.Car)
		askAll(r.NewSearch(), facts.Car)
	}
}

func askAll(s *Search, m facts.Mode) {
	points := []geometry.Point{{Lon: 10_0010000, Lat: 50_0010000}, {Lon: 10_0100000, Lat: 50_0050000}}
	for _, no := range []bool{false, true} {
		q := Query{From: points[0], To: points[1], Mode: m, SnapM: 5000, NoHierarchy: no}
		s.Route(q)
		s.Alternatives(q, 2)
		q.Costs = s.r.Without(m, Ferries)
		s.Route(q)
	}
	s.Table(TableQuery{From: points, To: points, Mode: m, SnapM: 5000, WithDistance: true})
	s.Isochrone(IsochroneQuery{From: points[0], Mode: m, SnapM: 5000, LimitS: 600})
}
