package osrm

import (
	"math"
	"strconv"

	"graphbuild/facts"
)

// appendBearing appends a bearing in whole degrees, 0 to 359.
func appendBearing(b []byte, degrees float64) []byte {
	return strconv.AppendInt(b, (int64(math.Round(degrees))%360+360)%360, 10)
}

// appendManeuver appends a maneuver object.
func appendManeuver(b []byte, m *maneuver) []byte {
	b = append(append(append(b, `{"type":"`...), maneuverNames[m.kind]...), '"')
	if m.modifier != noModifier && !(m.modifier == uTurn && (m.kind == depart || m.kind == arrive)) {
		b = append(append(append(b, `,"modifier":"`...), modifierNames[m.modifier]...), '"')
	}
	b = appendPoint(append(b, `,"location":`...), m.at)
	b = appendBearing(append(b, `,"bearing_before":`...), m.before)
	b = appendBearing(append(b, `,"bearing_after":`...), m.after)
	if m.exit > 0 {
		b = strconv.AppendInt(append(b, `,"exit":`...), int64(m.exit), 10)
	}
	return append(b, '}')
}

// appendIntersection appends an intersection object.
func (x *guide) appendIntersection(b []byte, c *crossing) []byte {
	roads := x.roads[c.from:c.to]
	b = append(b, `{"bearings":[`...)
	for i := range roads {
		b = appendBearing(appendComma(b, i), roads[i].bearing)
	}
	b = append(b, `],"entry":[`...)
	for i := range roads {
		b = strconv.AppendBool(appendComma(b, i), roads[i].open)
	}
	b = append(b, ']')
	if c.in >= 0 {
		b = strconv.AppendInt(append(b, `,"in":`...), int64(c.in), 10)
	}
	if c.out >= 0 {
		b = strconv.AppendInt(append(b, `,"out":`...), int64(c.out), 10)
		b = appendClasses(b, c.classes)
	}
	return append(appendPoint(append(b, `,"location":`...), c.at), '}')
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
