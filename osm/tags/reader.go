package tags

import (
	"strings"
	"unsafe"

	"graphbuild/osm"
)

// Reader applies the rules to the objects of blocks. It is not for concurrent use: each goroutine has one of its own.
type Reader struct {
	set   set
	block *osm.Block
	keys  []key    // by string of the block: its number as a key
	names []string // by string of the block: its copy, once it was asked for

	attributes *attributeKeys // nil: none are asked for
	numbers    []uint8        // by string of the block: its number as the key of an attribute, from 1; 0 is none
}

// NewReader returns a Reader of profile p; nil is the default profile.
func NewReader(p *Profile) *Reader {
	if p == nil {
		p = defaultProfile
	}
	return &Reader{set: set{profile: p}, attributes: newAttributeKeys(p)}
}

// Block prepares for the objects of b, which stays the block of Way, Node and Relation until the next call.
func (r *Reader) Block(b *osm.Block) {
	r.block = b
	r.keys = r.keys[:0]
	for _, s := range b.Strings {
		r.keys = append(r.keys, keyOf(s))
	}
	if r.attributes != nil {
		r.numbers = r.numbers[:0]
		for _, s := range b.Strings {
			r.numbers = append(r.numbers, r.attributes.number[string(s)])
		}
	}
	clear(r.names)
	r.names = append(r.names[:0], make([]string, len(b.Strings))...)
}

// Way returns what the tags of way i of the block say; false where it is no part of any street graph.
func (r *Reader) Way(i int) (Way, bool) {
	t := &r.block.Ways.Tags
	if !r.passes(t, i, &gate) {
		return Way{}, false
	}
	r.load(t, i)
	w, ok := r.set.way()
	if !ok {
		return Way{}, false
	}
	w.Name = r.name(t, i)
	w.Levels = strings.Clone(w.Levels)
	if r.attributes != nil {
		r.readAttributes(&w, t, i)
	}
	return w, true
}

// readAttributes reads the tags that the profile asks to keep.
func (r *Reader) readAttributes(w *Way, t *osm.Tags, i int) {
	for j := t.Start[i]; j < t.Start[i+1]; j++ {
		if n := r.numbers[t.Key[j]]; n != 0 {
			r.attributes.read(w, n, text(r.block.Strings[t.Key[j]]), text(r.block.Strings[t.Value[j]]))
		}
	}
	sortAttributes(w)
}

// Node returns what the tags of node i of the block say; false where they say nothing of passing, as of almost all nodes.
func (r *Reader) Node(i int) (Node, bool) {
	t := &r.block.Nodes.Tags
	if !r.passes(t, i, &nodeGate) {
		return Node{}, false
	}
	r.load(t, i)
	n, ok := r.set.node()
	if !ok {
		return Node{}, false
	}
	n.Barrier, n.Levels = strings.Clone(n.Barrier), strings.Clone(n.Levels)
	return n, true
}

// Relation returns what the tags of relation i say; false where it is neither a turn restriction nor a ferry.
func (r *Reader) Relation(i int) (Relation, bool) {
	t := &r.block.Relations.Tags
	if !r.passes(t, i, &relationGate) {
		return Relation{}, false
	}
	r.load(t, i)
	for j := t.Start[i]; j < t.Start[i+1]; j++ {
		if r.keys[t.Key[j]] == noKey {
			r.set.putByMode(text(r.block.Strings[t.Key[j]]), text(r.block.Strings[t.Value[j]]))
		}
	}
	r.set.sortByMode()
	rel, ok := r.set.relation()
	if rel.Area != nil {
		rel.Area.Name = r.name(t, i)
		rel.Area.Levels = strings.Clone(rel.Area.Levels)
	}
	return rel, ok
}

var relationGate = keySet(typeKey)

// passes reports whether object i has a key of the gate.
func (r *Reader) passes(t *osm.Tags, i int, gate *bits) bool {
	if len(t.Start) <= i+1 {
		return false // a block whose objects of this kind have no tags
	}
	for _, k := range t.Key[t.Start[i]:t.Start[i+1]] {
		if n := r.keys[k]; n != noKey && gate.has(n) {
			return true
		}
	}
	return false
}

// load puts the tags of object i into the set.
func (r *Reader) load(t *osm.Tags, i int) {
	r.set.reset()
	for j := t.Start[i]; j < t.Start[i+1]; j++ {
		if k := r.keys[t.Key[j]]; k != noKey {
			r.set.put(k, text(r.block.Strings[t.Value[j]]))
		}
	}
}

// name returns the name of way i. Ways of one block share the memory of equal names.
func (r *Reader) name(t *osm.Tags, i int) string {
	want := r.set.nameKey()
	if want == noKey {
		return ""
	}
	for j := t.Start[i]; j < t.Start[i+1]; j++ {
		if r.keys[t.Key[j]] != want {
			continue
		}
		n := &r.names[t.Value[j]]
		if *n == "" {
			*n = string(r.block.Strings[t.Value[j]])
		}
		return *n
	}
	return ""
}

// text views bytes of the block as a string.
//
// SAFETY: the bytes of a block do not change while it is the block of a Reader, and no rule keeps a string of the set
// beyond one call: Way, Node and Relation copy what they return.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Wall returns what the tags of way i of the block say of a line that stops people; false where it is none. It is meant for ways
// that are no streets.
func (r *Reader) Wall(i int) (Wall, bool) {
	t := &r.block.Ways.Tags
	if !r.passes(t, i, &wallGate) {
		return Wall{}, false
	}
	r.load(t, i)
	w, ok := r.set.wall()
	w.Barrier = strings.Clone(w.Barrier)
	return w, ok
}

// Opens reports whether the tags of node i of the block say that a line that stops people, running over the node, is open
// there, or who passes it there: then Node alone says who does.
func (r *Reader) Opens(i int) bool {
	t := &r.block.Nodes.Tags
	if !r.passes(t, i, &openingGate) {
		return false
	}
	r.load(t, i)
	return r.set.opens()
}

// WayOf is Reader.Way for tags given as a map.
func (p *Profile) WayOf(tags map[string]string) (Way, bool) {
	s := set{profile: p}
	s.fill(tags)
	w, ok := s.way()
	if !ok {
		return Way{}, false
	}
	w.Name = s.get(s.nameKey())
	if keys := newAttributeKeys(p); keys != nil {
		for _, k := range sortedKeys(tags) {
			if n := keys.number[k]; n != 0 {
				keys.read(&w, n, k, tags[k])
			}
		}
		sortAttributes(&w)
	}
	return w, true
}

// NodeOf is Reader.Node for tags given as a map.
func (p *Profile) NodeOf(tags map[string]string) (Node, bool) {
	s := set{profile: p}
	s.fill(tags)
	n, ok := s.node()
	if !ok {
		return Node{}, false
	}
	return n, true
}
