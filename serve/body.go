package serve

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"

	"graphbuild/serve/answer"
)

// Codes of bodies that cannot be read.
const (
	codeSlow       = "RequestTimeout"
	codeIncomplete = "InvalidBody"
	codeEncoding   = "UnsupportedEncoding"
)

// bodyBytes is what the bodies of all requests may take together while they come and are answered; at least one of them, however
// long it may be.
const bodyBytes = 64 << 20

// answerBytes is what the answers of batches and WebSockets may take together while they wait for their clients.
const answerBytes = 256 << 20

// plainBody refuses a body that is compressed, and has errors of reading it be those that a client may see.
func plainBody(r *http.Request) error {
	if e := r.Header.Get("Content-Encoding"); e != "" && e != "identity" {
		return &answer.Error{Status: http.StatusUnsupportedMediaType, Code: codeEncoding, Message: "expected a body that is not compressed"}
	}
	r.Body = &bodyReader{r.Body}
	return nil
}

// takeBody reads the body before a place of the gate is taken, so that slow senders keep nobody waiting.
func (c *call) takeBody(r *http.Request) error {
	if r.ContentLength == 0 || r.Body == nil {
		return nil
	}
	limit := c.server.o.Limits.BodyBytes
	r.Body = http.MaxBytesReader(c.ResponseWriter, r.Body, limit)
	if err := plainBody(r); err != nil {
		return err
	}
	b, err := answer.ReadBody(r.Body, r.ContentLength, limit, &c.held)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(b))
	return nil
}

// bodyReader gives the errors of reading a body as those that a client may see.
type bodyReader struct{ io.ReadCloser }

func (b *bodyReader) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	return n, bodyError(err)
}

func bodyError(err error) error {
	var tooLarge *http.MaxBytesError
	switch {
	case err == nil || err == io.EOF || errors.As(err, &tooLarge):
		return err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &answer.Error{Status: http.StatusRequestTimeout, Code: codeSlow, Message: "the body did not come in time"}
	}
	return &answer.Error{Status: http.StatusBadRequest, Code: codeIncomplete, Message: "the body is cut off or badly framed"}
}
