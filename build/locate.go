package build

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/osm"
	"graphbuild/osm/tags"
)

// nodeTable has a row, called a slot, for each node that a street refers to, sorted by id.
//
// Memory: 17 bytes a node, 22 if a node may come in several versions.
type nodeTable struct {
	id       []int64
	point    []geometry.Point // noPoint where no input has the node
	arrivals arrivals         // while nodes come
	use      []uint8          // split: a set of the use constants
	facts    []nodeFacts      // sorted by slot, one each
}

// nodeFacts is what the tags of a node say, for the few that say something, and for the openings of walls.
type nodeFacts struct {
	slot uint32
	file uint16
	ok   bool // false: a newer version of the node says nothing any more
	tags tags.Node
}

// noPoint is the position of a node that is not there.
var noPoint = geometry.Point{Lon: math.MinInt32, Lat: math.MinInt32}

func (t *nodeTable) known(slot uint32) bool { return t.point[slot] != noPoint }

// locate finds the positions of the nodes of all streets in one pass over the nodes of each file. Blocks whose nodes are
// sorted, as nearly all are, are merged with the sorted ids. Positions that a file gives with its ways fill what is left.
//
// Memory: 16 bytes a node reference while the ids are sorted, then 4, and those of nodeTable.
func (r *run) locate(ctx context.Context) error {
	files := r.osmSources()
	err := r.locateNodes(ctx, files)
	if errors.Is(err, osm.ErrMisordered) { // the pass over ways may have stopped too early as well
		err = r.untilOrdered(func() error {
			if err := r.scan(ctx); err != nil {
				return err
			}
			return r.locateNodes(ctx, files)
		})
	}
	if err != nil {
		return err
	}
	if err := r.awaitHashes(); err != nil {
		return err
	}
	r.reportScan(files)
	for _, s := range files {
		s.close()
	}
	r.settleNodes()
	r.nodes.settleFacts()
	r.slots = r.nodes.slotsOf(r.ways.refs)
	r.fillFromWays()
	r.reportMissing()
	r.reportWays()
	r.ways.refs, r.ways.points = nil, nil
	return nil
}

func (r *run) locateNodes(ctx context.Context, files []*source) error {
	r.wallNodes = nil
	r.nodes = nodeTable{id: r.findWallNodes(usedIDs(r.ways.refs))}
	r.nodes.point = slices.Repeat([]geometry.Point{noPoint}, len(r.nodes.id))
	r.nodes.arrivals = newArrivals(len(r.nodes.id), len(files) > 0 && mayRepeat(files))
	for number, s := range files {
		l := newLocator(r, number)
		if err := osm.Scan(ctx, s.file, osm.Nodes, l.process, l.deliver); err != nil {
			return err
		}
	}
	return nil
}

// usedIDs returns the distinct ids, sorted.
func usedIDs(refs []int64) []int64 {
	keys := make([]uint64, len(refs))
	for i, ref := range refs {
		keys[i] = idKey(ref)
	}
	keys = slices.Compact(sortKeys(keys, make([]uint64, len(keys))))
	ids := make([]int64, len(keys))
	for i, key := range keys {
		ids[i] = keyID(key)
	}
	return ids
}

// located are the used nodes of one block.
type located struct {
	slot    []uint32
	point   []geometry.Point
	version []int32
	facts   []locatedFacts // in the order of slot
}

// locatedFacts are what the tags of a used node say. A block may hold several versions of one node, so that the slot does not
// tell which of them says so.
type locatedFacts struct {
	row   int // in the columns of located
	facts nodeFacts
}

// locator matches the nodes of one file.
type locator struct {
	run     *run
	file    uint16
	readers sync.Pool
	founds  sync.Pool // of those that have been delivered
}

func newLocator(r *run, number int) *locator {
	l := &locator{run: r, file: uint16(number)}
	l.readers.New = func() any { return tags.NewReader(r.config.Profile) }
	l.founds.New = func() any { return &located{} }
	return l
}

// process runs on many goroutines; what it finds is stored by deliver, in file order.
func (l *locator) process(b *osm.Block) (*located, error) {
	nodes := &b.Nodes
	out := l.founds.Get().(*located)
	if len(nodes.ID) == 0 {
		return out, nil
	}
	reader := l.readers.Get().(*tags.Reader)
	defer l.readers.Put(reader)
	reader.Block(b)
	match := matcher{ids: l.run.nodes.id}
	for i, id := range nodes.ID {
		slot, ok := match.find(id)
		if !ok || nodes.Valid != nil && !nodes.Valid[i] && !nodes.IsDeleted(i) { // those deleted need no position
			continue
		}
		l.take(out, b, reader, nodeAt{i, slot})
	}
	return out, nil
}

