// Package wire is the JSON of queries and answers, which the command `route` and the service share: a query is read by Read,
// answered by a Searcher, and its Answer is appended to a buffer, as JSON or in a binary form. A Batch answers many queries in
// parallel and in their order.
//
// Positions are [lon, lat] as in GeoJSON, lengths are in metres (_m), times in seconds (_s). Answers are written by hand into
// buffers that are used again, byte for byte as encoding/json would write them: an answer is mostly geometry, and reflection
// takes longer over that than a search takes to find it.
//
// Queries come from people and from networks: nothing in them panics, and what is wrong with one is said in its answer.
package wire
