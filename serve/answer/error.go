package answer

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"graphbuild/graph"
	"graphbuild/serve/graphs"
)

// Error is an answer that says what is wrong, as {"code":"InvalidQuery","message":"..."}, the form of OSRM.
type Error struct {
	Status  int    `json:"-"` // of HTTP
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error returns code and message.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// AppendBody appends it as JSON.
func (e *Error) AppendBody(b []byte) ([]byte, error) { return JSON(e).AppendBody(b) }

// Codes that are not OSRM's own.
const (
	CodeTimeout   = "Timeout"          // the deadline passed
	CodeBusy      = "TooBusy"          // too many requests wait
	CodeTooBig    = "TooBig"           // more points or items than the limit
	CodeBody      = "BodyTooLarge"     // more bytes than the limit
	CodeNotFound  = "NotFound"         // no such address
	CodeMethod    = "MethodNotAllowed" // the address is there, for other methods
	CodeInternal  = "InternalError"
	CodeCancelled = "Cancelled" // the client went away
	CodeGraph     = "GraphUnavailable"
)

// OSRM's codes.
const (
	CodeQuery   = "InvalidQuery"
	CodeOptions = "InvalidOptions"
	CodeValue   = "InvalidValue"
	CodeVersion = "InvalidVersion"
	CodeNoRoute = "NoRoute"
	CodeSegment = "NoSegment"
)

// Errorf returns an error for the client with status 400.
func Errorf(code, format string, args ...any) *Error {
	return &Error{http.StatusBadRequest, code, fmt.Sprintf(format, args...)}
}

// StatusClosed is the status in logs and metrics of requests whose client went away, as in nginx; nobody gets it.
const StatusClosed = 499

// Of maps any error to the one that a client may see: its text is not shown, as it may name files, unless it is an *Error.
func Of(err error) *Error {
	var e *Error
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &tooLarge):
		return &Error{http.StatusRequestEntityTooLarge, CodeBody, fmt.Sprintf("the body has more than %d bytes", tooLarge.Limit)}
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{http.StatusGatewayTimeout, CodeTimeout, "the answer took longer than the limit of time"}
	case errors.Is(err, context.Canceled):
		return &Error{StatusClosed, CodeCancelled, "the request was cancelled"}
	case errors.Is(err, graphs.ErrBusy):
		return &Error{http.StatusServiceUnavailable, CodeBusy, "too many requests are waiting"}
	case errors.Is(err, graphs.ErrUnknown):
		return &Error{http.StatusNotFound, CodeNotFound, "no graph has this name"}
	case errors.Is(err, graph.ErrChanged), errors.Is(err, graph.ErrDamaged):
		return &Error{http.StatusServiceUnavailable, CodeGraph, "the graph cannot be read"}
	}
	return &Error{http.StatusInternalServerError, CodeInternal, "internal error"}
}
