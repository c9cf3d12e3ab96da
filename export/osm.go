package export

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// osmWriter writes the streets as OSM XML, for programs that read that alone. Each edge pair is a way of its own, with
// tags that say what the graph knows and the tag graphbuild:way with the id of the way that it comes from; its id is new:
// minus the number of the pair, less 1. Vertices keep the ids of their nodes; the points between them, and vertices that no
// node stands for, get new negative ids, less than those of nodes that an editor has given such.
type osmWriter struct {
	s     *sink
	g     *graph.Graph
	least int64 // of the ids of nodes, 0 where all are positive
}

func writeOSM(s *sink, g *graph.Graph, _ Options) error {
	w := osmWriter{s, g, leastNode(g)}
	s.text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\" generator=\"graphbuild\"")
	if notice := g.Meta().Attribution(); notice != "" {
		w.attribute("copyright", notice)
		w.attribute("license", "https://opendatacommons.org/licenses/odbl/1-0/")
	}
	s.text(">\n")
	w.vertices()
	w.innerNodes()
	w.ways()
	for i := range g.NumRestrictions() {
		w.restriction(graph.RestrictionID(i))
		if !s.row() {
			break
		}
	}
	s.text("</osm>\n")
	return nil
}

func leastNode(g *graph.Graph) (least int64) {
	for v := range g.NumStreetVertices() {
		if id := g.Vertex(graph.VertexID(v)).OSMNodeID(); id != graph.NoNode {
			least = min(least, id)
		}
	}
	return least
}

func (w *osmWriter) attribute(name, value string) {
	w.s.text(" " + name + `="`)
	w.s.buf = appendXMLText(w.s.buf, value)
	w.s.text(`"`)
}

func (w *osmWriter) tag(key, value string) {
	w.s.text(`<tag k="` + key + `" v="`)
	w.s.buf = appendXMLText(w.s.buf, value)
	w.s.text(`"/>`)
}

// node begins the element of a node, up to its end.
func (w *osmWriter) node(id int64, p geometry.Point) {
	s := w.s
	s.buf = strconv.AppendInt(append(s.buf, `<node id="`...), id, 10)
	s.buf = appendE7(append(s.buf, `" version="1" lat="`...), p.Lat)
	s.buf = appendE7(append(s.buf, `" lon="`...), p.Lon)
	s.text(`"`)
}

// nodeID returns the id of the node of a vertex. New ids of vertices come before those of points.
func (w *osmWriter) nodeID(v graph.VertexID) int64 {
	if id := w.g.Vertex(v).OSMNodeID(); id != graph.NoNode {
		return id
	}
	return w.least - 1 - int64(v)
}

// innerID returns the id of the n-th point between vertices.
func (w *osmWriter) innerID(n int64) int64 { return w.least - 1 - int64(w.g.NumStreetVertices()) - n }

