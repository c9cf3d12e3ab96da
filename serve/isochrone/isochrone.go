// Package isochrone answers requests for what can be reached within a time or a distance, as GeoJSON: in the form of Mapbox's
// Isochrone API, and for package valhalla, which has another form of request.
//
// The areas are those of route.Isochrone: exact in what can be reached, and drawn in square cells around the streets.
package isochrone

import (
	"context"
	"math"
	"slices"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/route"
	"graphbuild/serve/graphs"
)

// Limits of a query.
const (
	MaxContours = 10
	MaxMinutes  = 12 * 60
	MaxMeters   = 500_000
	// MaxGeneralizeM is the most of Query.GeneralizeM.
	MaxGeneralizeM = 1000
)

// Query asks for the areas around a place.
type Query struct {
	From       geometry.Point
	Mode       facts.Mode // Walk, Bike or Car
	Wheelchair bool       // as in route.Query
	SnapM      float64    // as in route.Query
	Contours   []Contour  // at most MaxContours
	Avoid      route.Avoid
	// Polygons asks for areas in place of the lines around them.
	Polygons bool
	// Denoise drops what is smaller than this part of the largest area of a contour: 1 keeps that alone, 0 keeps all.
	Denoise float64
	// GeneralizeM is how coarse the areas are, in metres, at most MaxGeneralizeM: the side of a cell; 0 leaves that to the extent.
	GeneralizeM float64
}

// Contour is a limit: a time or a distance, the other one being 0.
type Contour struct {
	Minutes float64
	Meters  float64
	Color   string // six hexadecimal digits; empty: one is chosen
}

// area is what lies within a contour.
type area struct {
	Contour
	polygons [][][]geometry.Point
}

// Search answers a query. It returns no answer where no street is within reach of the place; far is then what
// route.Search.FarText says of it.
func Search(ctx context.Context, g *graphs.Graph, q *Query) (a *Answer, far string, err error) {
	search := g.Search(ctx)
	a, err = find(search.Street, g.Streets, q)
	if err == nil && a == nil {
		far = search.Street.FarText(route.SnapQuery{Point: q.From, Mode: q.Mode, Wheelchair: q.Wheelchair})
	}
	search.Release()
	return a, far, err
}

// find answers a query; nil where no street is within reach of the place.
func find(s *route.Search, r *route.Router, q *Query) (*Answer, error) {
	a := &Answer{Query: q}
	for _, list := range q.byMetric() {
		if len(list) == 0 {
			continue
		}
		one, limits := q.of(r, list)
		found, err := s.Isochrones(one, limits...)
		if err != nil {
			return nil, err
		}
		for i, x := range found {
			if x.Status != route.OK {
				return nil, nil
			}
			a.areas = append(a.areas, area{list[i], denoised(x.Polygons, q.Denoise)})
		}
	}
	// The largest first, so that a map that draws them in this order shows all.
	slices.SortStableFunc(a.areas, func(x, y area) int {
		if x.Minutes+x.Meters > y.Minutes+y.Meters {
			return -1
		}
		return 1
	})
	return a, nil
}

// byMetric returns the contours that are times and those that are distances, all with a color: there is one search for each.
func (q *Query) byMetric() (list [2][]Contour) {
	for i, c := range q.Contours {
		if c.Color == "" {
			c.Color = colors[i%len(colors)]
		}
		k := 0
		if c.Meters > 0 {
			k = 1
		}
		list[k] = append(list[k], c)
	}
	return list
}

// colors are those of contours that come without.
var colors = [...]string{"bf4040", "bfb340", "56bf40", "40bfa9", "4056bf", "b340bf"}

// Speeds by mode above which none is much faster on the whole, in metres a minute: they tell how far a time may reach.
var reachMPM = [...]float64{facts.Walk: 85, facts.Bike: 300, facts.Car: 1600}

// Sides of a cell, in metres.
const (
	minCellM = 20
	maxCellM = MaxGeneralizeM
	// maxCells is about how many cells there may be across an area.
	maxCells = 400
)

// of returns the query of package route for contours of one metric, with the limit of each. All have the cells of the largest,
// so that none reaches beyond a larger one.
func (q *Query) of(r *route.Router, list []Contour) (one route.IsochroneQuery, limits []float64) {
	one = route.IsochroneQuery{From: q.From, Mode: q.Mode, Wheelchair: q.Wheelchair, SnapM: q.SnapM}
	if q.Avoid != 0 {
		one.Costs = r.Without(q.Mode, q.Avoid)
	}
	reachM := 0.0
	for _, c := range list {
		reachM = math.Max(reachM, math.Max(c.Meters, c.Minutes*reachMPM[q.Mode]))
		if c.Meters > 0 {
			one.Costs = r.Shortest(q.Mode)
			limits = append(limits, c.Meters/100) // a metre costs a hundredth
		} else {
			limits = append(limits, 60*c.Minutes)
		}
	}
	finest := math.Max(minCellM, 2*reachM/maxCells)
	one.CellM = math.Min(maxCellM, math.Max(finest, q.GeneralizeM))
	return one, limits
}

// denoised leaves out polygons that are smaller than a part of the largest.
func denoised(list [][][]geometry.Point, part float64) [][][]geometry.Point {
	sizes := sizesOf(list)
	least := part * slices.Max(append(sizes, 0))
	var out [][][]geometry.Point
	for i, p := range list {
		first := len(out) == 0 || isCut(p[0]) && isCut(out[0][0])
		if sizes[i] >= least && (part < 1 || first) {
			out = append(out, p)
		}
	}
	return out
}

// sizesOf returns the areas of polygons: those that are cut at the 180th meridian count as one.
func sizesOf(list [][][]geometry.Point) []float64 {
	sizes, cut := make([]float64, len(list)), 0.0
	for i, p := range list {
		if sizes[i] = sizeOf(p[0]); isCut(p[0]) {
			cut += sizes[i]
		}
	}
	for i, p := range list {
		if isCut(p[0]) {
			sizes[i] = cut
		}
	}
	return sizes
}

// isCut reports whether a ring comes to the 180th meridian.
func isCut(ring []geometry.Point) bool {
	return slices.ContainsFunc(ring, func(p geometry.Point) bool { return p.Lon == 180e7 || p.Lon == -180e7 })
}

// sizeOf returns the area of a ring in units of its points: rings of one answer can be compared.
func sizeOf(ring []geometry.Point) float64 {
	sum := 0.0
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		sum += float64(a.Lon-ring[0].Lon)*float64(b.Lat-ring[0].Lat) - float64(b.Lon-ring[0].Lon)*float64(a.Lat-ring[0].Lat)
	}
	return math.Abs(sum) / 2
}
