package osm

import (
	"strconv"

	paulmach "github.com/paulmach/osm"
)

// ObjectName returns the name that people give an object: "node/1", "way/100", "relation/900". kind is a single kind.
func ObjectName(kind Kinds, id int64) string {
	t := paulmach.TypeNode
	switch kind {
	case Ways:
		t = paulmach.TypeWay
	case Relations:
		t = paulmach.TypeRelation
	}
	return string(t) + "/" + strconv.FormatInt(id, 10)
}