func (w *osmWriter) vertices() {
	for i := range w.g.NumStreetVertices() {
		v := w.g.Vertex(graph.VertexID(i))
		w.node(w.nodeID(v.ID()), v.Point())
		pass, elevator := v.Pass(), v.Type() == facts.ElevatorVertex
		if pass == facts.AllModes && !elevator {
			w.s.text("/>\n")
		} else {
			w.s.text(">")
			if elevator {
				w.tag("highway", "elevator")
			} else {
				w.tag("barrier", "yes")
			}
			for m, key := range osmModes {
				w.tag(key, yesNo(pass.Has(facts.Mode(m))))
			}
			w.s.text("</node>\n")
		}
		if !w.s.row() {
			return
		}
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (w *osmWriter) innerNodes() {
	n := int64(0)
	for p := range w.g.EdgePairs() {
		for _, point := range p.Line[1 : len(p.Line)-1] {
			w.node(w.innerID(n), point)
			w.s.text("/>\n")
			n++
		}
		if !w.s.row() {
			return
		}
	}
}

// wayOf returns the id of the way of a pair.
func wayOf(p graph.PairID) int64 { return -1 - int64(p) }

// ways writes a way for each pair, in the direction in which the map draws it.
func (w *osmWriter) ways() {
	s, n := w.s, int64(0)
	texts := [2][]string{factTexts(w.g, osmTags), factTexts(w.g, func(f *facts.Edge) string {
		r := f.Reverse()
		return osmTags(&r)
	})}
	for p := range w.g.EdgePairs() {
		inner := int64(len(p.Line) - 2)
		s.buf = strconv.AppendInt(append(s.buf, `<way id="`...), wayOf(p.ID), 10)
		s.text(`" version="1">`)
		if p.Reversed {
			w.ref(w.nodeID(p.To))
			for i := inner - 1; i >= 0; i-- {
				w.ref(w.innerID(n + i))
			}
			w.ref(w.nodeID(p.From))
		} else {
			w.ref(w.nodeID(p.From))
			for i := range inner {
				w.ref(w.innerID(n + i))
			}
			w.ref(w.nodeID(p.To))
		}
		n += inner
		side := 0
		if p.Reversed {
			side = 1
		}
		s.text(texts[side][p.Facts])
		w.conditions(w.g.Edge(graph.EdgeID(2*p.ID) + graph.EdgeID(side)))
		id, name, ok := w.g.WayOf(p.Way)
		if name != "" {
			w.tag("name", name)
		}
		if ok {
			w.tag("graphbuild:way", strconv.FormatInt(id, 10))
		}
		s.text("</way>\n")
		if !s.row() {
			return
		}
	}
}

// conditions writes the rules that hold at some times only, of an edge that runs along its way.
func (w *osmWriter) conditions(e graph.Edge) {
	if e.Conditional() == nil && e.Reverse().Conditional() == nil {
		return
	}
	var done []string // keys, which must not come twice
	for d, edge := range [2]graph.Edge{e, e.Reverse()} {
		for _, c := range edge.Conditional() {
			key, text := conditionKey(c, facts.Direction(d))
			if !slices.Contains(done, key) {
				done = append(done, key)
				w.tag(key, text)
			}
		}
	}
}

// conditionKey returns the tag of a rule. What is not about access is stored with its key before it.
func conditionKey(c graph.Condition, d facts.Direction) (key, text string) {
	side := [2]string{":forward", ":backward"}[d] + ":conditional"
	if text, ok := strings.CutPrefix(c.Text, "maxspeed="); ok {
		return "maxspeed" + side, text
	}
	if text, ok := strings.CutPrefix(c.Text, "oneway="); ok {
		if c.Mode == facts.Bike {
			return "oneway:bicycle:conditional", text
		}
		return "oneway:conditional", text
	}
	return osmModes[c.Mode] + side, c.Text
}

func (w *osmWriter) ref(id int64) {
	w.s.buf = strconv.AppendInt(append(w.s.buf, `<nd ref="`...), id, 10)
	w.s.text(`"/>`)
}

// restriction writes a turn restriction. What it forbids is told by the angle.
func (w *osmWriter) restriction(id graph.RestrictionID) {
	s, r := w.s, w.g.Restriction(id)
	s.buf = strconv.AppendInt(append(s.buf, `<relation id="`...), -1-int64(id), 10)
	s.text(`" version="1">`)
	w.member("way", wayOf(w.g.Edge(r.From).Pair()), "from")
	if len(r.Via) == 0 {
		w.member("node", w.nodeID(w.g.Edge(r.From).To().ID()), "via")
	}
	for _, e := range r.Via {
		w.member("way", wayOf(w.g.Edge(e).Pair()), "via")
	}
	w.member("way", wayOf(w.g.Edge(r.To).Pair()), "to")
	w.tag("type", "restriction")
	what := "no_"
	if r.Kind == facts.Only {
		what = "only_"
	}
	what += w.turn(r)
	key, others := "restriction", exemptModes(r.Modes)
	if r.Modes&^vehicleModes != 0 { // one for people on foot stands alone
		key, others = "restriction:foot", ""
	}
	if others != "" {
		w.tag("except", others)
	}
	if r.Condition != "" {
		w.tag(key+":conditional", what+" @ ("+r.Condition+")")
	} else {
		w.tag(key, what)
	}
	s.text("</relation>\n")
}

// vehicleModes are the modes that a restriction means where it says nothing else.
const vehicleModes = facts.AllModes &^ (1<<facts.Walk | 1<<facts.Wheelchair)

// exemptModes lists the vehicles that are not of the set, for the tag except.
func exemptModes(modes facts.Modes) string {
	var keys []string
	for m, key := range osmModes {
		if (vehicleModes &^ modes).Has(facts.Mode(m)) {
			keys = append(keys, key)
		}
	}
	return strings.Join(keys, ";")
}

func (w *osmWriter) member(kind string, id int64, role string) {
	w.s.text(`<member type="` + kind + `" ref="`)
	w.s.buf = strconv.AppendInt(w.s.buf, id, 10)
	w.s.text(`" role="` + role + `"/>`)
}

// turn returns the name of a turn by the angle between its edges.
func (w *osmWriter) turn(r graph.Restriction) string {
	from, to := w.g.Edge(r.From).AppendGeometry(nil), w.g.Edge(r.To).AppendGeometry(nil)
	switch angle := turnDegrees(from, to); {
	case r.From^1 == r.To:
		return "u_turn"
	case angle > 45 && angle < 180:
		return "right_turn"
	case angle >= 180 && angle < 315:
		return "left_turn"
	}
	return "straight_on"
}

// turnDegrees returns the angle from the end of a line to the beginning of another, clockwise, 0 to 360.
func turnDegrees(from, to []geometry.Point) float64 {
	if len(from) < 2 || len(to) < 2 {
		return 0
	}
	angle := geometry.Bearing(to[0], to[1]) - geometry.Bearing(from[len(from)-2], from[len(from)-1])
	if angle < 0 {
		angle += 360
	}
	return angle
}

// appendXMLText appends text for an attribute. Characters that XML cannot write become the replacement character.
func appendXMLText(b []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '"':
			b = append(b, "&quot;"...)
		case r == '\t' || r == '\n' || r == '\r':
			b = append(strconv.AppendInt(append(b, "&#"...), int64(r), 10), ';')
		case r < ' ' || r == 0xfffe || r == 0xffff:
			b = utf8.AppendRune(b, utf8.RuneError)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}
