package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
	"graphbuild/wire"
)

// wayJSON is a way.
type wayJSON struct {
	WayID int64       `json:"way_id"`
	Edges []wire.Edge `json:"edges"`
}

// leanNote says why ids of OpenStreetMap may not be found.
func leanNote(g *graph.Graph) string {
	if g.Meta().Config["lean"] != "true" {
		return ""
	}
	return ", which was made with --lean: ids of OpenStreetMap were left out"
}

func (v *viewer) showWay(id int64) error {
	edges := v.g.EdgesOfWay(id)
	if len(edges) == 0 {
		return fmt.Errorf("inspect: way/%d has no edge in this graph%s", id, leanNote(v.g))
	}
	return v.show(wayJSON{id, edgesOf(edges)})
}

// edgesOf lists edges, without those that no mode may use.
func edgesOf(edges []graph.Edge) []wire.Edge {
	list := []wire.Edge{}
	for _, e := range edges {
		if e.Modes() != 0 {
			list = append(list, wire.EdgeOf(e))
		}
	}
	return list
}

func (x wayJSON) print(s *session) error {
	s.line("way/%d  %s", x.WayID, nameOf(x.Edges))
	fmt.Fprintln(s.out)
	return printEdges(s, x.Edges)
}

func nameOf(edges []wire.Edge) string {
	for _, e := range edges {
		if e.Name != "" {
			return e.Name
		}
	}
	return ""
}

// printEdges prints a table of edges.
func printEdges(s *session, edges []wire.Edge) error {
	t := report.NewTable(" edge", " from", " to", "way", "type", "class", " length", "speed km/h", "limited", "name")
	for _, e := range edges {
		t.Add(fmt.Sprint(e.Edge), fmt.Sprint(e.From), fmt.Sprint(e.To), idText("way", e.WayID), e.Type, e.Class,
			fmt.Sprintf("%.1f m", e.LengthM), speedText(e), pairsText(e.Restricted), e.Name)
	}
	if err := t.Write(s.out); err != nil {
		return err
	}
	for _, e := range edges {
		if len(e.Conditional) > 0 {
			s.line("edge %d at times: %s", e.Edge, pairsText(e.Conditional))
		}
		if len(e.Attributes) > 0 {
			s.line("edge %d has %s", e.Edge, attributesText(e.Attributes))
		}
		if e.AscentM != nil {
			s.line("edge %d goes %.1f m up and %.1f m down", e.Edge, *e.AscentM, *e.DescentM)
		}
	}
	_, err := fmt.Fprintln(s.out)
	return err
}

// speedText lists the modes with their speeds, and those that have none.
func speedText(e wire.Edge) string {
	var parts []string
	for _, m := range e.Modes {
		if v, ok := e.SpeedKMH[m]; ok {
			m += fmt.Sprintf(" %g", v)
		}
		parts = append(parts, m)
	}
	return strings.Join(parts, ", ")
}

func pairsText(values map[string]string) string {
	var parts []string
	for m := range facts.NumModes {
		if v, ok := values[graph.ModeName(m)]; ok {
			parts = append(parts, graph.ModeName(m)+" "+v)
		}
	}
	return strings.Join(parts, ", ")
}

// attributesText lists attributes by name.
func attributesText(values map[string]any) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, fmt.Sprintf("%s=%v", name, values[name]))
	}
	return strings.Join(parts, ", ")
}

func idText(kind string, id *int64) string {
	if id == nil {
		return "-"
	}
	return fmt.Sprintf("%s/%d", kind, *id)
}

// vertexJSON is a vertex.
type vertexJSON struct {
	NodeID   *int64         `json:"node_id"`
	Vertex   graph.VertexID `json:"vertex"`
	Position position       `json:"position"`
	Modes    []string       `json:"modes"` // those that may pass
	Type     string         `json:"type"`
	StopID   string         `json:"stop_id,omitempty"` // of a stop's vertex
	Edges    []wire.Edge    `json:"edges"`             // out of it
}

func vertexOf(x graph.Vertex) vertexJSON {
	out := vertexJSON{
		NodeID: wire.NodeID(x), Vertex: x.ID(), Position: position(x.Point()), Type: graph.VertexTypeName(x.Type()),
		Modes: wire.ModeNames(x.Pass()), StopID: wire.StopID(x.Stop()), Edges: []wire.Edge{},
	}
	for e := range x.Out() {
		out.Edges = append(out.Edges, wire.EdgeOf(e))
	}
	return out
}

func (x vertexJSON) print(s *session) error {
	p := wire.LatLon(geometry.Point(x.Position))
	name := idText("node", x.NodeID)
	if x.StopID != "" {
		name = "stop " + x.StopID
	}
	s.line("vertex %d  %s  %s  at %s  open to %s", x.Vertex, name, x.Type, p, modesText(x.Modes))
	fmt.Fprintln(s.out)
	return printEdges(s, x.Edges)
}

func (v *viewer) showVertex(n uint32) error {
	x := v.g.Vertex(graph.VertexID(n))
	if x.Err() != nil {
		return fmt.Errorf("inspect: there is no vertex %d: they are numbered from 0 to %d", n, v.g.NumVertices()-1)
	}
	return v.show(vertexOf(x))
}

func (v *viewer) showEdge(n uint32) error {
	e := v.g.Edge(graph.EdgeID(n))
	if e.Err() != nil {
		return fmt.Errorf("inspect: there is no edge %d: they are numbered from 0 to %d, those open to nobody too", n, v.g.NumEdges()-1)
	}
	return v.show(oneEdge{wire.EdgeOf(e)})
}

// oneEdge is an edge by itself.
type oneEdge struct{ wire.Edge }

func (x oneEdge) print(s *session) error { return printEdges(s, []wire.Edge{x.Edge}) }

// atJSON is what lies near a position.
type atJSON struct {
	At    position    `json:"at"`
	Edges []wire.Edge `json:"edges"`
}

// nearestPairs is how many edge pairs --at shows.
const nearestPairs = 4

func (v *viewer) showAt(text, mode string) error {
	p, err := parseLatLon(text)
	if err != nil {
		return err
	}
	o := graph.SnapOptions{Limit: nearestPairs}
	if m, ok := wire.ModeOf(mode); ok {
		o.Modes = facts.ModesOf(m)
	}
	out := atJSON{At: position(p), Edges: []wire.Edge{}}
	for _, x := range v.g.Snap(p, o) {
		distance := math.Round(x.DistanceM*100) / 100
		for d := range graph.EdgeID(2) {
			e := v.g.Edge(graph.EdgeID(2*x.Pair) + d)
			if m := e.Modes(); m != 0 && (o.Modes == 0 || m&o.Modes != 0) {
				edge := wire.EdgeOf(e)
				edge.DistanceM = &distance
				out.Edges = append(out.Edges, edge)
			}
		}
	}
	if len(out.Edges) == 0 {
		return fmt.Errorf("inspect: no edge within %d m of %s", graph.DefaultSnapM, text)
	}
	return v.show(out)
}

func (x atJSON) print(s *session) error {
	s.line("at %s, nearest %.2f m away", wire.LatLon(geometry.Point(x.At)), *x.Edges[0].DistanceM)
	fmt.Fprintln(s.out)
	return printEdges(s, x.Edges)
}
