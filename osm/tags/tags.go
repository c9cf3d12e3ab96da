// Package tags says what OpenStreetMap tags mean for streets: who may use a way in which direction, how fast, through
// which nodes, and which turns are forbidden. There is one file and one pure function per question, and each rule cites
// its key. Defaults of classes and barriers lie in one table, Profile, that a caller can replace.
//
// A Reader applies the rules to the columns of an osm.Block: it classifies each string of the block's table once, so that
// a tag costs an index and no hashing. WayOf, NodeOf and RestrictionOf apply the same rules to a map.
package tags

import "graphbuild/facts"

// Way is what the tags of a way say. It holds no memory of the block that it came from.
type Way struct {
	Edge       facts.Edge // in drawing direction
	Name       string     // name, else ref, else empty
	DurationS  uint32     // of a ferry or shuttle train, or of an escalator, in seconds; 0 where no tag says it
	Area       bool       // the way, when closed, is an area: its ring is walked along
	Levels     string     // the tag level as written, "0;1"; empty where there is none
	Apart      bool       // on a bridge, in a tunnel or on another layer than the ground: what lies on the ground does not cross it
	Conditions []Condition
	Attributes []Attribute // those that the profile asks for
	Problems   []Problem
}

// Condition is an access rule that holds at some times or for some vehicles only, kept as text. It does not change Way.Edge.
type Condition struct {
	Mode      facts.Mode
	Direction facts.Direction // in drawing direction; BothDirections is both
	Text      string          // the value of the tag, "no @ (Mo-Fr 07:00-09:00)"
}

// BothDirections stands for both directions in Condition and Decision.
const BothDirections facts.Direction = 2

// Problem is a value that could not be read and what was taken in its place.
type Problem struct {
	Code    string // of a report.Issue: "osm_speed_unreadable"
	Message string // one sentence, with key and value
}

// Node is what the tags of a node say of the street that runs through it.
type Node struct {
	Pass    facts.Modes // who may go through
	Limited facts.Modes // of Walk, Bike and Car in Pass, those who may only on the way to what lies behind (private, delivery)
	Type    facts.VertexType
	Barrier string // value of the tag barrier, empty where there is none
	Levels  string // the tag level of an elevator, as written
	// DurationS is the time of an elevator ride in seconds; 0 where no tag says it.
	DurationS uint32
}

// Restriction is what the tags of a turn restriction say; its members are the caller's.
type Restriction struct {
	Kind      facts.RestrictionKind
	Modes     facts.Modes // that it binds
	UTurn     bool        // no_u_turn: From and To may be the same way
	NoEntry   bool        // no_entry: several From members are allowed
	NoExit    bool        // no_exit: several To members are allowed
	Condition string      // when it holds, "Mo-Fr 07:00-09:00"; empty is always
}

// Wall is what the tags of a line that stops people say, see Reader.Wall.
type Wall struct {
	Barrier string      // value of the tag barrier
	Pass    facts.Modes // who gets over it all the same
}

// Relation is what the tags of a relation say. One of Restrictions, DurationS, Cycles and Area is set.
type Relation struct {
	Restrictions []Restriction // one for most; several where each mode or time has a rule of its own
	DurationS    uint32        // of a whole ferry relation, in seconds
	Cycles       Cycles        // of a cycle route, where the profile asks for them
	Area         *Way          // of a multipolygon that one can walk or ride across
	Problems     []Problem
}
