package serve

import (
	"io"
	"net/http"

	"graphbuild/serve/answer"
	"graphbuild/serve/live"
)

// sendFile sends the file of a graph, or the ranges of it that are asked for, so that graphbuild inspect and others can open it
// from afar.
func sendFile(w http.ResponseWriter, r *http.Request, graphs live.Source) error {
	g, release, err := graphs()
	if err != nil {
		return err
	}
	defer release()
	source, size := g.Source()
	if source == nil {
		return &answer.Error{Status: http.StatusNotFound, Code: answer.CodeNotFound, Message: "the graph has no file"}
	}
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Disposition", `attachment; filename="`+g.Name+`.graph"`)
	h.Set("Etag", g.ETag)
	http.ServeContent(w, r, "", g.Modified, io.NewSectionReader(source, 0, size))
	return nil
}
