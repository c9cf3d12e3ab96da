package wire

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/route"
)

// Edge is a directed edge as people see it: what holds along it.
type Edge struct {
	Edge        graph.EdgeID       `json:"edge"`
	Type        string             `json:"type"`
	From        graph.VertexID     `json:"from"`
	To          graph.VertexID     `json:"to"`
	FromNode    *int64             `json:"from_node"`
	ToNode      *int64             `json:"to_node"`
	WayID       *int64             `json:"way_id"`
	Name        string             `json:"name"`
	Class       string             `json:"class"`
	Modes       []string           `json:"modes"`
	LengthM     float64            `json:"length_m"`
	SpeedKMH    map[string]float64 `json:"speed_kmh"`
	DurationS   uint32             `json:"duration_s,omitempty"`
	Flags       []string           `json:"flags,omitempty"`
	Restricted  map[string]string  `json:"restricted_access,omitempty"`
	Conditional map[string]string  `json:"conditional,omitempty"`
	Attributes  map[string]any     `json:"attributes,omitempty"` // texts and numbers
	AscentM     *float64           `json:"ascent_m,omitempty"`
	DescentM    *float64           `json:"descent_m,omitempty"`
	Geometry    Line               `json:"geometry"`
	DistanceM   *float64           `json:"distance_m,omitempty"` // with --at
}

// EdgeOf returns what is known of an edge.
func EdgeOf(e graph.Edge) Edge {
	f := e.Facts()
	out := Edge{
		Edge: e.ID(), Type: graph.EdgeTypeName(f.Type), From: e.From().ID(), To: e.To().ID(),
		FromNode: NodeID(e.From()), ToNode: NodeID(e.To()), Name: e.Name(), Class: f.Class.String(),
		Modes: ModeNames(f.Modes[facts.Forward]), LengthM: e.LengthM(), SpeedKMH: map[string]float64{},
		Flags: flagNamesOf(f.Flags), Geometry: e.AppendGeometry(nil),
	}
	if id, ok := e.OSMWayID(); ok {
		out.WayID = &id
	}
	out.DurationS, _ = e.DurationS()
	for m := facts.Walk; m <= facts.Car; m++ {
		out.addMode(m, &f)
	}
	for _, c := range e.Conditional() {
		if out.Conditional == nil {
			out.Conditional = map[string]string{}
		}
		out.Conditional[graph.ModeName(c.Mode)] = c.Text
	}
	out.addAttributes(e)
	return out
}

// addAttributes adds what few graphs keep: attributes and elevation.
func (x *Edge) addAttributes(e graph.Edge) {
	for i := range e.Graph().NumAttributes() {
		name := e.Graph().AttributeName(i)
		v, ok := e.Attribute(name)
		if !ok {
			continue
		}
		if x.Attributes == nil {
			x.Attributes = map[string]any{}
		}
		x.Attributes[name] = any(v.Text)
		if v.IsNumber {
			x.Attributes[name] = v.Number
		}
	}
	if up, down, ok := e.Climb(); ok {
		x.AscentM, x.DescentM = &up, &down
	}
}

// addMode adds what holds for a mode. For cars the speed is that of the facts: the limit, else the default of the class. On a ferry
// it is the same for all: that of the boat.
func (x *Edge) addMode(m facts.Mode, f *facts.Edge) {
	if !f.Modes[facts.Forward].Has(m) {
		return
	}
	speed := route.SpeedKMH(m, f, facts.Forward)
	if m == facts.Car && f.Speed[facts.Forward] != 0 {
		speed = f.Speed[facts.Forward].KMH()
	}
	if boards := f.Type == facts.Ferry || f.Type == facts.CarTrain; boards && x.DurationS > 0 {
		speed = x.LengthM / float64(x.DurationS) * 3.6
	}
	x.SpeedKMH[graph.ModeName(m)] = math.Round(speed*100) / 100
	if l := f.Limited[facts.Forward][m]; l != facts.Unlimited {
		if x.Restricted == nil {
			x.Restricted = map[string]string{}
		}
		x.Restricted[graph.ModeName(m)] = l.String()
	}
}

// NodeID returns the id of the node that a vertex stands for, nil for none.
func NodeID(v graph.Vertex) *int64 {
	if id := v.OSMNodeID(); id != graph.NoNode {
		return &id
	}
	return nil
}

// flagNameList are the names of facts.Flags, by bit.
var flagNameList = [...]string{"roundabout", "tunnel", "bridge", "toll", "indoor", "ford", "speed_tagged", "bike_lane", "unpaved"}

