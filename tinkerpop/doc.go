// Package tinkerpop reads and writes property graphs in the formats of Apache TinkerPop 3: GraphSON (graphson.go),
// GraphBinary 1.0 (graphbinary.go) and Gryo (gryo.go), and writes GraphML (graphml.go) and the CSV of Amazon Neptune
// (neptune.go). It knows nothing of other graphs: what is to be written shows itself as a Source.
//
// A property graph is made of vertices and edges with an id, a label and properties; a property of a vertex has an id and
// may have properties of its own. The values are scalars: see Kind.
//
// Readers take any bytes: damaged ones give an error with its offset, never a panic, and no more memory than the input is
// long, times a constant.
package tinkerpop
