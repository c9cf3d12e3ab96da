package build

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/osm"
	"graphbuild/osm/tags"
)

// scan reads ways and relations in one pass over each file and keeps those that the graph is made of: facts, name and node
// ids of streets, and turn restrictions with their members. What is no street (buildings, land use) leaves nothing behind.
//
// Memory: 34 bytes a street, each name once, and 8 bytes a node reference, 16 where the file has locations on ways.
func (r *run) scan(ctx context.Context) error {
	files := r.osmSources()
	if err := r.untilOrdered(func() error { return r.scanFiles(ctx, files) }); err != nil {
		return err
	}
	r.mergeWays()
	r.mergeRelations()
	if err := r.checkFound(files); err != nil {
		return err
	}
	return r.checkMemory()
}

// untilOrdered does a pass again where a file turns out not to be in the order that it claims, which its reader then
// knows: at most once a file.
func (r *run) untilOrdered(pass func() error) error {
	err := pass()
	for range r.osmSources() {
		if !errors.Is(err, osm.ErrMisordered) {
			break
		}
		err = pass()
	}
	return err
}

func (r *run) scanFiles(ctx context.Context, files []*source) error {
	r.ways, r.relations, r.names, r.facts, r.values = wayTable{refStart: []int{0}}, nil, interner{}, factTable{}, interner{}
	for number, s := range files {
		c := newCollector(r, number, mayRepeat(files))
		if err := osm.Scan(ctx, s.file, osm.Ways|osm.Relations, c.process, c.deliver); err != nil {
			return err
		}
	}
	return nil
}

// mayRepeat reports whether an object may come more than once, so that the versions of all objects must be kept.
func mayRepeat(files []*source) bool {
	if len(files) > 1 {
		return true
	}
	h := files[0].file.Header()
	return h.History || !h.Sorted
}

// checkFound refuses inputs without a street or a feed early.
func (r *run) checkFound(files []*source) error {
	if len(r.ways.id) > 0 || len(files) == 0 {
		return nil
	}
	if len(r.feedSources()) == 0 {
		return r.errEmpty()
	}
	r.addNoStreets(files)
	return nil
}

// errEmpty is the error of inputs that make an empty graph.
func (r *run) errEmpty() error {
	var names []string
	for _, s := range r.sources {
		names = append(names, s.name)
	}
	within := ""
	if r.config.BBox != nil {
		within = " within " + boxText(*r.config.BBox)
	}
	return fmt.Errorf("build: no street or stop in %s%s", strings.Join(names, ", "), within)
}

// wayTable has a row for each street, sorted by id once the scan has ended.
type wayTable struct {
	id        []int64
	version   []int32 // 0 where the file gives none
	facts     []uint32
	name      []uint32
	durationS []uint32
	file      []uint16 // number among the OpenStreetMap sources
	refStart  []int    // one more row than ways
	refs      []int64
	points    []geometry.Point // beside refs if any file has locations on ways, else empty
	extra     []wayExtra       // sorted by way
	attribute []wayAttribute   // sorted by way, then attribute
}

// noFacts marks a way that is deleted or no street: it hides older versions of itself in other files.
const noFacts = 1<<32 - 1

// wayExtra is what few ways have.
type wayExtra struct {
	way        int
	conditions []tags.Condition
	problems   []tags.Problem
}

// relation is a relation with turn restrictions.
type relation struct {
	id      int64
	version int32
	file    uint16
	deleted bool
	tags    tags.Relation
	members []member
}

// member is a member of a relation whose role says something.
type member struct {
	ref  int64
	kind osm.MemberType
	role string
}

// batch is what one block leaves behind.
type batch struct {
	ways      []scannedWay
	refs      []int64
	points    []geometry.Point
	relations []relation
}

// scannedWay is a way of a batch; its refs run from the end of the way before to refEnd.
type scannedWay struct {
	id      int64
	version int32
	street  bool
	refEnd  int
	tags    tags.Way
}

// collector appends the batches of one file to the tables of a run.
type collector struct {
	run     *run
	file    uint16
	keepAll bool // remember deleted ways and those that are no street
	readers sync.Pool
	batches sync.Pool // of those that have been delivered
}

func newCollector(r *run, number int, keepAll bool) *collector {
	c := &collector{run: r, file: uint16(number), keepAll: keepAll}
	c.readers.New = func() any { return tags.NewReader(r.config.Profile) }
	c.batches.New = func() any { return &batch{} }
	return c
}

// process runs on many goroutines and copies what is kept out of the block.
func (c *collector) process(b *osm.Block) (*batch, error) {
	reader := c.readers.Get().(*tags.Reader)
	defer c.readers.Put(reader)
	reader.Block(b)
	out := c.batches.Get().(*batch)
	for i := range b.Ways.ID {
		c.processWay(out, b, reader, i)
	}
	for i := range b.Relations.ID {
		c.processRelation(out, b, reader, i)
	}
	return out, nil
}

