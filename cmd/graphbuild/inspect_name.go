package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"graphbuild/graph"
	"graphbuild/wire"
)

// maxNamed is how many ids are listed for a name.
const maxNamed = 5

// namesake is something that people may mean by a text: its id, and what it is called.
type namesake struct {
	id    string
	names []string
}

// stopByID is that of the graph; where there is no such id, the error lists stops of such a name.
func (v *viewer) stopByID(id string) (graph.Stop, error) {
	x, err := v.g.StopByID(id)
	return x, withNamesakes(err, id, v.g.NumStops(), func(i int) namesake {
		s := v.g.Stop(graph.StopID(i))
		return namesake{wire.StopID(s), []string{s.Name(), s.Code(), s.ID()}}
	})
}

// routeByID is stopByID for routes.
func (v *viewer) routeByID(id string) (graph.Route, error) {
	x, err := v.g.RouteByID(id)
	return x, withNamesakes(err, id, v.g.NumRoutes(), func(i int) namesake {
		r := v.g.Route(graph.RouteID(i))
		return namesake{wire.RouteID(r), []string{wire.RouteName(r), r.LongName(), r.ID()}}
	})
}

// withNamesakes adds to the error of an id that is not there those of n things that have the text as a name, or else in a name, in
// whatever case.
func withNamesakes(err error, text string, n int, at func(i int) namesake) error {
	if !errors.Is(err, graph.ErrNotFound) {
		return err
	}
	text = strings.ToLower(text)
	found := idsWhere(n, at, func(name string) bool { return name == text })
	if len(found) == 0 {
		found = idsWhere(n, at, func(name string) bool { return strings.Contains(name, text) })
	}
	if len(found) == 0 {
		return err
	}
	more := ""
	if left := len(found) - maxNamed; left > 0 {
		found, more = found[:maxNamed], fmt.Sprintf(" and %d more", left)
	}
	return fmt.Errorf("%w as an id; by name there is %s%s", err, strings.Join(found, ", "), more)
}

// idsWhere returns the ids of things that have a name, in small letters, which fits.
func idsWhere(n int, at func(i int) namesake, fits func(name string) bool) []string {
	var ids []string
	for i := range n {
		x := at(i)
		if slices.ContainsFunc(x.names, func(name string) bool { return fits(strings.ToLower(name)) }) {
			ids = append(ids, fmt.Sprintf("%s (%s)", x.id, wire.Short(x.names[0])))
		}
	}
	return ids
}
