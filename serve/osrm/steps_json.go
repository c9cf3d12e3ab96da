package osrm

import (
	"math"
	"strconv"

	"graphbuild/facts"
	"graphbuild/route/guidance"
)

// appendBearing appends a bearing in whole degrees, 0 to 359.
func appendBearing(b []byte, degrees float64) []byte {
	return strconv.AppendInt(b, (int64(math.Round(degrees))%360+360)%360, 10)
}

// appendManeuver appends a maneuver object.
func appendManeuver(b []byte, m *guidance.Maneuver) []byte {
	b = append(append(append(b, `{"type":"`...), m.Kind.String()...), '"')
	if m.Modifier != guidance.NoModifier && !(m.Modifier == guidance.UTurn && (m.Kind == guidance.Depart || m.Kind == guidance.Arrive)) {
		b = append(append(append(b, `,"modifier":"`...), m.Modifier.String()...), '"')
	}
	b = appendPoint(append(b, `,"location":`...), m.At)
	b = appendBearing(append(b, `,"bearing_before":`...), m.Before)
	b = appendBearing(append(b, `,"bearing_after":`...), m.After)
	if m.Exit > 0 {
		b = strconv.AppendInt(append(b, `,"exit":`...), int64(m.Exit), 10)
	}
	return append(b, '}')
}

// appendIntersection appends an intersection object, with all roads that meet there.
func appendIntersection(b []byte, c *guidance.Crossing, roads []guidance.Road) []byte {
	b = append(b, `{"bearings":[`...)
	for i := range roads {
		b = appendBearing(appendComma(b, i), roads[i].Bearing)
	}
	b = append(b, `],"entry":[`...)
	for i := range roads {
		b = strconv.AppendBool(appendComma(b, i), roads[i].Open)
	}
	b = append(b, ']')
	if c.In >= 0 {
		b = strconv.AppendInt(append(b, `,"in":`...), int64(c.In), 10)
	}
	if c.Out >= 0 {
		b = strconv.AppendInt(append(b, `,"out":`...), int64(c.Out), 10)
		b = appendClasses(b, c.Ahead)
	}
	return append(appendPoint(append(b, `,"location":`...), c.At), '}')
}

// appendClasses appends the classes of the road that one goes on along, if it has any.
func appendClasses(b []byte, f *facts.Edge) []byte {
	n := 0
	add := func(name string, has bool) {
		if !has {
			return
		}
		if n++; n == 1 {
			b = append(b, `,"classes":[`...)
		}
		b = append(append(append(appendComma(b, n-1), '"'), name...), '"')
	}
	add("motorway", f.Class == facts.Motorway || f.Class == facts.MotorwayLink)
	add("ferry", f.Type == facts.Ferry || f.Type == facts.CarTrain)
	add("toll", f.Flags&facts.Toll != 0)
	add("tunnel", f.Flags&facts.Tunnel != 0)
	if n > 0 {
		b = append(b, ']')
	}
	return b
}
