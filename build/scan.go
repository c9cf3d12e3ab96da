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
// ids of streets, turn restrictions with their members, areas with the ways that bound them, and walls. What is none of
// these (buildings, land use) leaves nothing behind.
//
// Memory: 34 bytes a street or wall, each name once, and 8 bytes a node reference, 16 where the file has locations on ways.
func (r *run) scan(ctx context.Context) error {
	files := r.osmSources()
	if err := r.untilOrdered(func() error { return r.scanFiles(ctx, files) }); err != nil {
		return err
	}
	r.differing = nil
	r.mergeWays()
	r.mergeRelations()
	r.joinRings()
	r.takeWalls()
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

// scanFiles reads the relations of sorted files first, so that the pass over ways knows those that bound areas.
func (r *run) scanFiles(ctx context.Context, files []*source) error {
	r.ways, r.relations, r.names, r.facts, r.values = wayTable{refStart: []int{0}}, nil, interner{}, factTable{}, interner{}
	r.rings = ringSet{}
	for number, s := range files {
		if isOrdered(s.file) {
			if err := r.scanFile(ctx, number, osm.Relations); err != nil {
				return err
			}
		}
	}
	r.rings = r.ringsOf(r.relations)
	for number, s := range files {
		want := osm.Ways | osm.Relations
		if isOrdered(s.file) {
			want = osm.Ways
		}
		if err := r.scanFile(ctx, number, want); err != nil {
			return err
		}
	}
	return r.scanRings(ctx, files)
}

// isOrdered reports whether relations can be read without the ways.
func isOrdered(f *osm.File) bool { return f.Header().Format == osm.PBF && f.Header().Sorted }

func (r *run) scanFile(ctx context.Context, number int, want osm.Kinds) error {
	files := r.osmSources()
	if want&osm.Ways != 0 {
		files[number].wayBlocks = map[int]idRange{}
	}
	c := newCollector(r, number, mayRepeat(files))
	return osm.Scan(ctx, files[number].file, want, c.process, func(b *batch) error {
		if want&osm.Ways != 0 { // the pass over relations alone is a short one
			r.showRead(files, number)
		}
		return c.deliver(b)
	})
}

// showRead shows how much of the files has been read, the pass being in one of them.
func (r *run) showRead(files []*source, number int) {
	done, total := files[number].file.Progress()
	for i, s := range files {
		switch _, read := s.file.Progress(); {
		case i < number:
			done, total = done+read, total+read
		case i > number:
			total += max(s.bytes, read)
		}
	}
	r.stage.Progress(done, total, "bytes")
}

// mayRepeat reports whether an object may come more than once, the versions not one after the other, so that those of all
// objects must be kept.
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
		within = " within " + boxText(*r.config.BBox) + " (west, south, east, north)"
	}
	return fmt.Errorf("build: no street or stop in %s%s%s", strings.Join(names, ", "), within, r.remark())
}

// remark quotes what a server wrote into its answer when it could not give all of it.
func (r *run) remark() string {
	for _, i := range r.report.Issues() {
		if i.Code == "osm_overpass_remark" {
			return ": " + i.Message
		}
	}
	return ""
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
	wall      []wayWall        // sorted by way; until walls are taken
	attribute []wayAttribute   // sorted by way, then attribute
}

// What stands in place of facts for a way that is no street. After the scan there are none of these.
const (
	goneFacts   = 1<<32 - 1 - iota // deleted: it hides older versions of itself
	noFacts                        // neither a street nor one of the next: so does it
	wallFacts                      // until takeWalls
	ringFacts                      // bounds an area, until joinRings gives it the facts of its relation
	streetFacts = ringFacts - 1    // the largest number of facts
)

// wayExtra is what few ways have.
type wayExtra struct {
	way        int
	conditions []tags.Condition
	problems   []tags.Problem
	level      string // of an area
	apart      bool   // on a layer of its own without being a bridge or tunnel
}

// relation is a relation that the graph needs: with turn restrictions, of a ferry, of an area.
type relation struct {
	id       int64
	version  int32
	file     uint16
	presence presence // of those that are kept it is useful; others hide older versions of themselves
	tags     tags.Relation
	members  []member
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
	seq       int
	ids       idRange // of all ways of the block
}

// scannedWay is a way of a batch; its refs run from the end of the way before to refEnd.
type scannedWay struct {
	id      int64
	version int32
	facts   uint32 // streetFacts for any street, else what stands in their place
	refEnd  int
	tags    tags.Way  // of a street
	wall    tags.Wall // of a wall, which may bound an area too
}

