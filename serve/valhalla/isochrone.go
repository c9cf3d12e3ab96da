package valhalla

import (
	"context"
	"strconv"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/serve/isochrone"
)

// contours answers a request for what can be reached from one location.
func contours(ctx context.Context, g *graphs.Graph, q *request) (answer.Body, error) {
	one, err := q.isochrone()
	if err != nil {
		return nil, err
	}
	a, far, err := isochrone.Search(ctx, g, one)
	if err == nil && a == nil {
		err = q.noEdge(one.From, far)
	}
	if err != nil {
		return nil, err
	}
	a.ID = q.ID
	return a, nil
}

// isochrone returns the query that the request stands for.
func (q *request) isochrone() (*isochrone.Query, error) {
	switch {
	case len(q.Locations) == 0:
		return nil, failed(110, "")
	case len(q.Locations) > 1:
		return nil, failed(150, "1")
	case len(q.Contours) == 0:
		return nil, failed(113, "")
	case len(q.Contours) > isochrone.MaxContours:
		return nil, failed(152, strconv.Itoa(isochrone.MaxContours))
	}
	from, err := q.Locations[0].point(130)
	if err != nil {
		return nil, err
	}
	out := &isochrone.Query{From: from, Mode: q.mode, Wheelchair: q.isWheelchair(), SnapM: q.Locations[0].cutoffM(), Polygons: q.Polygons, Denoise: 1}
	if q.Denoise != nil {
		out.Denoise = *q.Denoise
	}
	out.GeneralizeM = q.Generalize
	switch {
	case !(out.Denoise >= 0 && out.Denoise <= 1):
		return nil, failed(100, "denoise: expected 0 to 1")
	case !(out.GeneralizeM >= 0 && out.GeneralizeM <= isochrone.MaxGeneralizeM):
		return nil, failed(100, "generalize: expected 0 to "+strconv.Itoa(isochrone.MaxGeneralizeM))
	}
	for _, c := range q.Contours {
		x := isochrone.Contour{Minutes: c.Time, Meters: 1000 * c.Distance}
		switch {
		case x.Minutes < 0 || x.Meters < 0 || (x.Minutes > 0) == (x.Meters > 0):
			return nil, failed(113, "expected either time or distance")
		case x.Minutes > isochrone.MaxMinutes:
			return nil, failed(151, strconv.Itoa(isochrone.MaxMinutes))
		case x.Meters > isochrone.MaxMeters:
			return nil, failed(154, strconv.Itoa(isochrone.MaxMeters/1000))
		}
		if c.Color != "" {
			var ok bool
			if x.Color, ok = isochrone.ColorOf(c.Color); !ok {
				return nil, failed(113, "expected a color of six hexadecimal digits")
			}
		}
		out.Contours = append(out.Contours, x)
	}
	return out, nil
}
