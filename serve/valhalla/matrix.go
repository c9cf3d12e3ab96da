package valhalla

import (
	"context"
	"math"
	"strconv"

	"graphbuild/route"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
	"graphbuild/wire"
)

// matrix answers a request for times and distances from all sources to all targets.
func matrix(ctx context.Context, g *graphs.Graph, q *request) (answer.Body, error) {
	n := answer.LimitsOf(ctx).Points
	switch {
	case q.Sources == nil && q.Targets == nil:
		return nil, failed(112, "")
	case len(q.Sources) == 0:
		return nil, failed(121, "")
	case len(q.Targets) == 0:
		return nil, failed(122, "")
	case len(q.Sources)+len(q.Targets) > n:
		return nil, failed(150, strconv.Itoa(n))
	}
	search := g.Search(ctx)
	t, err := q.table(search.Street)
	search.Release()
	if err != nil {
		return nil, err
	}
	return &matrixBody{q, t}, nil
}

// table snaps the locations and fills the table.
func (q *request) table(s *route.Search) (route.Table, error) {
	from, err := q.snapAll(s, q.Sources, 131)
	if err != nil {
		return route.Table{}, err
	}
	to, err := q.snapAll(s, q.Targets, 132)
	if err != nil {
		return route.Table{}, err
	}
	t := route.TableQuery{FromPlaces: placesOf(from), ToPlaces: placesOf(to), Mode: q.mode, Wheelchair: q.isWheelchair(), WithDistance: true}
	return streets.TableOffIslands(s, t, func() ([][]route.Place, [][]route.Place, error) {
		movedFrom, err := offIslands(s, from)
		if err != nil {
			return nil, nil, err
		}
		movedTo, err := offIslands(s, to)
		if err != nil || !movedFrom && !movedTo {
			return nil, nil, err
		}
		return placesOf(from), placesOf(to), nil
	})
}

// snapAll snaps a list of locations; code is that of the error where one cannot be read.
func (q *request) snapAll(s *route.Search, list []location, code int) ([]end, error) {
	ends := make([]end, len(list))
	for i := range list {
		var err error
		if ends[i], err = q.snap(s, &list[i], code); err != nil {
			return nil, err
		}
	}
	return ends, nil
}

// offIslands takes ends on islands to the mainland, and reports whether there are any; those with a heading or a preferred side stay.
func offIslands(s *route.Search, ends []end) (moved bool, err error) {
	for i := range ends {
		e := &ends[i]
		if e.asked.Bearing != nil || e.asked.Side != route.AnySide {
			continue
		}
		found, err := streets.OnMainland(s, e.asked, e.pair)
		if err != nil {
			return false, err
		}
		if len(found) > 0 {
			e.places, moved = allPlaces(found), true
		}
	}
	return moved, nil
}

func placesOf(ends []end) [][]route.Place {
	list := make([][]route.Place, len(ends))
	for i := range ends {
		list[i] = ends[i].places
	}
	return list
}

// matrixBody is the answer of matrix.
type matrixBody struct {
	*request
	route.Table
}

// AppendBody appends the answer: rows of objects, or where verbose is false two matrices.
func (m *matrixBody) AppendBody(b []byte) ([]byte, error) {
	b = append(b, `{"sources_to_targets":`...)
	verbose := m.Verbose == nil || *m.Verbose
	if verbose {
		b = m.appendRows(b, m.appendCell)
	} else {
		b = m.appendRows(append(b, `{"durations":`...), m.appendTime)
		b = m.appendRows(append(b, `,"distances":`...), m.appendDistance)
		b = append(b, '}')
	}
	if verbose {
		b = appendLocations(append(b, `,"sources":`...), m.Sources)
		b = appendLocations(append(b, `,"targets":`...), m.Targets)
	}
	if m.ID != "" {
		b = wire.AppendString(append(b, `,"id":`...), m.ID)
	}
	return append(append(append(b, `,"units":"`...), m.unit()...), `"}`...), nil
}

// unit returns the name of the unit of distances.
func (m *matrixBody) unit() string {
	if m.Units == "mi" || m.Units == "miles" {
		return "miles"
	}
	return "kilometers"
}

// appendRows appends a list of lists, a row for each source.
func (m *matrixBody) appendRows(b []byte, cell func(b []byte, i, j int) []byte) []byte {
	b = append(b, '[')
	for i := range m.Sources {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		for j := range m.Targets {
			if j > 0 {
				b = append(b, ',')
			}
			b = cell(b, i, j)
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// appendCell appends the object of a cell.
func (m *matrixBody) appendCell(b []byte, i, j int) []byte {
	b = m.appendDistance(append(b, `{"distance":`...), i, j)
	b = m.appendTime(append(b, `,"time":`...), i, j)
	b = strconv.AppendInt(append(b, `,"to_index":`...), int64(j), 10)
	b = strconv.AppendInt(append(b, `,"from_index":`...), int64(i), 10)
	return append(b, '}')
}

// appendTime appends the whole seconds of a cell; null where there is no way.
func (m *matrixBody) appendTime(b []byte, i, j int) []byte {
	ms := m.MS[i*len(m.Targets)+j]
	if ms == route.NoTime {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, (int64(ms)+500)/1000, 10)
}

const metersPerMile = 1609.344

// appendDistance appends the kilometers or miles of a cell, with three digits after the point; null where there is no way.
func (m *matrixBody) appendDistance(b []byte, i, j int) []byte {
	dm := m.DM[i*len(m.Targets)+j]
	if dm == route.NoTime {
		return append(b, "null"...)
	}
	x := float64(dm) / 10 / 1000
	if m.unit() == "miles" {
		x = float64(dm) / 10 / metersPerMile
	}
	return wire.AppendFloat(b, math.Round(x*1000)/1000)
}

// appendLocations appends the positions of a list.
func appendLocations(b []byte, list []location) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = wire.AppendFloat(append(b, `{"lon":`...), *list[i].Lon)
		b = wire.AppendFloat(append(b, `,"lat":`...), *list[i].Lat)
		b = append(b, '}')
	}
	return append(b, ']')
}
