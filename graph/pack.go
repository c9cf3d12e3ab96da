package graph

import (
	"cmp"
	"encoding/json"
	"slices"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
)

// pack returns the stored form of the tables of streets and shapes of a graph in memory.
func pack(g *Graph) (*stored, error) {
	s, t := new(stored), g.tables
	text, err := json.Marshal(t.Meta)
	if err != nil {
		return nil, err
	}
	s.meta.JSON = encode.BlobOf(text)
	s.packVertices(g)
	order := factsOrder(t)
	s.packFacts(t, order)
	s.packPairs(t, order)
	s.packComponents(t)
	s.packShapes(t)
	s.areas.pack(&t.StreetAreas)
	s.index.Tree = encode.BlobOf(geometry.BuildIndex(g.leafBoxes()))
	s.packTypes(t.Meta.Stats)
	return s, nil
}

func (s *stored) packVertices(g *Graph) {
	v := &g.street
	flags := make([]bool, v.vertices)
	forward, backward := make([]uint32, v.vertices), make([]uint32, v.vertices)
	lat, lon := make([]int32, v.vertices), make([]int32, v.vertices)
	for i := range flags {
		flags[i] = v.special(VertexID(i))
		forward[i], backward[i] = v.fwd[i+1]-v.fwd[i], v.back[i+1]-v.back[i]
		lat[i], lon[i] = v.pos[i].Lat, v.pos[i].Lon
	}
	s.vertices.Degree.SetFrom(forward, backward, flags)
	s.vertices.Point = encode.PointsOf(lat, lon)
	s.vertices.NodeID = g.tables.Vertices.NodeID
	ref := make([]uint32, v.pairs)
	for to := range v.vertices {
		for i := v.back[to]; i < v.back[to+1]; i++ {
			ref[i] = v.fwd[to] - 1 - uint32(v.backPair[i])
		}
	}
	s.pairs.Ref = encode.NewRecords(ref)
}

// factsOrder returns the new number of each row of facts: distinct used rows by falling frequency, then old number.
func factsOrder(t *Tables) []FactsID {
	type row struct {
		n     int
		first int
	}
	rows := make(map[facts.Edge]*row)
	for i, f := range t.Facts {
		if rows[f] == nil {
			rows[f] = &row{first: i}
		}
	}
	pairs := make([]int, len(t.Facts))
	for _, f := range t.Pairs.Facts {
		if int(f) < len(pairs) {
			pairs[f]++
		}
	}
	for i, n := range pairs {
		rows[t.Facts[i]].n += n
	}
	distinct := make([]*row, 0, len(rows))
	for _, r := range rows {
		distinct = append(distinct, r)
	}
	slices.SortFunc(distinct, func(a, b *row) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.first, b.first)) })
	number := make(map[*row]FactsID, len(rows))
	for i, r := range distinct {
		number[r] = FactsID(i)
	}
	order := make([]FactsID, len(t.Facts))
	for i, f := range t.Facts {
		order[i] = number[rows[f]]
	}
	return order
}

func (s *stored) packFacts(t *Tables, order []FactsID) {
	n := 0
	for _, f := range order {
		n = max(n, int(f)+1)
	}
	rows := make([]facts.Edge, n)
	for i, f := range order {
		rows[f] = t.Facts[i]
	}
	for _, f := range rows {
		s.facts.Type.Append(f.Type)
		s.facts.Class.Append(f.Class)
		s.facts.Modes.Append(f.Modes[:]...)
		s.facts.Speed.Append(f.Speed[:]...)
		s.facts.Flags.Append(f.Flags)
		if f.Limited == ([2][3]facts.Limited{}) {
			s.facts.Limited.Append()
			continue
		}
		s.facts.Limited.Append(slices.Concat(f.Limited[0][:], f.Limited[1][:])...)
	}
}

