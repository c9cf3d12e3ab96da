package export

import (
	"strconv"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// writeCSV writes one table: RFC 4180 with LF line ends and a header, UTF-8. There is no line of comment, which most
// readers would take for the header: the notice of the licence is the caller's, see Notice.
func writeCSV(s *sink, g *graph.Graph, o Options) error {
	switch o.Layers[0] {
	case Edges:
		writeEdgeRows(s, g)
	case Vertices:
		writeVertexRows(s, g)
	case Stops:
		writeStopRows(s, g)
	case Trips:
		writeTripRows(s, g)
	}
	return nil
}

func writeEdgeRows(s *sink, g *graph.Graph) {
	s.text("pair,from,to,way_id,name,length_m,type,class,modes,modes_backward,car_speed_kmh,car_speed_kmh_backward,restricted_access,restricted_access_backward,geometry\n")
	texts := factTexts(g, factFields)
	for p := range g.EdgePairs() {
		s.buf = strconv.AppendUint(s.buf, uint64(p.ID), 10)
		s.buf = strconv.AppendUint(append(s.buf, ','), uint64(p.From), 10)
		s.buf = strconv.AppendUint(append(s.buf, ','), uint64(p.To), 10)
		id, name, ok := g.WayOf(p.Way)
		s.text(",")
		if ok {
			s.buf = strconv.AppendInt(s.buf, id, 10)
		}
		s.buf = appendCSVText(append(s.buf, ','), name)
		s.buf = appendTenths(append(s.buf, ','), p.LengthDM)
		s.text(texts[p.Facts])
		s.text(`,"`)
		s.buf = appendWKT(s.buf, p.Line)
		s.text("\"\n")
		if !s.row() {
			return
		}
	}
}

// factFields returns the fields that the facts give, each after its comma.
func factFields(e *facts.Edge) string {
	b := append([]byte{','}, graph.EdgeTypeName(e.Type)...)
	b = append(append(b, ','), e.Class.String()...)
	b = append(append(b, ','), modeTexts[e.Modes[facts.Forward]]...)
	b = append(append(b, ','), modeTexts[e.Modes[facts.Backward]]...)
	for d, speed := range e.Speed {
		b = append(b, ',')
		if speed != 0 && e.Modes[d].Has(facts.Car) {
			b = strconv.AppendFloat(b, speed.KMH(), 'g', -1, 64)
		}
	}
	for d := range e.Limited {
		b = append(append(b, ','), e.LimitedText(facts.Direction(d))...)
	}
	return string(b)
}

// appendWKT appends a line in well-known text: longitude, then latitude.
func appendWKT(b []byte, line []geometry.Point) []byte {
	b = append(b, "LINESTRING("...)
	for i, p := range line {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendE7(b, p.Lon)
		b = appendE7(append(b, ' '), p.Lat)
	}
	return append(b, ')')
}

func writeVertexRows(s *sink, g *graph.Graph) {
	s.text("vertex,node_id,lon,lat,type,pass\n")
	for v := range g.NumStreetVertices() {
		x := g.Vertex(graph.VertexID(v))
		s.buf = append(strconv.AppendInt(s.buf, int64(v), 10), ',')
		if id := x.OSMNodeID(); id != graph.NoNode {
			s.buf = strconv.AppendInt(s.buf, id, 10)
		}
		s.point(x.Point())
		s.field(graph.VertexTypeName(x.Type()))
		s.field(modeTexts[x.Pass()])
		s.text("\n")
		if !s.row() {
			return
		}
	}
}

// point adds the fields lon and lat, each after its comma.
func (s *sink) point(p geometry.Point) {
	s.buf = appendE7(append(s.buf, ','), p.Lon)
	s.buf = appendE7(append(s.buf, ','), p.Lat)
}

// field adds a field after its comma.
func (s *sink) field(text string) { s.buf = appendCSVText(append(s.buf, ','), text) }

// number adds a field after its comma.
func (s *sink) number(n int64) { s.buf = strconv.AppendInt(append(s.buf, ','), n, 10) }

func writeStopRows(s *sink, g *graph.Graph) {
	s.text("stop_id,vertex,lon,lat,type,name,code,platform,parent,wheelchair,links\n")
	for i := range g.NumStops() {
		x := g.Stop(graph.StopID(i))
		s.buf = appendCSVText(s.buf, stopName(x))
		s.number(int64(x.Vertex().ID()))
		s.point(x.Point())
		s.field(graph.VertexTypeName(x.VertexType()))
		s.field(x.Name())
		s.field(x.Code())
		s.field(x.Platform())
		parent := ""
		if p := x.Parent(); p.Err() == nil {
			parent = stopName(p)
		}
		s.field(parent)
		s.number(int64(x.Wheelchair()))
		s.number(int64(len(x.Links())))
		s.text("\n")
		if !s.row() {
			return
		}
	}
}

func writeTripRows(s *sink, g *graph.Graph) {
	s.text("trip_id,pattern,route_id,route_name,route_type,service_id,headsign,start_s,stops\n")
	for i := range g.NumTrips() {
		x := g.Trip(graph.TripID(i))
		route, pattern := x.Route(), x.Pattern()
		label := g.Feed(x.Feed()).Label
		s.buf = appendCSVText(s.buf, label+":"+x.ID())
		s.number(int64(pattern.Number()))
		s.field(label + ":" + route.ID())
		s.field(routeName(route))
		s.number(int64(route.Type()))
		_, service := x.Service().ID()
		s.field(label + ":" + service)
		s.field(x.Headsign())
		s.number(int64(x.StartS()))
		s.number(int64(len(pattern.AppendStops(nil))))
		s.text("\n")
		if !s.row() {
			return
		}
	}
}

// routeName returns what riders know a route by.
func routeName(r graph.Route) string {
	if name := r.ShortName(); name != "" {
		return name
	}
	return r.LongName()
}