// nodeAt is node i of a block, which has a slot.
type nodeAt struct {
	i    int
	slot uint32
}

func (l *locator) take(out *located, b *osm.Block, reader *tags.Reader, n nodeAt) {
	nodes := &b.Nodes
	point := nodes.Point[n.i]
	if nodes.IsDeleted(n.i) {
		point = noPoint
	} else if nodes.Tags.Start[n.i] != nodes.Tags.Start[n.i+1] {
		if t, ok := reader.Node(n.i); ok {
			out.say(nodeFacts{ok: true, tags: t})
		} else if l.run.isWallNode(nodes.ID[n.i]) && reader.Opens(n.i) {
			out.say(nodeFacts{ok: true, tags: tags.Node{Pass: facts.AllModes, Type: facts.StreetVertex}})
		}
	}
	out.slot = append(out.slot, n.slot)
	out.point = append(out.point, point)
	out.version = append(out.version, nodes.Version[n.i])
}

// say notes the facts of the node that comes next.
func (out *located) say(f nodeFacts) { out.facts = append(out.facts, locatedFacts{len(out.slot), f}) }

func (l *locator) deliver(found *located) error {
	said := found.facts
	for i, slot := range found.slot {
		var f nodeFacts
		if len(said) > 0 && said[0].row == i {
			f, said = said[0].facts, said[1:]
		}
		f.slot, f.file = slot, l.file
		l.run.nodes.store(nodeEdition{found.point[i], found.version[i], f})
	}
	l.run.showRead(l.run.osmSources(), int(l.file))
	*found = located{slot: found.slot[:0], point: found.point[:0], version: found.version[:0]}
	l.founds.Put(found)
	return nil
}

// plain reports whether a node is like one without tags.
func (f *nodeFacts) plain() bool {
	return f.tags.Pass == facts.AllModes && f.tags.Limited == facts.NoModes && f.tags.Type == facts.StreetVertex
}

// settleFacts keeps the last facts of each slot.
func (t *nodeTable) settleFacts() {
	slices.SortStableFunc(t.facts, func(a, b nodeFacts) int { return cmp.Compare(a.slot, b.slot) })
	kept := t.facts[:0]
	for i, f := range t.facts {
		if last := i+1 == len(t.facts) || t.facts[i+1].slot != f.slot; last && f.ok {
			kept = append(kept, f)
		}
	}
	t.facts = kept
}

// matcher finds ids in a sorted list by galloping from the place of the last one: neighbours in a file mostly are
// neighbours in the list.
type matcher struct {
	ids []int64
	at  int
}

func (m *matcher) find(id int64) (uint32, bool) {
	if m.at < len(m.ids) && m.ids[m.at] < id {
		m.forward(id)
	} else if m.at > 0 && m.ids[m.at-1] >= id {
		m.backward(id)
	}
	return uint32(m.at), m.at < len(m.ids) && m.ids[m.at] == id
}

// forward moves to the first id that is not smaller; the one at the place is.
func (m *matcher) forward(id int64) {
	low, step := m.at, 1
	for low+step < len(m.ids) && m.ids[low+step] < id {
		low += step
		step *= 2
	}
	m.at = m.search(low+1, min(low+step, len(m.ids)), id)
}

// backward moves to the first id that is not smaller; the one before the place is not smaller either.
func (m *matcher) backward(id int64) {
	high, step := m.at-1, 1
	for high-step >= 0 && m.ids[high-step] >= id {
		high -= step
		step *= 2
	}
	m.at = m.search(max(high-step, 0), high, id)
}

func (m *matcher) search(low, high int, id int64) int {
	for low < high {
		mid := int(uint(low+high) / 2)
		if m.ids[mid] < id {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}

// slotsOf returns the slot of each ref; all of them are in the table.
func (t *nodeTable) slotsOf(refs []int64) []uint32 {
	slots := make([]uint32, len(refs))
	match := matcher{ids: t.id}
	for i, ref := range refs {
		slots[i], _ = match.find(ref)
	}
	return slots
}

// slot returns the slot of a node.
func (t *nodeTable) slot(id int64) (uint32, bool) {
	slot, ok := slices.BinarySearch(t.id, id)
	return uint32(slot), ok
}

// fillFromWays takes positions that a file gives with its ways for nodes that no file has.
func (r *run) fillFromWays() {
	for i, p := range r.ways.points {
		if slot := r.slots[i]; !r.nodes.known(slot) && p.Valid() {
			r.nodes.point[slot] = p
		}
	}
}