func (c *collector) processWay(out *batch, b *osm.Block, reader *tags.Reader, i int) {
	ways := &b.Ways
	w := scannedWay{id: ways.ID[i], version: ways.Version[i]}
	if !ways.IsDeleted(i) {
		w.tags, w.street = reader.Way(i)
	}
	if w.street {
		from, to := ways.RefStart[i], ways.RefStart[i+1]
		if w.tags.Area && to-from > 2 && ways.Ref[from] == ways.Ref[to-1] {
			w.tags.Edge.Type = facts.Area // its ring is walked along
		}
		out.refs = append(out.refs, ways.Ref[from:to]...)
		if ways.RefPoint != nil {
			out.points = append(out.points, ways.RefPoint[from:to]...)
		}
	}
	if w.street || c.keepAll {
		w.refEnd = len(out.refs)
		out.ways = append(out.ways, w)
	}
}

func (c *collector) processRelation(out *batch, b *osm.Block, reader *tags.Reader, i int) {
	rel := relation{id: b.Relations.ID[i], version: b.Relations.Version[i], file: c.file}
	if b.Relations.IsDeleted(i) {
		rel.deleted = true
		if c.keepAll {
			out.relations = append(out.relations, rel)
		}
		return
	}
	var ok bool
	if rel.tags, ok = reader.Relation(i); !ok {
		return
	}
	for m := b.Relations.MemberStart[i]; m < b.Relations.MemberStart[i+1]; m++ {
		rel.members = append(rel.members, member{
			ref: b.Relations.MemberRef[m], kind: b.Relations.MemberType[m], role: string(b.Strings[b.Relations.MemberRole[m]]),
		})
	}
	out.relations = append(out.relations, rel)
}

// deliver gets the batches in file order.
func (c *collector) deliver(b *batch) error {
	t := &c.run.ways
	base := len(t.refs)
	for i := range b.ways {
		c.appendWay(&b.ways[i], base)
	}
	t.refs = append(t.refs, b.refs...)
	if len(b.points) > 0 || len(t.points) > 0 {
		t.points = padPoints(t.points, base)
		t.points = padPoints(append(t.points, b.points...), len(t.refs))
	}
	if len(t.refs) > maxRefs {
		return errors.New("build: more than 2^32 node references in streets: cut the input into parts")
	}
	c.run.relations = append(c.run.relations, b.relations...)
	c.run.stage.Progress(int64(len(t.id)), 0, "streets")
	clear(b.ways) // lets go of the names
	*b = batch{ways: b.ways[:0], refs: b.refs[:0], points: b.points[:0]}
	c.batches.Put(b)
	return nil
}

// maxRefs is what the row numbers of pieces can hold.
const maxRefs = 1<<32 - 2

// padPoints fills up with points that are not there, for files without locations on ways beside others that have them.
func padPoints(points []geometry.Point, n int) []geometry.Point {
	for len(points) < n {
		points = append(points, noPoint)
	}
	return points
}

func (c *collector) appendWay(w *scannedWay, base int) {
	t := &c.run.ways
	row := len(t.id)
	t.id = append(t.id, w.id)
	t.version = append(t.version, w.version)
	t.file = append(t.file, c.file)
	t.refStart = append(t.refStart, base+w.refEnd)
	t.durationS = append(t.durationS, w.tags.DurationS)
	if !w.street {
		t.facts = append(t.facts, noFacts)
		t.name = append(t.name, 0)
		return
	}
	t.facts = append(t.facts, c.run.facts.row(w.tags.Edge))
	t.name = append(t.name, c.run.names.row(w.tags.Name))
	c.appendAttributes(row, w.tags.Attributes)
	if w.tags.Conditions != nil || w.tags.Problems != nil {
		t.extra = append(t.extra, wayExtra{row, w.tags.Conditions, w.tags.Problems})
	}
}

// interner numbers distinct strings from 0 in the order in which they come; the empty one is always 0.
type interner struct {
	number map[string]uint32
	text   []string
}

func (n *interner) row(s string) uint32 {
	if n.number == nil {
		n.number = map[string]uint32{"": 0}
		n.text = []string{""}
	}
	row, ok := n.number[s]
	if !ok {
		row = uint32(len(n.text))
		n.number[s] = row
		n.text = append(n.text, s)
	}
	return row
}

// factTable numbers distinct facts.
type factTable struct {
	number map[facts.Edge]graph.FactsID
	rows   []facts.Edge
}

func (f *factTable) row(e facts.Edge) uint32 {
	if f.number == nil {
		f.number = map[facts.Edge]graph.FactsID{}
	}
	row, ok := f.number[e]
	if !ok {
		row = graph.FactsID(len(f.rows))
		f.number[e] = row
		f.rows = append(f.rows, e)
	}
	return uint32(row)
}
