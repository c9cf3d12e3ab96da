// Package osm reads OpenStreetMap files (PBF and XML, plain or packed) as blocks of columns. It knows nothing of routing.
//
// Open finds out what a file is by its content, and refuses foreign and cut-off ones; Scan decodes its blocks on several
// goroutines and delivers the results in file order. The files to read first are file.go and scan.go. Of PBF: frame.go
// (where the blobs are), blob.go (how they are packed), primitive*.go (objects), pbf_order.go (which blobs need not be
// read). Of XML: xml_parser.go (tags), xml_object.go (objects), xml_stretch.go (which parts need not be read).
//
// Files come from strangers: no byte of them may panic, memory follows what is there and not what is claimed, and a
// value that cannot be read is a counted issue. Types, actions and names of objects are those of paulmach/osm, whose
// readers are the oracle of the tests; we need our own since theirs panic on legal files and pass over truncation.
package osm

import "graphbuild/geometry"

// Kinds is a set of the three kinds of OSM objects.
type Kinds uint8

const (
	Nodes Kinds = 1 << iota
	Ways
	Relations
)

// MemberType is the kind of a relation's member.
type MemberType uint8

const (
	NodeMember MemberType = iota
	WayMember
	RelationMember
)

// Block holds some objects of a file, in file order, as columns. Everything in it is valid until the function that it was
// given to returns; the memory is used again for a later block.
type Block struct {
	Seq     int      // number of the block in its file, from 0; blocks without wanted objects may be left out
	Strings [][]byte // the string table: keys, values and roles are indexes into it, checked to be in range

	Nodes     NodeColumns
	Ways      WayColumns
	Relations RelationColumns
}

// Meta are the columns that every kind of object has.
type Meta struct {
	ID      []int64
	Version []int32 // 0 where the file gives none
	Deleted []bool  // nil where no object of the block is deleted
}

// IsDeleted reports whether object i is marked as deleted (visible=false, action=delete).
func (m *Meta) IsDeleted(i int) bool { return m.Deleted != nil && m.Deleted[i] }

// Tags are the tags of objects: those of object i are Key[Start[i]:Start[i+1]] and the same of Value.
type Tags struct {
	Start []uint32 // one more than objects
	Key   []uint32
	Value []uint32
}

// NodeColumns are the nodes of a block. A node without a valid position (missing, not a number, out of range) has
// Valid[i] false; Valid is nil where all are valid.
type NodeColumns struct {
	Meta
	Tags  Tags
	Point []geometry.Point
	Valid []bool
}

// WayColumns are the ways of a block; the nodes of way i are Ref[RefStart[i]:RefStart[i+1]].
type WayColumns struct {
	Meta
	Tags     Tags
	RefStart []uint32
	Ref      []int64
	RefPoint []geometry.Point // beside Ref where the file has locations on ways, else nil; not Valid() where it gives none
}

// RelationColumns are the relations of a block; the members of relation i are those of index MemberStart[i] up to, not
// with, MemberStart[i+1].
type RelationColumns struct {
	Meta
	Tags        Tags
	MemberStart []uint32
	MemberType  []MemberType
	MemberRef   []int64
	MemberRole  []uint32
}
