package serve

import (
	"fmt"
	"io"
	"net/http"
	"strings"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
)

// sendFile sends the file of a graph, or the ranges of it that are asked for, so that graphbuild inspect and others can open it
// from afar.
func sendFile(w http.ResponseWriter, r *http.Request, graphs graphs.Source) error {
	g, release, err := graphs()
	if err != nil {
		return err
	}
	defer release()
	source, size := g.Source()
	if source == nil {
		return &answer.Error{Status: http.StatusNotFound, Code: answer.CodeNotFound, Message: "the graph has no file"}
	}
	if err := g.Whole(); err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Disposition", `attachment; filename="`+g.Name+`.graph"`)
	h.Set("Etag", g.ETag)
	if asked := r.Header.Get("Range"); asked != "" {
		r.Header.Set("Range", rangeOf(asked, size))
	}
	out := &rangeWriter{ResponseWriter: w}
	http.ServeContent(out, r, "", g.Modified, io.NewSectionReader(source, 0, size))
	if out.refused {
		h.Del("Content-Disposition")
		return &answer.Error{Status: http.StatusRequestedRangeNotSatisfiable, Code: codeRange, Message: fmt.Sprintf("expected ranges within the %d bytes of the file", size)}
	}
	return nil
}

// codeRange is the code of a range outside the file.
const codeRange = "InvalidRange"

// rangeOf returns a header Range as http.ServeContent understands it: "" for units that are not known, which count as none, and in
// place of the last 0 bytes, which it would send, a range beyond the end (RFC 9110, section 14.1.2).
func rangeOf(asked string, size int64) string {
	unit, set, found := strings.Cut(asked, "=")
	if !found || !strings.EqualFold(strings.TrimSpace(unit), "bytes") {
		return ""
	}
	items := strings.Split(set, ",")
	for i, item := range items {
		if last, ok := strings.CutPrefix(strings.TrimSpace(item), "-"); ok && last != "" && strings.Trim(last, "0") == "" {
			items[i] = fmt.Sprintf("%d-", size)
		}
	}
	return "bytes=" + strings.Join(items, ",")
}

// rangeWriter keeps back the text with which http.ServeContent refuses a range.
type rangeWriter struct {
	http.ResponseWriter
	refused bool
}

func (w *rangeWriter) WriteHeader(status int) {
	if w.refused = status == http.StatusRequestedRangeNotSatisfiable; !w.refused {
		w.ResponseWriter.WriteHeader(status)
	}
}

func (w *rangeWriter) Write(b []byte) (int, error) {
	if w.refused {
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}
