// Package answer is what handlers of the service return, and how it is written.
//
// A handler gets a graph that stays open until it returns, and returns a Body or an error; it writes nothing itself. Package
// serve takes care of the rest: limits, deadline, compression, tags, logs, metrics, panics. Handlers whose answers have no end
// that is known in advance (WebSocket, lines of JSON) are Streams.
package answer

import (
	"context"
	"net/http"

	"graphbuild/serve/graphs"
)

// Handler answers a request on a graph. ctx ends at the deadline of the request, when the client goes away and when the service
// must end; give it to graphs.Graph.Search. r.Body was read already, and is at most Limits.BodyBytes long. The Body that is returned
// is appended while the graph is held, and within the deadline. An error that is no *Error is mapped by Of.
type Handler func(ctx context.Context, g *graphs.Graph, r *http.Request) (Body, error)

// Stream answers a request by itself. It takes the graph of the name that was asked for from graphs anew for each piece of its
// work, and a place for it by graphs.Graph.Enter. It may return an error as long as it has written nothing. It keeps to the Limits in
// the context of r by itself: r.Body may be without end. Each read of the body and each write has a deadline of its own.
type Stream func(w http.ResponseWriter, r *http.Request, graphs graphs.Source) error

// Route is a pattern of http.ServeMux, such as "GET /route/v1/{profile}/{coordinates}", and its handler. The same patterns are
// served for each graph under /graphs/{name}.
type Route struct {
	Pattern string
	Name    string // in metrics and in the log, such as "route"; several patterns may share one
	Handler Handler
	Stream  Stream // in place of Handler
	// FromGraph says that the answer follows from the address and the graph alone: it gets an ETag, and If-None-Match is
	// answered by 304 where the handler has an answer. For GET.
	FromGraph bool
	// Options are those of the service that the answers follow from besides, in any form: a part of their tags.
	Options string
	// Compress says that what Stream writes may be compressed on its way. It is flushed then by http.ResponseController.
	Compress bool
}

// Body is an answer. It is appended to a buffer that is used again: what AppendBody returns must not be kept.
type Body interface {
	AppendBody(b []byte) ([]byte, error)
}

// Typed is a Body that is not JSON.
type Typed interface{ ContentType() string }

// Statused is a Body with another status than 200.
type Statused interface{ Status() int }
