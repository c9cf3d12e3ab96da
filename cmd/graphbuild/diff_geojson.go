package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"graphbuild/diff"
)

// features writes what differs as one GeoJSON document, a feature a line.
type features struct {
	w *bufio.Writer
	n int
}

// newFeatures begins a document with the notice of the licence.
func newFeatures(w io.Writer, attribution string) *features {
	f := &features{w: bufio.NewWriter(w)}
	notice, _ := json.Marshal(attribution)
	fmt.Fprintf(f.w, "{\"type\":\"FeatureCollection\",\"attribution\":%s,\"features\":[", notice)
	return f
}

// changeFeature is a feature; its geometry is null for what has no place.
type changeFeature struct {
	Type       string          `json:"type"`
	Geometry   *changeGeometry `json:"geometry"`
	Properties changeJSON      `json:"properties"`
}

type changeGeometry struct {
	Type        string `json:"type"`
	Coordinates any    `json:"coordinates"`
}

// add writes a feature.
func (f *features) add(x diff.Item) error {
	out := changeFeature{Type: "Feature", Properties: changeOf(x)}
	out.Properties.Position = nil
	switch len(x.Line) {
	case 0:
	case 1:
		out.Geometry = &changeGeometry{"Point", position(x.Line[0])}
	default:
		out.Geometry = &changeGeometry{"LineString", line(x.Line)}
	}
	text, err := json.Marshal(out)
	if err != nil {
		return err
	}
	if f.n++; f.n > 1 {
		f.w.WriteByte(',')
	}
	f.w.WriteByte('\n')
	_, err = f.w.Write(text)
	return err
}

// end ends the document.
func (f *features) end() error {
	f.w.WriteString("\n]}\n")
	return f.w.Flush()
}
