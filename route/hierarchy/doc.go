// Package hierarchy answers shortest-path queries on road networks in microseconds: it is a customizable contraction
// hierarchy (J. Dibbelt, B. Strasser, D. Wagner, Customizable Contraction Hierarchies, 2014). It knows nodes, arcs and
// costs, and nothing of streets.
//
// Order ranks the nodes so that those that cut the network into halves come last. NewTopology adds the arcs that arise
// when nodes are taken out in that order; both depend on the arcs alone and not on their costs. Customize gives the arcs of
// the topology the costs of the network and leaves out what no shortest path needs; it is quick and may be repeated for
// other costs. A Search climbs from both ends to the root of the elimination tree, with no queue, and Unpack turns what it
// finds into arcs of the network.
package hierarchy

// Inf is the cost of an arc that is closed. Costs of arcs and of paths are below it.
const Inf = 1<<32 - 1

// none stands for a rank or an arc that is missing.
const none = 1<<32 - 1

// Arc is an arc of the network from node Tail to node Head.
type Arc struct {
	Tail, Head uint32
	Cost       uint32 // Inf: closed
	Label      uint32 // what Unpack calls the arc; below 1<<31
}
