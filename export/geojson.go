package export

import (
	"strconv"

	"graphbuild/facts"
	"graphbuild/graph"
)

// features writes GeoJSON (RFC 7946): features in one collection or one a line.
type features struct {
	s     *sink
	g     *graph.Graph
	lines bool
	n     int // written so far
	// notice is the attribution, a foreign member of the collection, or of the first feature where there is one a line.
	notice string
}

func writeGeoJSON(s *sink, g *graph.Graph, o Options) error {
	f := features{s: s, g: g}
	s.text(`{"type":"FeatureCollection"`)
	if notice := g.Meta().Attribution(); notice != "" {
		s.buf = appendJSONString(append(s.buf, `,"attribution":`...), notice)
	}
	s.text(",\"features\":[\n")
	f.layers(o.Layers)
	s.text("\n]}\n")
	return nil
}

func writeGeoJSONLines(s *sink, g *graph.Graph, o Options) error {
	f := features{s: s, g: g, lines: true, notice: g.Meta().Attribution()}
	f.layers(o.Layers)
	if f.n > 0 {
		s.text("\n")
	}
	return nil
}

func (f *features) layers(layers []Layer) {
	for _, l := range layers {
		switch l {
		case Edges:
			f.edges()
		case Vertices:
			f.vertices()
		case Stops:
			f.stops()
		}
	}
}

// begin starts a feature up to its properties.
func (f *features) begin(kind string, number int) {
	s := f.s
	switch {
	case f.n == 0:
	case f.lines:
		s.text("\n")
	default:
		s.text(",\n")
	}
	f.n++
	s.text(`{"type":"Feature"`)
	if f.notice != "" {
		s.buf = appendJSONString(append(s.buf, `,"attribution":`...), f.notice)
		f.notice = ""
	}
	s.text(`,"id":"`)
	s.text(kind)
	s.buf = strconv.AppendInt(s.buf, int64(number), 10)
	s.text(`","properties":{`)
}

// edges writes a line for each edge pair, with what holds along it and, as *_backward, against it.
func (f *features) edges() {
	s := f.s
	texts := factTexts(f.g, factMembers)
	for p := range f.g.EdgePairs() {
		f.begin("pair/", int(p.ID))
		s.text(texts[p.Facts])
		id, name, ok := f.g.WayOf(p.Way)
		if ok {
			s.buf = strconv.AppendInt(append(s.buf, `,"way_id":`...), id, 10)
		}
		if name != "" {
			s.buf = appendJSONString(append(s.buf, `,"name":`...), name)
		}
		s.buf = appendTenths(append(s.buf, `,"length_m":`...), p.LengthDM)
		s.buf = strconv.AppendUint(append(s.buf, `,"from":`...), uint64(p.From), 10)
		s.buf = strconv.AppendUint(append(s.buf, `,"to":`...), uint64(p.To), 10)
		s.text(`},"geometry":{"type":"LineString","coordinates":`)
		s.buf = appendPositions(s.buf, p.Line)
		s.text("}}")
		if !s.row() {
			return
		}
	}
}

// factMembers returns the members of a feature that its facts give.
func factMembers(e *facts.Edge) string {
	b := appendJSONString([]byte(`"type":`), graph.EdgeTypeName(e.Type))
	b = appendJSONString(append(b, `,"class":`...), e.Class.String())
	for d, suffix := range [2]string{"", "_backward"} {
		b = append(append(append(b, `,"modes`...), suffix...), `":`...)
		b = appendJSONString(b, modeTexts[e.Modes[d]])
		if speed := e.Speed[d]; speed != 0 && e.Modes[d].Has(facts.Car) {
			b = append(append(append(b, `,"car_speed_kmh`...), suffix...), `":`...)
			b = strconv.AppendFloat(b, speed.KMH(), 'g', -1, 64)
		}
		if limited := e.LimitedText(facts.Direction(d)); limited != "" {
			b = append(append(append(b, `,"restricted_access`...), suffix...), `":`...)
			b = appendJSONString(b, limited)
		}
	}
	return string(b)
}

// vertices writes a point for each street vertex.
func (f *features) vertices() {
	s := f.s
	for v := range f.g.NumStreetVertices() {
		x := f.g.Vertex(graph.VertexID(v))
		f.begin("vertex/", v)
		s.buf = appendJSONString(append(s.buf, `"type":`...), graph.VertexTypeName(x.Type()))
		if id := x.OSMNodeID(); id != graph.NoNode {
			s.buf = strconv.AppendInt(append(s.buf, `,"node_id":`...), id, 10)
		}
		s.buf = appendJSONString(append(s.buf, `,"pass":`...), modeTexts[x.Pass()])
		s.text(`},"geometry":{"type":"Point","coordinates":`)
		s.buf = appendPosition(s.buf, x.Point())
		s.text("}}")
		if !s.row() {
			return
		}
	}
}

// stops writes a point for each row of stops.txt that is kept.
func (f *features) stops() {
	s := f.s
	for i := range f.g.NumStops() {
		x := f.g.Stop(graph.StopID(i))
		f.begin("stop/", i)
		s.buf = appendJSONString(append(s.buf, `"type":`...), graph.VertexTypeName(x.VertexType()))
		s.buf = appendJSONString(append(s.buf, `,"stop_id":`...), stopName(x))
		s.buf = appendJSONString(append(s.buf, `,"name":`...), x.Name())
		s.buf = strconv.AppendInt(append(s.buf, `,"links":`...), int64(len(x.Links())), 10)
		if parent := x.Parent(); parent.Err() == nil {
			s.buf = appendJSONString(append(s.buf, `,"parent":`...), stopName(parent))
		}
		s.text(`},"geometry":{"type":"Point","coordinates":`)
		s.buf = appendPosition(s.buf, x.Point())
		s.text("}}")
		if !s.row() {
			return
		}
	}
}

// stopName returns the id of a stop as on the command line: FEED:ID.
func stopName(s graph.Stop) string { return s.Graph().Feed(s.Feed()).Label + ":" + s.ID() }
