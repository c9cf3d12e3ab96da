package graph

import (
	"graphbuild/encode"
	"graphbuild/facts"
)

// stored are the tables of streets as they lie in a file. Those of Tables that are not plain slices are stored as they
// are.
type stored struct {
	meta        storedMeta
	vertexTypes storedTypes
	edgeTypes   storedTypes
	vertices    storedVertices
	pairs       storedPairs
	facts       storedFacts
	components  storedComponents
	index       storedIndex
	shapes      storedShapes
	areas       storedAreas
}

// storedTypes are the registered types that the graph uses, so that a reader of the file alone can name them.
type storedTypes struct {
	Number encode.Col[uint8] `col:"number"` // permanent
	Name   encode.Strings    `col:"name"`   // as the registry calls it
}

// storedMeta is the provenance and the statistics, as JSON.
type storedMeta struct {
	JSON encode.Blob `col:"json,own"` // see Meta
}

// storedVertices are the street vertices: the pairs that start and end at each, whether it is special, its position and
// OSM id.
type storedVertices struct {
	// pairs that start, pairs that end at the vertex; flag: something special is here
	Degree encode.Degrees `col:"degree,hot,number=0"`
	Point  encode.Points  `col:"point,unit=1e-7 degree,hot,number=1"` // position
	// OSM id; the default where no node stands for the vertex, and in a lean file
	NodeID encode.Col[int64] `col:"node_id,unit=osm node id,number=2,default=-9223372036854775808"`
}

// storedPairs are the edge pairs. Records have the fields to - from, facts, and length in decimetres. References have one, for
// each pair that ends at a vertex, in the order of the vertices. Number 1 was their first form.
type storedPairs struct {
	Record encode.Records `col:"record,unit=vertices; facts; dm,hot,number=0"` // to - from; row of facts; length
	// of the pairs that end at a vertex: how many pairs lie between it and the first that starts at the vertex
	Ref          encode.Records      `col:"ref,unit=pairs,hot,number=7"`
	Inner        encode.CustomBlocks `col:"geometry,unit=1e-7 degree,number=2"` // points between the ends, from the `from` vertex to the `to` vertex
	Way          encode.Col[WayID]   `col:"way,number=3"`                       // row of ways; 2^32-1: none
	Reversed     encode.Bits         `col:"reversed,number=4"`                  // whether the way is drawn from the `to` to the `from` vertex
	DurationPair encode.Col[PairID]  `col:"duration_pair,number=5,own"`         // rising: pairs with a crossing time of their own (ferries)
	DurationS    encode.Col[uint32]  `col:"duration,unit=s,number=6,own"`       // beside duration_pair: the time
}

// storedFacts are the distinct facts, by falling frequency.
type storedFacts struct {
	Type    encode.Col[facts.EdgeType] `col:"type"`                  // see Types of edges
	Class   encode.Col[facts.Class]    `col:"class"`                 // see Road classes
	Modes   encode.List[facts.Modes]   `col:"modes"`                 // along, against the pair
	Limited encode.List[facts.Limited] `col:"limited"`               // by direction, walk, bike, car; empty: no limit
	Speed   encode.List[facts.Speed]   `col:"speed,unit=1/100 km/h"` // along, against the pair; 0: none
	Flags   encode.Col[facts.Flags]    `col:"flags"`                 // bits, see Facts
}

// storedComponents are the components: distinct triples by mode, by falling frequency, and the triple of each vertex.
type storedComponents struct {
	// of each vertex: its row in the other three columns, which are distinct triples by falling frequency
	Triple encode.Col[uint32] `col:"triple"`
	Walk   encode.Col[uint32] `col:"walk,own"` // component on foot; 2^32-1: none
	Bike   encode.Col[uint32] `col:"bike,own"` // likewise by bicycle
	Car    encode.Col[uint32] `col:"car,own"`  // likewise by car
}

// storedIndex is the spatial index over leaves of 64 pairs.
type storedIndex struct {
	Tree encode.Blob `col:"tree,hot,own"` // see Index
}

// storedShapes are the shapes of feeds: the first and last points plainly, the others like geometry of pairs.
type storedShapes struct {
	Feed  encode.Col[FeedID]  `col:"feed"`                      // row of feeds
	ID    encode.Strings      `col:"shape_id"`                  // as in GTFS
	First encode.Points       `col:"first,unit=1e-7 degree"`    // first point; 0, 0 without points
	Last  encode.Points       `col:"last,unit=1e-7 degree"`     // last point
	Inner encode.CustomBlocks `col:"geometry,unit=1e-7 degree"` // points between first and last
	// Points is 0 for a shape without points, 1 with one, 2 for others.
	Points encode.Col[uint8] `col:"points"`
}
