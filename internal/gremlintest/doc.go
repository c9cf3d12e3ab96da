// Package gremlintest lets the Go client of Apache TinkerPop read what package tinkerpop writes: a server of the tests
// takes requests over a WebSocket, as a Gremlin Server does, and answers with values in GraphBinary.
package gremlintest