// collector appends the batches of one file to the tables of a run.
type collector struct {
	run     *run
	file    uint16
	keepAll bool // remember all deleted ways and relations and those that the graph does not need, not only what comes twice in a row
	readers sync.Pool
	batches sync.Pool // of those that have been delivered
}

func newCollector(r *run, number int, keepAll bool) *collector {
	c := &collector{run: r, file: uint16(number), keepAll: keepAll}
	c.readers.New = func() any { return tags.NewReader(r.config.Profile) }
	c.batches.New = func() any { return &batch{} }
	return c
}

func (c *collector) reader() *tags.Reader { return c.readers.Get().(*tags.Reader) }
func (c *collector) batch() *batch        { return c.batches.Get().(*batch) }

// process runs on many goroutines and copies what is kept out of the block.
func (c *collector) process(b *osm.Block) (*batch, error) {
	reader := c.reader()
	defer c.readers.Put(reader)
	reader.Block(b)
	out := c.batch()
	out.seq, out.ids = b.Seq, rangeOf(b.Ways.ID)
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
	w := scannedWay{id: ways.ID[i], version: ways.Version[i], facts: goneFacts}
	from, to := ways.RefStart[i], ways.RefStart[i+1]
	if !ways.IsDeleted(i) {
		w.read(reader, i, c.run.rings)
	}
	if w.tags.Area && to-from > 2 && ways.Ref[from] == ways.Ref[to-1] {
		w.tags.Edge.Type = facts.Area // its ring is walked along
	}
	switch needed := w.facts < noFacts; {
	case needed:
		out.refs = append(out.refs, ways.Ref[from:to]...)
		if ways.RefPoint != nil {
			out.points = append(out.points, ways.RefPoint[from:to]...)
		}
	case !c.keepAll && !repeats(ways.ID, i):
		return
	}
	w.refEnd = len(out.refs)
	out.ways = append(out.ways, w)
}

// read says what a way that is not deleted is to the graph.
func (w *scannedWay) read(reader *tags.Reader, i int, rings ringSet) {
	if t, ok := reader.Way(i); ok {
		w.tags, w.facts = t, streetFacts
		return
	}
	w.facts = noFacts
	if wall, ok := reader.Wall(i); ok {
		w.wall, w.facts = wall, wallFacts
	}
	if rings.has(w.id) {
		w.facts = ringFacts
	}
}

func (c *collector) processRelation(out *batch, b *osm.Block, reader *tags.Reader, i int) {
	relations := &b.Relations
	rel := relation{id: relations.ID[i], version: relations.Version[i], file: c.file}
	if !relations.IsDeleted(i) {
		rel.presence = useless
		if t, ok := reader.Relation(i); ok {
			rel.tags, rel.presence = t, useful
		}
	}
	switch {
	case rel.presence == useful:
		rel.members = membersOf(b, i)
	case !c.keepAll && !repeats(relations.ID, i):
		return
	}
	out.relations = append(out.relations, rel)
}

// membersOf copies the members of a relation out of its block.
func membersOf(b *osm.Block, i int) []member {
	relations := &b.Relations
	var list []member
	for m := relations.MemberStart[i]; m < relations.MemberStart[i+1]; m++ {
		list = append(list, member{
			ref: relations.MemberRef[m], kind: relations.MemberType[m], role: string(b.Strings[relations.MemberRole[m]]),
		})
	}
	return list
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
	if uint64(len(t.refs)) > maxRefs {
		return errors.New("build: more than 2^32 node references in streets: cut the input into parts")
	}
	c.run.relations = append(c.run.relations, b.relations...)
	if b.ids.low <= b.ids.high {
		s := c.run.osmSources()[c.file]
		s.wayBlocks[b.seq] = b.ids
	}
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
	t.name = append(t.name, c.run.names.row(w.tags.Name))
	if w.wall.Barrier != "" {
		t.wall = append(t.wall, wayWall{row, w.wall})
	}
	if w.facts != streetFacts {
		t.facts = append(t.facts, w.facts)
		return
	}
	t.facts = append(t.facts, c.run.facts.row(w.tags.Edge))
	c.appendAttributes(row, w.tags.Attributes)
	e := wayExtra{way: row, conditions: w.tags.Conditions, problems: w.tags.Problems}
	e.apart = w.tags.Apart && w.tags.Edge.Flags&(facts.Bridge|facts.Tunnel) == 0
	if w.tags.Edge.Type == facts.Area {
		e.level = w.tags.Levels
	}
	if e.conditions != nil || e.problems != nil || e.apart || e.level != "" {
		t.extra = append(t.extra, e)
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
