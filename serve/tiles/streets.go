package tiles

import (
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// routedMode is a mode whose directions and components are on tiles, with the names of its properties.
type routedMode struct {
	mode                facts.Mode
	name, part, limited string
}

var routedModes = [...]routedMode{
	{facts.Walk, "walk", "walk_part", "walk_limited"},
	{facts.Bike, "bike", "bike_part", "bike_limited"},
	{facts.Car, "car", "car_part", "car_limited"},
}

// street is an edge pair on the tile.
type street struct {
	pair  graph.PairRow // without its line
	facts *facts.Edge
	rank  rank
	parts orb.MultiLineString // on the tile; nil where streets are yet to be joined
	line  []geometry.Point    // all of it, to be joined
}

// streets adds the layer of streets.
func (d *drawing) streets() error {
	d.last = rankAt(d.zoom)
	var found []street
	for _, block := range d.blocks() {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		found = d.appendStreets(found, block)
	}
	found = d.withinBound(found)
	l := newLayerWriter("streets")
	if d.zoom < singleZoom {
		d.join(l, found)
	} else {
		for i := range found {
			d.single(l, &found[i])
		}
	}
	d.tile = l.appendTo(d.tile)
	return nil
}

// blocks returns the blocks that may have streets on the tile. Where these are too many, fewer ranks are shown.
func (d *drawing) blocks() []int {
	all := slices.Collect(d.g.PairBlocksIn(d.box))
	if d.zoom >= singleZoom && len(all) <= maxBlocks {
		return all
	}
	ranks := d.ranks()
	var count [len(rules)]int
	for _, block := range all {
		count[ranks[block]]++
	}
	d.showAtMost(maxBlocks, count[:])
	return slices.DeleteFunc(all, func(block int) bool { return ranks[block] > d.last })
}

// showAtMost lowers the last rank that is shown until those that are have at most so many things together.
func (d *drawing) showAtMost(most int, countOfRank []int) {
	sum := 0
	for r, n := range countOfRank[:d.last+1] {
		if sum += n; sum > most {
			d.last, d.truncated = rank(r)-1, true
			return
		}
	}
}

// withinBound leaves out the last ranks where there are too many streets.
func (d *drawing) withinBound(found []street) []street {
	var count [len(rules)]int
	for i := range found {
		count[found[i].rank]++
	}
	d.showAtMost(maxStreets, count[:])
	return slices.DeleteFunc(found, func(x street) bool { return x.rank > d.last })
}

// blockRanks returns the first rank in each block.
func (s *Source) blockRanks() []rank {
	out := make([]rank, s.g.NumPairBlocks())
	for i := range out {
		out[i] = lastRank
	}
	var arcs []graph.Arc
	for v := range graph.VertexID(s.g.NumStreetVertices()) {
		arcs = s.g.AppendArcs(arcs[:0], v)
		for _, a := range arcs {
			block := int(a.Edge) / (2 * graph.PairsPerBlock)
			out[block] = min(out[block], rankOf(s.g.FactsAt(a.Facts).Class))
		}
	}
	return out
}

// appendStreets appends those of a block that are on the tile.
func (d *drawing) appendStreets(found []street, block int) []street {
	for row := range d.g.PairsOfBlock(block) {
		f := d.g.FactsAt(row.Facts)
		r := rankOf(f.Class)
		if r > d.last || !d.touches(row.Line) {
			continue
		}
		x := street{pair: *row, facts: f, rank: r}
		x.pair.Line = nil
		if d.zoom < singleZoom {
			x.line = slices.Clone(row.Line)
		} else if x.parts = d.frame.lines(row.Line, true); len(x.parts) == 0 {
			continue
		}
		found = append(found, x)
	}
	return found
}

// touches reports whether the box around a line meets that of the tile.
func (d *drawing) touches(line []geometry.Point) bool {
	b := geometry.EmptyBox()
	b.AddLine(line)
	return b.Intersects(d.box)
}

// label returns a name as maps write it: OpenStreetMap has semicolons between several, as in "I 95;US 202".
func label(name string) string {
	if !strings.Contains(name, ";") {
		return name
	}
	list := strings.Split(name, ";")
	for i, one := range list {
		list[i] = strings.TrimSpace(one)
	}
	return strings.Join(list, ", ")
}

// single adds a street as a feature.
func (d *drawing) single(l *layerWriter, x *street) {
	l.text("class", x.facts.Class.String())
	if x.facts.Type != facts.Street {
		l.text("type", graph.EdgeTypeName(x.facts.Type))
	}
	way, name, ok := d.g.WayOf(x.pair.Way)
	if ok {
		l.number("way", way)
	}
	l.text("name", label(name))
	for i := range routedModes {
		d.addMode(l, x, &routedModes[i])
	}
	for i := range flags {
		l.yes(flags[i].name, x.facts.Flags&flags[i].flag != 0)
	}
	l.lines(uint64(x.pair.ID), x.parts)
}

// flags are the facts that are properties of their own.
var flags = [...]struct {
	flag facts.Flags
	name string
}{{facts.Bridge, "bridge"}, {facts.Tunnel, "tunnel"}, {facts.Toll, "toll"}, {facts.Unpaved, "unpaved"}}

// addMode adds where a mode may go, how fast a car, and in which component.
func (d *drawing) addMode(l *layerWriter, x *street, m *routedMode) {
	along := directions(x.facts, m.mode)
	if along == 0 {
		return
	}
	l.number(m.name, int64(along))
	if c, ok := d.component(x, m.mode); ok {
		l.number(m.part, int64(c))
	}
	l.yes(m.limited, x.facts.Limited[0][m.mode] != facts.Unlimited || x.facts.Limited[1][m.mode] != facts.Unlimited)
	if m.mode == facts.Car {
		l.number("kmh", int64(max(x.facts.Speed[0], x.facts.Speed[1]).KMH()+0.5))
	}
}

// directions returns 1 where a mode may go along an edge pair, 2 against it, 3 both, 0 neither.
func directions(f *facts.Edge, m facts.Mode) int {
	d := 0
	for i, modes := range f.Modes {
		if modes.Has(m) {
			d |= 1 << i
		}
	}
	return d
}

// component returns the component of a street: of its ends that which is not the largest.
func (d *drawing) component(x *street, m facts.Mode) (int, bool) {
	c := max(d.g.Component(x.pair.From, m), d.g.Component(x.pair.To, m))
	return int(c), c != graph.NoComponent
}