func flagNamesOf(f facts.Flags) []string {
	var list []string
	for i, name := range flagNameList {
		if f>>i&1 != 0 {
			list = append(list, name)
		}
	}
	return list
}

// ModeNames lists the modes of a set.
func ModeNames(s facts.Modes) []string {
	list := []string{}
	for m := range facts.NumModes {
		if s.Has(m) {
			list = append(list, graph.ModeName(m))
		}
	}
	return list
}

// MarshalJSON writes the edge as an object.
func (x Edge) MarshalJSON() ([]byte, error) {
	return append(x.appendMembers(append(make([]byte, 0, 512), '{')), '}'), nil
}

// appendMembers appends the members of the object.
func (x *Edge) appendMembers(out []byte) []byte {
	out = strconv.AppendUint(append(out, `"edge":`...), uint64(x.Edge), 10)
	out = AppendString(append(out, `,"type":`...), x.Type)
	out = strconv.AppendUint(append(out, `,"from":`...), uint64(x.From), 10)
	out = strconv.AppendUint(append(out, `,"to":`...), uint64(x.To), 10)
	out = appendIDOrNull(append(out, `,"from_node":`...), x.FromNode)
	out = appendIDOrNull(append(out, `,"to_node":`...), x.ToNode)
	out = appendIDOrNull(append(out, `,"way_id":`...), x.WayID)
	out = AppendString(append(out, `,"name":`...), x.Name)
	out = AppendString(append(out, `,"class":`...), x.Class)
	out = appendStrings(append(out, `,"modes":`...), x.Modes)
	out = AppendFloat(append(out, `,"length_m":`...), x.LengthM)
	out = x.appendSpeeds(append(out, `,"speed_kmh":{`...))
	if x.DurationS != 0 {
		out = strconv.AppendUint(append(out, `,"duration_s":`...), uint64(x.DurationS), 10)
	}
	if len(x.Flags) > 0 {
		out = appendStrings(append(out, `,"flags":`...), x.Flags)
	}
	out = appendPairs(out, "restricted_access", x.Restricted, AppendString)
	out = appendPairs(out, "conditional", x.Conditional, AppendString)
	out = appendPairs(out, "attributes", x.Attributes, appendAttribute)
	return x.appendEnd(out)
}

// appendSpeeds appends the speeds and the end of their object.
func (x *Edge) appendSpeeds(out []byte) []byte {
	separator := ""
	for _, m := range [...]facts.Mode{facts.Bike, facts.Car, facts.Walk} { // by name
		if v, ok := x.SpeedKMH[graph.ModeName(m)]; ok {
			out = AppendString(append(out, separator...), graph.ModeName(m))
			out = AppendFloat(append(out, ':'), v)
			separator = ","
		}
	}
	return append(out, '}')
}

// appendEnd appends the last members.
func (x *Edge) appendEnd(out []byte) []byte {
	if x.AscentM != nil {
		out = AppendFloat(append(out, `,"ascent_m":`...), *x.AscentM)
	}
	if x.DescentM != nil {
		out = AppendFloat(append(out, `,"descent_m":`...), *x.DescentM)
	}
	out = AppendLine(append(out, `,"geometry":`...), x.Geometry)
	if x.DistanceM != nil {
		out = AppendFloat(append(out, `,"distance_m":`...), *x.DistanceM)
	}
	return out
}

// appendAttribute appends a text or a number.
func appendAttribute(out []byte, v any) []byte {
	if n, ok := v.(float64); ok {
		return AppendFloat(out, n)
	}
	text, _ := v.(string)
	return AppendString(out, text)
}

// appendPairs appends a member that is an object, sorted by name, unless it is empty.
func appendPairs[V any](out []byte, name string, values map[string]V, value func([]byte, V) []byte) []byte {
	for i, k := range slices.Sorted(maps.Keys(values)) {
		if i == 0 {
			out = append(AppendString(append(out, ','), name), `:{`...)
		} else {
			out = append(out, ',')
		}
		out = value(append(AppendString(out, k), ':'), values[k])
	}
	if len(values) > 0 {
		out = append(out, '}')
	}
	return out
}

// appendStrings appends a list of texts.
func appendStrings(out []byte, list []string) []byte {
	out = append(out, '[')
	for i, s := range list {
		out = AppendString(append(out, listStart(i, "")...), s)
	}
	return append(out, ']')
}

func appendIDOrNull(out []byte, id *int64) []byte {
	if id == nil {
		return appendOptionalID(out, 0, false)
	}
	return appendOptionalID(out, *id, true)
}
