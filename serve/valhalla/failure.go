package valhalla

import (
	"net/http"
	"strconv"

	"graphbuild/wire"
)

// failure is an error in the form of Valhalla. It is an answer.Body.
type failure struct {
	code int
	text string
}

// messages are the errors of Valhalla that there can be here, by code.
var messages = map[int]string{
	100: "Failed to parse json request",
	110: "Insufficiently specified required parameter 'locations'",
	112: "Insufficiently specified required parameter 'locations' or 'sources & targets'",
	113: "Insufficiently specified required parameter 'contours'",
	121: "Insufficient number of sources provided",
	122: "Insufficient number of targets provided",
	124: "No edge/node costing provided",
	125: "No costing method found",
	130: "Failed to parse location",
	131: "Failed to parse source",
	132: "Failed to parse target",
	140: "Action does not support multimodal costing",
	150: "Exceeded max locations",
	151: "Exceeded max time",
	152: "Exceeded max contours",
	154: "Path distance exceeds the max distance limit",
	171: "No suitable edges near location",
}

// failed returns the error of a code, with more about it or without.
func failed(code int, more string) error {
	text := messages[code]
	if more != "" {
		text += ": " + more
	}
	return &failure{code, text}
}

// Error returns the message.
func (f *failure) Error() string { return f.text }

// Status is 400 for all.
func (f *failure) Status() int { return http.StatusBadRequest }

// AppendBody appends the error.
func (f *failure) AppendBody(b []byte) ([]byte, error) {
	b = strconv.AppendInt(append(b, `{"error_code":`...), int64(f.code), 10)
	b = wire.AppendString(append(b, `,"error":`...), f.text)
	return append(b, `,"status_code":400,"status":"Bad Request"}`...), nil
}