func (s *stored) packPairs(t *Tables, order []FactsID) {
	p := &t.Pairs
	gap, kind := make([]uint32, len(p.From)), make([]uint32, len(p.From))
	for i := range gap {
		gap[i] = uint32(p.To[i] - p.From[i])
		if f := p.Facts[i]; int(f) < len(order) {
			kind[i] = uint32(order[f])
		}
	}
	s.pairs.Record = encode.NewRecords(gap, kind, p.LengthDM)
	s.pairs.Way, s.pairs.Reversed = p.Way, encode.BitsOf(p.Reversed)
	s.pairs.DurationPair, s.pairs.DurationS = p.DurationPair, p.DurationS
	layout := encode.BlockLayout{Rows: len(gap), BlockRows: pairsPerLeaf, Contexts: polylineContexts, Numbers: 2 * (len(gap) + len(p.Inner))}
	s.pairs.Inner = encode.NewCustomBlocks(layout, func(w *encode.BlockWriter, block int) {
		for i := block * pairsPerLeaf; i < min((block+1)*pairsPerLeaf, len(gap)); i++ {
			ends := lineEnds{t.Vertices.Point[p.From[i]], t.Vertices.Point[p.To[i]]}
			putLine(w, ends, p.Inner[p.InnerStart[i]:p.InnerStart[i+1]])
		}
	})
}

// componentTriple is the component of a vertex for each routed mode.
type componentTriple [3]uint32

func (c *Components) tripleOf(v int) (x componentTriple) {
	for m := range c.Of {
		x[m] = NoComponent
		if v < len(c.Of[m]) {
			x[m] = c.Of[m][v]
		}
	}
	return x
}

// packComponents numbers the distinct triples, which are as many as the components in all, by falling frequency.
func (s *stored) packComponents(t *Tables) {
	number := make(map[componentTriple]uint32)
	var rows []componentTriple
	var count []int
	of := make([]uint32, len(t.Vertices.Point))
	var last componentTriple
	for v := range of {
		x := t.Components.tripleOf(v)
		if v > 0 && x == last { // neighbours mostly are of the same
			of[v] = of[v-1]
		} else if n, ok := number[x]; ok {
			of[v] = n
		} else {
			of[v] = uint32(len(rows))
			number[x], rows, count = of[v], append(rows, x), append(count, 0)
		}
		count[of[v]]++
		last = x
	}
	s.components.fill(rows, count, of)
}

// fill stores the triples and the number of each vertex; equally frequent ones in order of their components, which packs
// well.
func (c *storedComponents) fill(rows []componentTriple, count []int, of []uint32) {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), slices.Compare(rows[a][:], rows[b][:]))
	})
	place := make([]uint32, len(rows))
	for n, i := range order {
		place[i] = uint32(n)
		c.Walk.Append(rows[i][facts.Walk])
		c.Bike.Append(rows[i][facts.Bike])
		c.Car.Append(rows[i][facts.Car])
	}
	for v := range of {
		of[v] = place[of[v]]
	}
	c.Triple = encode.ColOf(of)
}

// shapesPerBlock are few, since a shape has hundreds of points.
const shapesPerBlock = 1

func (s *stored) packShapes(t *Tables) {
	n := t.Shapes.ID.Len()
	s.shapes.Feed, s.shapes.ID = t.Shapes.Feed, t.Shapes.ID
	line := func(i int) []geometry.Point { return t.Shapes.Point[t.Shapes.Start[i]:t.Shapes.Start[i+1]] }
	var lat, lon [2][]int32
	for i := range n {
		points := line(i)
		s.shapes.Points.Append(uint8(min(len(points), 2)))
		var ends [2]geometry.Point
		if len(points) > 0 {
			ends = [2]geometry.Point{points[0], points[len(points)-1]}
		}
		for e, p := range ends {
			lat[e], lon[e] = append(lat[e], p.Lat), append(lon[e], p.Lon)
		}
	}
	s.shapes.First, s.shapes.Last = encode.PointsOf(lat[0], lon[0]), encode.PointsOf(lat[1], lon[1])
	layout := encode.BlockLayout{Rows: n, BlockRows: shapesPerBlock, Contexts: polylineContexts}
	s.shapes.Inner = encode.NewCustomBlocks(layout, func(w *encode.BlockWriter, i int) {
		if points := line(i); len(points) > 2 {
			last := len(points) - 1
			putLine(w, lineEnds{points[0], points[last]}, points[1:last])
		} else {
			putLine(w, lineEnds{}, nil)
		}
	})
}

// packTypes lists the registered types that are counted in the statistics.
func (s *stored) packTypes(stats Stats) {
	for _, x := range VertexTypes {
		if stats.Vertices.ByType[x.Name] > 0 {
			s.vertexTypes.Number.Append(uint8(x.Number))
			s.vertexTypes.Name.Append(x.Name)
		}
	}
	for _, x := range EdgeTypes {
		if stats.Edges.ByType[x.Name] > 0 {
			s.edgeTypes.Number.Append(uint8(x.Number))
			s.edgeTypes.Name.Append(x.Name)
		}
	}
}
