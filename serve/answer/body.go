package answer

import (
	"bytes"
	"encoding/json"
	"net/http"
)

// JSON returns the body that encoding/json makes of a value, with no escapes for HTML.
func JSON(v any) Body { return jsonBody{v} }

type jsonBody struct{ value any }

func (j jsonBody) AppendBody(b []byte) ([]byte, error) {
	out := bytes.NewBuffer(b)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	err := e.Encode(j.value)
	return out.Bytes(), err
}

// Bytes is a body of a type of its own. Without data the status is 204.
type Bytes struct {
	Type string // of the content
	Data []byte
}

// AppendBody appends the data.
func (x Bytes) AppendBody(b []byte) ([]byte, error) { return append(b, x.Data...), nil }

// ContentType returns the type.
func (x Bytes) ContentType() string { return x.Type }

// Status returns 200, or 204 where there is no data.
func (x Bytes) Status() int {
	if len(x.Data) == 0 {
		return http.StatusNoContent
	}
	return http.StatusOK
}
