package isochrone

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/route"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
	"graphbuild/wire"
)

// Routes returns the routes of the API of Mapbox: GET with options in the address, POST with options in the body, as in a form.
func Routes() []answer.Route {
	var list []answer.Route
	for _, address := range []string{"/isochrone/v1/{profile}/{coordinates}", "/isochrone/v1/mapbox/{profile}/{coordinates}"} {
		list = append(list,
			answer.Route{Pattern: "GET " + address, Name: "isochrone", Handler: handle, FromGraph: true},
			answer.Route{Pattern: "POST " + address, Name: "isochrone", Handler: handle})
	}
	return list
}

func handle(ctx context.Context, g *graphs.Graph, r *http.Request) (answer.Body, error) {
	options := r.URL.RawQuery
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		options = strings.Trim(options+"&"+strings.TrimSpace(string(body)), "&")
	}
	q, bad := Read(r.PathValue("profile"), r.PathValue("coordinates"), options)
	if bad != nil {
		return nil, bad
	}
	a, _, err := Search(ctx, g, q) // it looks as far as one may
	if err == nil && a == nil {
		err = answer.Errorf(answer.CodeSegment, "Could not find a matching segment for the coordinate%s", wire.SwappedHint(g.File, "it", q.From))
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Read reads a request: profile and coordinates as they stand in the address, without escapes, and options, with them.
func Read(profile, coordinates, options string) (*Query, *answer.Error) {
	mode, ok := streets.ModeOf(profile)
	if !ok {
		return nil, answer.Errorf(answer.CodeValue, "profile %q: expected car, bike or foot", profile)
	}
	q := &Query{Mode: mode, SnapM: route.MaxSnapM, Denoise: 1}
	var err error
	if q.From, err = pointOf(strings.TrimSuffix(coordinates, ".json")); err != nil {
		return nil, answer.Errorf(answer.CodeValue, "coordinates: %v", err)
	}
	r := reader{q: q}
	for options != "" {
		var one string
		one, options, _ = strings.Cut(options, "&")
		if err := r.option(one); err != nil {
			return nil, answer.Errorf(answer.CodeQuery, "%v", err)
		}
	}
	return q, r.finish()
}

// pointOf reads longitude,latitude.
func pointOf(text string) (geometry.Point, error) {
	a, b, ok := strings.Cut(text, ",")
	lon, err1 := strconv.ParseFloat(a, 64)
	lat, err2 := strconv.ParseFloat(b, 64)
	if !ok || err1 != nil || err2 != nil {
		return geometry.Point{}, fmt.Errorf("%.40q: expected longitude,latitude", text)
	}
	return geometry.FromDegrees(lon, lat)
}

// reader collects the options of a request.
type reader struct {
	q               *Query
	minutes, meters []float64
	colors          []string
}

// option reads name=value.
func (r *reader) option(text string) error {
	name, escaped, ok := strings.Cut(text, "=")
	value, err := url.QueryUnescape(escaped)
	if !ok || err != nil {
		return fmt.Errorf("option %.40q: expected name=value", text)
	}
	switch name {
	case "contours_minutes":
		r.minutes, err = numbers(value, MaxMinutes)
	case "contours_meters":
		r.meters, err = numbers(value, MaxMeters)
	case "contours_colors":
		r.colors, err = colorsOf(value)
	case "polygons":
		r.q.Polygons, err = boolean(value)
	case "wheelchair":
		r.q.Wheelchair, err = boolean(value)
	case "denoise":
		r.q.Denoise, err = number(value, 1)
	case "generalize":
		r.q.GeneralizeM, err = number(value, MaxGeneralizeM)
	case "exclude":
		if r.q.Avoid, ok = streets.Excluded(strings.Split(value, ",")); !ok {
			err = fmt.Errorf("expected motorway, ferry and toll")
		}
	case "access_token": // clients of Mapbox send one
	default:
		err = fmt.Errorf("there is no such option")
	}
	if err != nil {
		return fmt.Errorf("option %.40s: %w", name, err)
	}
	return nil
}

// finish makes the contours of what was read.
func (r *reader) finish() *answer.Error {
	n := len(r.minutes) + len(r.meters)
	switch {
	case (r.minutes == nil) == (r.meters == nil):
		return answer.Errorf(answer.CodeQuery, "expected either contours_minutes or contours_meters")
	case n > MaxContours:
		return answer.Errorf(answer.CodeTooBig, "%d contours: the maximum is %d", n, MaxContours)
	case r.colors != nil && len(r.colors) != n:
		return answer.Errorf(answer.CodeQuery, "%d colors for %d contours", len(r.colors), n)
	case r.q.Wheelchair && r.q.Mode != facts.Walk:
		return answer.Errorf(answer.CodeValue, "wheelchair is for the profile foot")
	case r.meters != nil && r.q.Avoid != 0:
		return answer.Errorf(answer.CodeValue, "exclude cannot be combined with contours_meters")
	}
	for _, x := range r.minutes {
		r.q.Contours = append(r.q.Contours, Contour{Minutes: x})
	}
	for _, x := range r.meters {
		r.q.Contours = append(r.q.Contours, Contour{Meters: x})
	}
	for i, c := range r.colors {
		r.q.Contours[i].Color = c
	}
	return nil
}

func boolean(text string) (bool, error) {
	x, err := strconv.ParseBool(text)
	if err != nil {
		err = fmt.Errorf("%.40q: expected true or false", text)
	}
	return x, err
}

// numbers reads numbers above 0 that are separated by commas.
func numbers(text string, most float64) ([]float64, error) {
	var list []float64
	for one := range strings.SplitSeq(text, ",") {
		x, err := number(one, most)
		if err == nil && x == 0 {
			err = fmt.Errorf("%q: expected more than 0", one)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

// number reads a number of 0 to most.
func number(text string, most float64) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= most) {
		return 0, fmt.Errorf("%.40q: expected a number of 0 to %s", text, strconv.FormatFloat(most, 'f', -1, 64))
	}
	return x, nil
}

// colorsOf reads colors that are separated by commas.
func colorsOf(text string) ([]string, error) {
	list := strings.Split(text, ",")
	for i, c := range list {
		c, ok := ColorOf(c)
		if !ok {
			return nil, fmt.Errorf("%.40q: expected six hexadecimal digits", list[i])
		}
		list[i] = c
	}
	return list, nil
}

// ColorOf returns the six digits of a color, which may have three, and a # before them; false where it is none.
func ColorOf(text string) (string, bool) {
	text = strings.TrimPrefix(text, "#")
	if len(text) == 3 {
		text = strings.Repeat(text[:1], 2) + strings.Repeat(text[1:2], 2) + strings.Repeat(text[2:], 2)
	}
	_, err := strconv.ParseUint(text, 16, 32)
	return strings.ToLower(text), err == nil && len(text) == 6
}
