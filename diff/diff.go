// Package diff compares two graphs by the ids of OpenStreetMap and GTFS, which stay from build to build, and not by their
// own numbers, which do not: streets by way and ends, turn restrictions by relation and ways, stops, routes, trips, services
// and all else of a feed by its label and their ids.
//
// It works through the keys of both graphs in order, a part at a time: each part takes the keys that a hash puts there, so
// that memory is bounded whatever the size (60 bytes for each of at most half a million rows of each graph), and a larger
// graph is read more often.
package diff

import (
	"context"
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// Change says what became of an object from the first graph to the second.
type Change string

const (
	Added   Change = "added"
	Removed Change = "removed"
	Changed Change = "changed"
	// Moved is a change of position alone: of a stop, or of the points of a street.
	Moved Change = "moved"
)

// Item is an object that differs.
type Item struct {
	Kind   string // as in Counts
	Change Change
	// Object names it: way/1, relation/1, node/1, FEED:ID; empty in graphs without ids of OSM.
	Object string
	Name   string
	// Nodes are the nodes of OSM at the ends of a street, zeros where there are none.
	Nodes [2]int64
	// What has changed: "name", "speed", "geometry" and so on. Empty for what was added or removed.
	What []string
	// MovedM is how far a stop went, in metres.
	MovedM float64
	// Line is where it is: in the second graph, or where it was removed in the first. Empty for what has no place.
	Line []geometry.Point
}

// Counts are how many objects of a kind differ.
type Counts struct {
	Kind    string `json:"kind"`
	Equal   int    `json:"equal"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Changed int    `json:"changed"`
	Moved   int    `json:"moved"`
}

// Differing returns how many objects were added, removed, changed or moved.
func (c Counts) Differing() int { return c.Added + c.Removed + c.Changed + c.Moved }

func (c *Counts) add(x Change) {
	switch x {
	case Added:
		c.Added++
	case Removed:
		c.Removed++
	case Changed:
		c.Changed++
	case Moved:
		c.Moved++
	}
}

// Options are the options of Compare. The zero value works.
type Options struct {
	// Progress is called now and then, on the goroutine of Compare, with how many objects of both graphs have been compared.
	Progress func(done, total int)
}

// Compare compares graph a, the older, with b. It calls each for every object that differs, kind by kind in an order that
// depends on the graphs alone, and returns the counts of each kind. An error of each, or a context that is done, ends it.
func Compare(ctx context.Context, a, b *graph.Graph, o Options, each func(Item) error) ([]Counts, error) {
	c := comparison{ctx: ctx, each: each, partRows: partRows, progress: o.Progress}
	c.a, c.b = sidesOf(a, b)
	return c.run()
}

// rowsBetweenLooks is after how many rows it is looked whether the context is done.
const rowsBetweenLooks = 1 << 10

// partRows is how many rows of a graph are compared at a time, about.
const partRows = 1 << 19

// comparison is the state of Compare.
type comparison struct {
	ctx      context.Context
	a, b     *side
	each     func(Item) error
	partRows int

	progress    func(done, total int) // may be nil
	done, total int                   // rows of both graphs
}

func (c *comparison) run() ([]Counts, error) {
	var all []Counts
	for _, k := range kinds {
		c.total += k.count(c.a) + k.count(c.b)
	}
	for _, k := range kinds {
		counts, err := c.compareKind(&k)
		if err != nil {
			return nil, err
		}
		all = append(all, counts)
	}
	return all, nil
}

// kind is a sort of objects that graphs are compared by.
type kind struct {
	name string
	// count says how many rows there are, at most.
	count func(s *side) int
	// rows calls yield for the rows whose key is in the part, until it returns false.
	rows func(s *side, p part, yield func(row) bool)
	// what lists what differs between row x of a and row y of b.
	what func(a, b *side, x, y uint32) []string
	// describe fills the object, name and place of a row.
	describe func(s *side, ref uint32, out *Item)
}

// kinds are all kinds, in the order of the answer.
var kinds = []kind{
	{"streets", countStreets, streetRows, streetWhat, describeStreet},
	{"barriers", countBarriers, barrierRows, barrierWhat, describeBarrier},
	{"restrictions", countRestrictions, restrictionRows, restrictionWhat, describeRestriction},
	{"stops", countStops, stopRows, stopWhat, describeStop},
	recordKind("routes", countRoutes, routeOf),
	{"trips", countTrips, tripRows, tripWhat, describeTrip},
	{"services", countServices, serviceRows, serviceWhat, describeService},
	recordKind("transfers", countTransfers, transferOf),
	recordKind("pathways", countPathways, pathwayOf),
	recordKind("areas", countAreas, areaOf),
	recordKind("trips on demand", countFlexTrips, flexTripOf),
	recordKind("agencies", countAgencies, agencyOf),
	recordKind("feeds", countFeeds, feedOf),
	recordKind("files", countRawTables, rawTableOf),
}

// compareKind compares all rows of a kind, part by part.
func (c *comparison) compareKind(k *kind) (Counts, error) {
	counts := Counts{Kind: k.name}
	parts := uint64(max(k.count(c.a), k.count(c.b))/c.partRows + 1)
	var x, y []row
	for i := range parts {
		p := part{i, parts}
		if c.progress != nil {
			c.progress(c.done, c.total)
		}
		x, y = c.rowsOf(x[:0], k, c.a, p), c.rowsOf(y[:0], k, c.b, p)
		if err := context.Cause(c.ctx); err != nil {
			return counts, err
		}
		if err := c.merge(k, x, y, &counts); err != nil {
			return counts, err
		}
		c.done += len(x) + len(y)
	}
	return counts, nil
}

// rowsOf returns the rows of a part, sorted; not all where the context is done.
func (c *comparison) rowsOf(buf []row, k *kind, s *side, p part) []row {
	k.rows(s, p, func(r row) bool {
		buf = append(buf, r)
		return len(buf)%rowsBetweenLooks != 0 || c.ctx.Err() == nil
	})
	slices.SortFunc(buf, compareRows)
	return buf
}

// merge walks through the rows of both graphs in the order of their keys.
func (c *comparison) merge(k *kind, x, y []row, counts *Counts) error {
	for len(x) > 0 || len(y) > 0 {
		if err := context.Cause(c.ctx); err != nil {
			return err
		}
		n, m := firstGroup(x, y), firstGroup(y, x)
		if err := c.group(k, x[:n], y[:m], counts); err != nil {
			return err
		}
		x, y = x[n:], y[m:]
	}
	return nil
}

// firstGroup returns how many rows at the head of x have the smallest key of x and y.
func firstGroup(x, y []row) int {
	if len(x) == 0 || len(y) > 0 && y[0].key.compare(x[0].key) < 0 {
		return 0
	}
	n := 1
	for n < len(x) && x[n].key == x[0].key {
		n++
	}
	return n
}

// group compares the rows with one key, of which there may be several: two ways from one node to another. Those that are
// equal go together, of the others the first with the first.
func (c *comparison) group(k *kind, x, y []row, counts *Counts) error {
	x, y, equal := withoutEqual(x, y)
	counts.Equal += equal
	for i := range max(len(x), len(y)) {
		item := Item{Kind: k.name, Change: Changed}
		switch {
		case i >= len(x):
			item.Change = Added
			k.describe(c.b, y[i].ref, &item)
		case i >= len(y):
			item.Change = Removed
			k.describe(c.a, x[i].ref, &item)
		default:
			c.describeChange(k, x[i].ref, y[i].ref, &item)
		}
		counts.add(item.Change)
		if err := c.each(item); err != nil {
			return err
		}
	}
	return nil
}

// describeChange fills what is in both graphs and differs.
func (c *comparison) describeChange(k *kind, x, y uint32, item *Item) {
	item.What = k.what(c.a, c.b, x, y)
	k.describe(c.b, y, item)
	if !onlyPlace(item.What) {
		return
	}
	item.Change = Moved
	if item.What[0] == position {
		var before Item
		k.describe(c.a, x, &before)
		item.MovedM = geometry.Distance(before.Line[0], item.Line[0])
	}
}

// What tells of places.
const (
	position  = "position"
	points    = "geometry"
	lengthDue = "length"
)

// onlyPlace reports whether nothing but the place differs.
func onlyPlace(what []string) bool {
	other := slices.ContainsFunc(what, func(w string) bool { return w != position && w != points && w != lengthDue })
	return len(what) > 0 && !other
}

// withoutEqual returns the rows of each side without those that have an equal one on the other, and how many there were.
// Rows are sorted by digest.
func withoutEqual(x, y []row) (restX, restY []row, equal int) {
	if len(x) == 1 && len(y) == 1 && x[0].digest == y[0].digest {
		return nil, nil, 1
	}
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0].digest == y[0].digest:
			x, y, equal = x[1:], y[1:], equal+1
		case x[0].digest < y[0].digest:
			restX, x = append(restX, x[0]), x[1:]
		default:
			restY, y = append(restY, y[0]), y[1:]
		}
	}
	return append(restX, x...), append(restY, y...), equal
}
