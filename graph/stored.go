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
	Number encode.Col[uint8] `col:"number"`
	Name   encode.Strings    `col:"name"`
}

// storedMeta is the provenance and the statistics, as JSON.
type storedMeta struct {
	JSON encode.Blob `col:"json,own"`
}

// storedVertices are the street vertices: the pairs that start and end at each, whether it is special, its position and
// OSM id.
type storedVertices struct {
	Degree encode.Degrees    `col:"degree,hot,number=0"`
	Point  encode.Points     `col:"point,unit=1e-7 degree,hot,number=1"`
	NodeID encode.Col[int64] `col:"node_id,unit=osm node id,number=2,default=-9223372036854775808"`
}

// storedPairs are the edge pairs. Records have the fields to - from, facts, and length in decimetres. References back
// have, for each pair that ends at a vertex, the fields vertex - from, and which of the pairs of from it is.
type storedPairs struct {
	Record       encode.Records      `col:"record,unit=vertices; facts; dm,hot,number=0"`
	Back         encode.Records      `col:"back,unit=vertices; pairs,hot,number=1"`
	Inner        encode.CustomBlocks `col:"geometry,unit=1e-7 degree,number=2"`
	Way          encode.Col[WayID]   `col:"way,number=3"`
	Reversed     encode.Bits         `col:"reversed,number=4"`
	DurationPair encode.Col[PairID]  `col:"duration_pair,number=5,own"`
	DurationS    encode.Col[uint32]  `col:"duration,unit=s,number=6,own"`
}

// storedFacts are the distinct facts, by falling frequency.
type storedFacts struct {
	Type    encode.Col[facts.EdgeType] `col:"type"`
	Class   encode.Col[facts.Class]    `col:"class"`
	Modes   encode.List[facts.Modes]   `col:"modes"`   // along, against the pair
	Limited encode.List[facts.Limited] `col:"limited"` // by direction, walk, bike, car; empty: no limit
	Speed   encode.List[facts.Speed]   `col:"speed,unit=1/100 km/h"`
	Flags   encode.Col[facts.Flags]    `col:"flags"`
}

// storedComponents are the components: distinct triples by mode, by falling frequency, and the triple of each vertex.
type storedComponents struct {
	Triple encode.Col[uint32] `col:"triple"`
	Walk   encode.Col[uint32] `col:"walk,own"`
	Bike   encode.Col[uint32] `col:"bike,own"`
	Car    encode.Col[uint32] `col:"car,own"`
}

// storedIndex is the spatial index over leaves of 64 pairs; see package geometry for its bytes.
type storedIndex struct {
	Tree encode.Blob `col:"tree,hot,own"`
}

// storedShapes are the shapes of feeds: the first and last points plainly, the others like geometry of pairs.
type storedShapes struct {
	Feed  encode.Col[FeedID]  `col:"feed"`
	ID    encode.Strings      `col:"shape_id"`
	First encode.Points       `col:"first,unit=1e-7 degree"`
	Last  encode.Points       `col:"last,unit=1e-7 degree"`
	Inner encode.CustomBlocks `col:"geometry,unit=1e-7 degree"`
	// Points is 0 for a shape without points, 1 with one, 2 for others.
	Points encode.Col[uint8] `col:"points"`
}
