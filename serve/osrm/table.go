package osrm

import (
	"math"
	"strconv"

	"graphbuild/geometry"
	"graphbuild/route"
	"graphbuild/route/guidance"
	"graphbuild/serve/answer"
	"graphbuild/serve/streets"
)

// table answers a request for times and distances between coordinates.
func (a *api) table(q *query) (answer.Body, error) {
	ends, err := q.ends()
	if err != nil {
		return nil, err
	}
	if q.annotations == 0 {
		q.annotations = annotateDuration
	}
	x := &tableBody{query: q, ends: ends, from: q.from(), to: q.to()}
	x.Table, err = x.find()
	return x, err
}

// find finds the ways between the ends.
func (x *tableBody) find() (route.Table, error) {
	q := route.TableQuery{
		FromPlaces: placesOf(x.ends, x.from), ToPlaces: placesOf(x.ends, x.to), Mode: x.mode, Costs: x.costs,
		WithDistance: x.annotations&annotateDistance != 0,
	}
	return streets.TableOffIslands(x.s, q, func() (from, to [][]route.Place, err error) {
		moved, err := x.offIslands(x.ends)
		if err != nil || moved == nil {
			return nil, nil, err
		}
		return placesOf(moved, x.from), placesOf(moved, x.to), nil
	})
}

// tableBody is the answer of table.
type tableBody struct {
	*query
	route.Table
	ends     []end
	from, to []int
}

// placesOf returns the places of some of the ends.
func placesOf(ends []end, indexes []int) [][]route.Place {
	list := make([][]route.Place, len(indexes))
	for i, k := range indexes {
		list[i] = ends[k].places
	}
	return list
}

// AppendBody appends the answer.
func (x *tableBody) AppendBody(b []byte) ([]byte, error) {
	b = append(b, `{"code":"Ok"`...)
	if x.annotations&annotateDuration != 0 {
		b = x.appendMatrix(append(b, `,"durations":`...), x.duration)
	}
	if x.annotations&annotateDistance != 0 {
		b = x.appendMatrix(append(b, `,"distances":`...), x.distance)
	}
	if x.table.fallbackMPS > 0 {
		b = x.appendEstimated(append(b, `,"fallback_speed_cells":[`...))
	}
	if !x.noPlaces {
		b = x.appendWaypoints(append(b, `,"sources":`...), x.ends, x.from)
		b = x.appendWaypoints(append(b, `,"destinations":`...), x.ends, x.to)
	}
	return append(b, '}'), nil
}

// appendMatrix appends rows of numbers; none where there is no way.
func (x *tableBody) appendMatrix(b []byte, cell func(i, j int) (guidance.Tenths, bool)) []byte {
	b = append(b, '[')
	for i := range x.from {
		b = append(appendComma(b, i), '[')
		for j := range x.to {
			b = appendComma(b, j)
			if t, ok := cell(i, j); ok {
				b = appendTenths(b, t)
			} else {
				b = append(b, "null"...)
			}
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// duration returns the time of a cell.
func (x *tableBody) duration(i, j int) (guidance.Tenths, bool) {
	ms := x.MS[i*len(x.to)+j]
	t := (guidance.Tenths(ms) + 50) / 100
	if ms == route.NoTime {
		if x.table.fallbackMPS <= 0 {
			return 0, false
		}
		t = guidance.InTenths(x.estimateM(i, j) / x.table.fallbackMPS)
	}
	if s := x.table.scale; s > 0 && s != 1 {
		t = guidance.Tenths(math.Round(math.Min(float64(t)*s, math.MaxInt32)))
	}
	return t, true
}

// distance returns the length of the way of a cell.
func (x *tableBody) distance(i, j int) (guidance.Tenths, bool) {
	dm := x.DM[i*len(x.to)+j]
	if dm != route.NoTime {
		return guidance.Tenths(dm), true
	}
	return guidance.InTenths(x.estimateM(i, j)), x.table.fallbackMPS > 0
}

// estimateM returns how far apart the ends of a cell are as the crow flies, in metres.
func (x *tableBody) estimateM(i, j int) float64 {
	a, b := &x.ends[x.from[i]], &x.ends[x.to[j]]
	if x.table.fallbackSnapped {
		return geometry.Distance(a.at, b.at)
	}
	return geometry.Distance(a.input, b.input)
}

// appendEstimated appends the cells that have estimates, and the bracket after them.
func (x *tableBody) appendEstimated(b []byte) []byte {
	n := 0
	for k, ms := range x.MS {
		if ms != route.NoTime {
			continue
		}
		b = strconv.AppendInt(append(appendComma(b, n), '['), int64(k/len(x.to)), 10)
		b = strconv.AppendInt(append(b, ','), int64(k%len(x.to)), 10)
		b = append(b, ']')
		n++
	}
	return append(b, ']')
}
