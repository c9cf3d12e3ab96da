package wire

import (
	"bytes"
	"encoding/json"
	"strconv"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// Stop is a stop, station, entrance or other place of a feed as people see it.
type Stop struct {
	StopID       string         `json:"stop_id"`
	Vertex       graph.VertexID `json:"vertex"`
	Name         string         `json:"name"`
	Code         string         `json:"code,omitempty"`
	Platform     string         `json:"platform,omitempty"`
	Position     Position       `json:"position"`
	LocationType uint8          `json:"location_type"`
	Type         string         `json:"type"`
	Parent       *string        `json:"parent"`
	Linked       bool           `json:"linked"`
	Links        []StopLink     `json:"links"`
	Patterns     int            `json:"patterns"` // how many call there
	Routes       []StopRoute    `json:"routes"`   // that call there, by number
	Wheelchair   string         `json:"wheelchair"`
	Pathways     []StopPathway  `json:"pathways"`
	Level        string         `json:"level,omitempty"`
	Zone         string         `json:"zone_id,omitempty"`
	Description  string         `json:"description,omitempty"`
	URL          string         `json:"url,omitempty"`
	Areas        []string       `json:"areas,omitempty"`   // of trips on demand
	SameAs       []string       `json:"same_as,omitempty"` // stops taken as the same place
}

// StopLink is where a stop is tied to a street.
type StopLink struct {
	WayID     *int64   `json:"way_id"`
	DistanceM float64  `json:"distance_m"`
	Position  Position `json:"position"`
	Modes     []string `json:"modes"`
}

// StopRoute is a route that calls at a stop.
type StopRoute struct {
	RouteID string `json:"route_id"`
	Name    string `json:"name"`
}

// StopPathway is a way within a station.
type StopPathway struct {
	PathwayID  string `json:"pathway_id"`
	To         string `json:"to"`
	Mode       string `json:"mode"`
	TraversalS uint32 `json:"traversal_s"`
	Stairs     int32  `json:"stairs,omitempty"`
}

// StopOf returns what is known of a stop.
func StopOf(x graph.Stop) Stop {
	out := Stop{
		StopID: StopID(x), Vertex: x.Vertex().ID(), Name: x.Name(), Code: x.Code(), Platform: x.Platform(),
		Position: Position(x.Point()), LocationType: x.LocationType(), Type: graph.VertexTypeName(x.VertexType()),
		Links: linksOf(x), Routes: []StopRoute{}, Wheelchair: WheelchairName(x.Wheelchair()), Pathways: pathwaysOf(x),
		Zone: x.Zone(), Description: x.Description(), URL: x.URL(),
	}
	out.Linked = len(out.Links) > 0
	if parent := StopID(x.Parent()); parent != "" {
		out.Parent = &parent
	}
	out.Level, _, _ = x.Level()
	out.addPatterns(x.Patterns())
	for _, same := range x.Equivalents() {
		out.SameAs = append(out.SameAs, StopID(same))
	}
	for _, a := range x.Graph().AreasOf(x.Number()) {
		out.Areas = append(out.Areas, AreaID(x.Graph(), a))
	}
	return out
}

// addPatterns counts patterns, and adds the route of each once.
func (s *Stop) addPatterns(list []graph.Pattern) {
	s.Patterns = len(list)
	seen := map[graph.RouteID]bool{}
	for _, p := range list {
		if r := p.Route(); !seen[r.Number()] {
			seen[r.Number()] = true
			s.Routes = append(s.Routes, StopRoute{RouteID(r), RouteName(r)})
		}
	}
}

func linksOf(x graph.Stop) []StopLink {
	list := []StopLink{}
	for _, l := range x.Links() {
		e := x.Graph().Edge(graph.EdgeID(2 * l.Pair))
		if e.Err() != nil {
			continue
		}
		at, _ := geometry.PointAlong(e.AppendGeometry(nil), l.OffsetM)
		out := StopLink{DistanceM: l.DistanceM, Position: Position(at), Modes: ModeNames(l.Modes)}
		if id, ok := e.OSMWayID(); ok {
			out.WayID = &id
		}
		list = append(list, out)
	}
	return list
}

// pathwayModes are the values of pathway_mode.
var pathwayModes = [...]string{"", "walkway", "stairs", "moving_sidewalk", "escalator", "elevator", "fare_gate", "exit_gate"}

func pathwaysOf(x graph.Stop) []StopPathway {
	list := []StopPathway{}
	for _, p := range x.Pathways() {
		mode := strconv.Itoa(int(p.Mode)) // a number may come from a feed
		if int(p.Mode) < len(pathwayModes) {
			mode = pathwayModes[p.Mode]
		}
		list = append(list, StopPathway{p.ID, StopID(p.To), mode, p.TraversalS, p.Stairs})
	}
	return list
}

// appendJSON appends the members.
func (s *Stop) appendJSON(out []byte) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // there is nothing in it that JSON has not
	}
	return append(append(out, ','), text.Bytes()[1:text.Len()-len("}\n")]...)
}

// AreaID returns the id of an area of trips on demand, empty for none.
func AreaID(g *graph.Graph, a graph.AreaID) string {
	if int(a) >= g.NumAreas() {
		return ""
	}
	x := g.Area(a)
	return FeedID(g, x.Feed, x.ID)
}

// WheelchairName returns the name of a value of wheelchair_boarding and wheelchair_accessible.
func WheelchairName(n uint8) string {
	switch n {
	case 0:
		return "unknown"
	case 1:
		return "yes"
	case 2:
		return "no"
	}
	return strconv.Itoa(int(n))
}
