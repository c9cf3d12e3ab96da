package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"graphbuild/encode"
)

// nameIndex finds rows by a GTFS id.
type nameIndex struct {
	once sync.Once
	rows []nameRow
}

type nameRow struct {
	id  string
	row int
}

// idColumn is a column of GTFS ids with the feed of each row.
type idColumn struct {
	what  string // in messages
	index *nameIndex
	ids   *encode.Strings
	feed  func(row int) FeedID
}

// find returns the row with a name, which is "FEED:ID", FEED being the label of a feed, or a bare ID that one feed
// alone has. An ID may hold colons itself: a label that fits goes first.
func (g *Graph) find(c idColumn, name string) (int, error) {
	c.index.once.Do(func() { c.index.fill(c.ids) })
	if label, id, ok := strings.Cut(name, ":"); ok {
		for _, r := range c.index.find(id) {
			if g.Feed(c.feed(r.row)).Label == label {
				return r.row, nil
			}
		}
	}
	rows := c.index.find(name)
	switch len(rows) {
	case 0:
		return 0, fmt.Errorf("%s %q: %w", c.what, name, ErrNotFound)
	case 1:
		return rows[0].row, nil
	}
	a, b := g.Feed(c.feed(rows[0].row)).Label, g.Feed(c.feed(rows[1].row)).Label
	return 0, fmt.Errorf("%s %q: %w (%s:%s, %s:%s)", c.what, name, ErrAmbiguous, a, name, b, name)
}

func (x *nameIndex) fill(ids *encode.Strings) {
	x.rows = make([]nameRow, ids.Len())
	for i := range x.rows {
		x.rows[i] = nameRow{ids.At(i), i}
	}
	slices.SortFunc(x.rows, func(a, b nameRow) int { return cmp.Or(strings.Compare(a.id, b.id), cmp.Compare(a.row, b.row)) })
}

func (x *nameIndex) find(id string) []nameRow {
	i, _ := slices.BinarySearchFunc(x.rows, id, func(r nameRow, id string) int { return strings.Compare(r.id, id) })
	end := i
	for end < len(x.rows) && x.rows[end].id == id {
		end++
	}
	return x.rows[i:end]
}

// StopByID returns the stop named "FEED:ID", or a bare ID that is unique. It fails with ErrNotFound or ErrAmbiguous.
func (g *Graph) StopByID(name string) (Stop, error) {
	t := g.stops()
	row, err := g.find(idColumn{"stop", &g.lookup.stop, &t.ID, func(i int) FeedID { return t.Feed.At(i) }}, name)
	if err != nil {
		return Stop{}, err
	}
	return Stop{g, StopID(row)}, nil
}

// RouteByID is StopByID for routes.
func (g *Graph) RouteByID(name string) (Route, error) {
	t := g.routes()
	row, err := g.find(idColumn{"route", &g.lookup.route, &t.ID, func(i int) FeedID { return t.Feed.At(i) }}, name)
	if err != nil {
		return Route{}, err
	}
	return Route{g, RouteID(row)}, nil
}

// TripByID is StopByID for trips.
func (g *Graph) TripByID(name string) (Trip, error) {
	t := g.trips()
	row, err := g.find(idColumn{"trip", &g.lookup.trip, &t.ID, func(i int) FeedID { return Trip{g, TripID(i)}.Feed() }}, name)
	if err != nil {
		return Trip{}, err
	}
	return Trip{g, TripID(row)}, nil
}

// ServiceByID is StopByID for services.
func (g *Graph) ServiceByID(name string) (Service, error) {
	g.mustBeOpen()
	t := &g.tables.Services
	row, err := g.find(idColumn{"service", &g.lookup.service, &t.ID, func(i int) FeedID { return t.Feed.At(i) }}, name)
	if err != nil {
		return Service{}, err
	}
	return Service{g, ServiceID(row)}, nil
}

// AgencyByID is StopByID for agencies.
func (g *Graph) AgencyByID(name string) (Agency, error) {
	t := g.agencies()
	row, err := g.find(idColumn{"agency", &g.lookup.agency, &t.ID, func(i int) FeedID { return t.Feed.At(i) }}, name)
	if err != nil {
		return Agency{}, err
	}
	return Agency{g, AgencyID(row)}, nil
}
