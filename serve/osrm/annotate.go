package osrm

import (
	"math"
	"strconv"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/guidance"
)

// segment is the line between two points of a leg that follow each other.
type segment struct {
	distanceM, durationS float64
}

// segments returns those of a leg: the time of each stretch is shared out by length. Time without length, such as that of a ride
// in an elevator, goes to the segment after it, or to the last one.
func segments(leg *route.Leg) []segment {
	list := make([]segment, len(leg.Geometry)-1)
	for i := range list {
		list[i].distanceM = geometry.Distance(leg.Geometry[i], leg.Geometry[i+1])
	}
	waiting := 0.0
	for k, s := range leg.Stretches {
		to := len(list)
		if k+1 < len(leg.Stretches) {
			to = min(leg.Stretches[k+1].Point, to)
		}
		part := list[min(s.Point, to):to]
		sum := 0.0
		for _, x := range part {
			sum += x.distanceM
		}
		waiting += s.DurationS
		if sum == 0 {
			continue
		}
		for i := range part {
			part[i].durationS += waiting * part[i].distanceM / sum
		}
		waiting = 0
	}
	list[len(list)-1].durationS += waiting
	return list
}

// appendAnnotation appends an annotation object for the segments of a leg.
func (x *routeBody) appendAnnotation(b []byte, leg *route.Leg) []byte {
	list := segments(leg)
	b = append(b, '{')
	n := 0
	each := func(a annotations, name string, value func([]byte, segment) []byte) {
		if x.annotations&a == 0 {
			return
		}
		b = append(append(append(appendComma(b, n), '"'), name...), `":[`...)
		n++
		for i, s := range list {
			b = value(appendComma(b, i), s)
		}
		b = append(b, ']')
	}
	duration := func(b []byte, s segment) []byte { return appendThousandths(b, s.durationS) }
	each(annotateDuration, "duration", duration)
	each(annotateDistance, "distance", func(b []byte, s segment) []byte { return appendMicro(b, s.distanceM) })
	each(annotateWeight, "weight", duration)
	each(annotateSpeed, "speed", func(b []byte, s segment) []byte { return appendTenths(b, speedOf(s)) })
	each(annotateDatasources, "datasources", func(b []byte, _ segment) []byte { return append(b, '0') })
	if x.annotations&annotateDatasources != 0 {
		b = append(b, `,"metadata":{"datasource_names":["graph"]}`...)
	}
	if x.annotations&annotateNodes != 0 {
		b = x.appendNodes(append(appendComma(b, n), `"nodes":[`...), leg)
		b = append(b, ']')
	}
	return append(b, '}')
}

// appendThousandths appends a number with at most three digits after the point.
func appendThousandths(b []byte, x float64) []byte {
	return strconv.AppendFloat(b, math.Round(x*1000)/1000, 'f', -1, 64)
}

// speedOf returns metres a second in tenths, 0 where that makes no sense.
func speedOf(s segment) guidance.Tenths {
	if s.durationS <= 0 {
		return 0
	}
	return guidance.InTenths(s.distanceM / s.durationS)
}

// appendNodes appends the OSM node of each point of a leg: 0 within an edge, as a graph keeps the ids of vertices alone, and in
// graphs without ids.
func (x *routeBody) appendNodes(b []byte, leg *route.Leg) []byte {
	k := 0
	for i := range leg.Geometry {
		b = appendComma(b, i)
		for k < len(leg.Stretches) && leg.Stretches[k].Point < i {
			k++
		}
		v, ok := graph.Vertex{}, false
		if k < len(leg.Stretches) && leg.Stretches[k].Point == i && leg.Stretches[k].From == 0 {
			v, ok = x.g.File.Edge(leg.Stretches[k].Edge).From(), true
		}
		if last := leg.Stretches[len(leg.Stretches)-1]; i == len(leg.Geometry)-1 && last.To == 1 {
			v, ok = x.g.File.Edge(last.Edge).To(), true
		}
		if !ok {
			b = append(b, '0')
			continue
		}
		b = appendNode(b, v)
	}
	return b
}
