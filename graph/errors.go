package graph

import "errors"

// Errors that callers may test for with errors.Is.
var (
	// ErrDetached is returned for a handle that belongs to no graph: the zero Vertex, Edge, Stop and so on, and those
	// that a lookup by a number out of range returns.
	ErrDetached = errors.New("graph: handle belongs to no graph")
	// ErrClosed is the value of the panic when a graph is used after Close.
	ErrClosed = errors.New("graph: used after Close")
	// ErrNotFound is returned where no object has the id that was asked for.
	ErrNotFound = errors.New("not found")
	// ErrAmbiguous is returned for a GTFS id without the label of a feed that several feeds use.
	ErrAmbiguous = errors.New("ambiguous without the label of the feed")
	// ErrAttached is returned when tables that belong to a graph are bound again.
	ErrAttached = errors.New("graph: tables already belong to a graph")
)
