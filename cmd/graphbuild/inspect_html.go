package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"graphbuild/fileio"
	"graphbuild/htmlview"
	"graphbuild/remote"
)

// showHTML writes the page of a graph into the folder of --html, which it makes where it is not there.
func (c *inspectCmd) showHTML(v *viewer) error {
	if err := os.MkdirAll(c.HTML, 0o777); err != nil {
		return err
	}
	path := filepath.Join(c.HTML, "index.html")
	var inputs []string
	if !remote.IsURL(c.File) {
		inputs = append(inputs, c.File)
	}
	if err := fileio.CheckFile(path, inputs...); err != nil {
		return fmt.Errorf("inspect: %w", err)
	}
	o := htmlview.Options{Title: filepath.Base(remote.Redacted(c.File)), Notice: attributionOf(v.g.Meta())}
	err := fileio.WriteAside(v.ctx, path, func(w io.Writer) error {
		err := htmlview.Write(w, v.g, o)
		if damage := v.g.Err(); damage != nil {
			return fmt.Errorf("%s: %w (graphbuild verify lists all damage)", remote.Redacted(c.File), damage)
		}
		return err
	})
	if err != nil || v.quiet {
		return err
	}
	return v.show(htmlJSON{path})
}

// htmlJSON says where a page was written.
type htmlJSON struct {
	HTML string `json:"html"`
}

func (x htmlJSON) print(s *session) error {
	return s.line("%s: open it in a browser", x.HTML)
}
