// Package osrm answers requests in the form of OSRM's HTTP API: route, table and nearest, with its options, fields, codes and
// messages of error, so that clients written for it work. docs/API.md lists what is there and what differs.
//
// The package translates. Searches are those of package route, steps those of route/guidance; what it adds is the reading of
// addresses (parse, params) and the writing of answers, which are appended by hand to a buffer that is used again (encode).
// Nothing here keeps state but Derived values of a graph.
package osrm
