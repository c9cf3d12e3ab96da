package htmlview

import (
	"fmt"
	"strings"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
)

type stop struct {
	At     place  `json:"at"`
	ID     string `json:"id"`
	Name   string `json:"name"`
	Type   string `json:"type"`
	Linked bool   `json:"linked"`
}

// stopsOf returns the stops on the map: those that are not linked first, as they are what one looks for. Stations, and
// what has a pathway to a street, need no link of their own.
func stopsOf(g *graph.Graph, most int) rows[stop] {
	var out, rest rows[stop]
	for i := range g.NumStops() {
		s := g.Stop(graph.StopID(i))
		if s.Point() == (geometry.Point{}) || !s.Point().Valid() {
			continue
		}
		x := stop{placeOf(s.Point()), g.Feed(s.Feed()).Label + ":" + s.ID(), s.Name(), graph.VertexTypeName(s.VertexType()), s.IsReached()}
		if x.Linked {
			rest.add(x, most)
		} else {
			out.add(x, most)
		}
	}
	out.Total += rest.Total
	out.Shown = append(out.Shown, rest.Shown[:min(len(rest.Shown), most-len(out.Shown))]...)
	return out
}

type turn struct {
	At       place  `json:"at"`
	Relation int64  `json:"relation"`
	Text     string `json:"text"`
}

func turnsOf(g *graph.Graph, most int) rows[turn] {
	var out rows[turn]
	for i := range g.NumRestrictions() {
		if len(out.Shown) >= most {
			return rows[turn]{g.NumRestrictions(), out.Shown}
		}
		r := g.Restriction(graph.RestrictionID(i))
		from, to := g.Edge(r.From), g.Edge(r.To)
		word := "no turn"
		if r.Kind == facts.Only {
			word = "only turn"
		}
		text := fmt.Sprintf("%s from %s to %s for %s %s", word, nameOf(from), nameOf(to), modesText(r.Modes), r.Condition)
		out.add(turn{placeOf(from.To().Point()), r.RelationID, strings.TrimSpace(text)}, most)
	}
	return out
}

// nameOf names a street.
func nameOf(e graph.Edge) string {
	if name := e.Name(); name != "" {
		return name
	}
	if way, ok := e.OSMWayID(); ok {
		return fmt.Sprintf("way/%d", way)
	}
	return fmt.Sprintf("edge %d", e.ID())
}

func modesText(s facts.Modes) string { return strings.Join(s.Names(), ", ") }

type barrier struct {
	At   place  `json:"at"`
	Node int64  `json:"node"`
	Text string `json:"text"`
}

func barriersOf(g *graph.Graph, most int) rows[barrier] {
	var out rows[barrier]
	t := &g.Unpacked().Access
	for i := range t.Vertex.Len() {
		v := g.Vertex(t.Vertex.At(i))
		x := barrier{At: placeOf(v.Point()), Text: graph.VertexTypeName(v.Type()) + " open to " + modesText(t.Pass.At(i))}
		if id := v.OSMNodeID(); id != graph.NoNode {
			x.Node = id
		}
		out.add(x, most)
	}
	return out
}

type issue struct {
	Code     string `json:"code"`
	Severity uint8  `json:"severity"`
	Message  string `json:"message"`
	Object   string `json:"object,omitempty"`
	File     string `json:"file,omitempty"`
	Line     uint32 `json:"line,omitempty"`
	At       *place `json:"at,omitempty"`
}

// issuesOf returns the issues that the file holds; how many there are is counted by code.
func issuesOf(g *graph.Graph, most int) rows[issue] {
	var out rows[issue]
	for i := range g.NumIssues() {
		x := g.Issue(i)
		y := issue{Code: x.Code, Severity: x.Severity, Message: x.Message, Object: x.Object, File: x.File, Line: x.Line}
		if x.Lon != graph.NoCoordinate {
			at := placeOf(geometry.Point{Lon: x.Lon, Lat: x.Lat})
			y.At = &at
		}
		out.add(y, most)
	}
	return out
}
