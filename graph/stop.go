package graph

import (
	"graphbuild/facts"
	"graphbuild/geometry"
)

// Stop is a handle of a row of stops.txt: a stop, station, entrance, pathway node or boarding area.
type Stop struct {
	g  *Graph
	id StopID
}

// Stop returns the handle of a stop, detached when s is out of range.
func (g *Graph) Stop(s StopID) Stop {
	if int(s) >= g.NumStops() {
		return Stop{}
	}
	return Stop{g, s}
}

// Graph returns the graph of the stop, nil when it is detached.
func (s Stop) Graph() *Graph { return s.g }

// Err returns ErrDetached when the stop belongs to no graph, else nil.
func (s Stop) Err() error { return attachedErr(s.g) }

// Number returns the row of the stop, NoStop when it is detached.
func (s Stop) Number() StopID {
	if s.g == nil {
		return NoStop
	}
	return s.id
}

// Vertex returns the vertex that stands for the stop.
func (s Stop) Vertex() Vertex {
	if s.g == nil {
		return Vertex{}
	}
	return s.g.Vertex(s.g.FirstStop() + VertexID(s.id))
}

// Feed returns the feed of the stop.
func (s Stop) Feed() FeedID {
	if s.g == nil {
		return 0
	}
	return s.g.stops().Feed.At(int(s.id))
}

// ID returns the stop_id.
func (s Stop) ID() string {
	if s.g == nil {
		return ""
	}
	return s.g.stops().ID.At(int(s.id))
}

// Code returns what riders know the stop by.
func (s Stop) Code() string {
	if s.g == nil {
		return ""
	}
	return s.g.stops().Code.At(int(s.id))
}

// Name returns the name.
func (s Stop) Name() string {
	if s.g == nil {
		return ""
	}
	return s.g.stops().Name.At(int(s.id))
}

// Platform returns the platform_code.
func (s Stop) Platform() string {
	if s.g == nil {
		return ""
	}
	return s.g.stops().Platform.At(int(s.id))
}

// Point returns the position.
func (s Stop) Point() geometry.Point { return s.Vertex().Point() }

// LocationType returns the location_type: 0 stop, 1 station, 2 entrance, 3 pathway node, 4 boarding area.
func (s Stop) LocationType() uint8 {
	if s.g == nil {
		return 0
	}
	return s.g.stops().LocationType.At(int(s.id))
}

// VertexType returns the type of the vertex of the stop.
func (s Stop) VertexType() facts.VertexType {
	if s.g == nil {
		return facts.NoVertexType
	}
	return facts.TransitStop + facts.VertexType(min(s.LocationType(), 4))
}

// Parent returns the station that the stop is part of, a detached one where there is none.
func (s Stop) Parent() Stop {
	if s.g == nil {
		return Stop{}
	}
	return s.g.Stop(s.g.stops().Parent.At(int(s.id)))
}

// Wheelchair returns 0 unknown, 1 yes, 2 no.
func (s Stop) Wheelchair() uint8 {
	if s.g == nil {
		return 0
	}
	return s.g.stops().Wheelchair.At(int(s.id))
}

func (g *Graph) stops() *Stops {
	g.mustBeOpen()
	return &g.tables.Stops
}

// StopLink is a place on a street that a stop is tied to.
type StopLink struct {
	Pair      PairID
	OffsetM   float64 // from the From vertex of the pair
	DistanceM float64 // from the stop to the street
	Modes     facts.Modes
}

// Links returns the places on streets that the stop is tied to.
func (s Stop) Links() []StopLink {
	if s.g == nil {
		return nil
	}
	s.g.mustBeOpen()
	t := &s.g.tables.Links
	var list []StopLink
	i, _ := search(t.Stop.Len(), func(i int) StopID { return t.Stop.At(i) }, s.id)
	for ; i < t.Stop.Len() && t.Stop.At(i) == s.id; i++ {
		list = append(list, StopLink{t.Pair.At(i), float64(t.OffsetDM.At(i)) / 10, float64(t.DistanceDM.At(i)) / 10, t.Modes.At(i)})
	}
	return list
}

// StopTransfer is a row of transfers.txt.
type StopTransfer struct {
	From, To           Stop
	FromRoute, ToRoute Route
	FromTrip, ToTrip   Trip
	Type               uint8
	MinS               int32 // seconds; -1 where none is given
}

// Transfers returns the transfers from the stop.
func (s Stop) Transfers() []StopTransfer {
	if s.g == nil {
		return nil
	}
	s.g.mustBeOpen()
	t := &s.g.tables.Transfers
	var list []StopTransfer
	i, _ := search(t.FromStop.Len(), func(i int) StopID { return t.FromStop.At(i) }, s.id)
	for ; i < t.FromStop.Len() && t.FromStop.At(i) == s.id; i++ {
		list = append(list, s.g.transfer(i))
	}
	return list
}

// StopPathway is a way to another stop of the same station.
type StopPathway struct {
	ID         string
	Edge       Edge // from the stop to To
	To         Stop
	Mode       uint8 // of pathways.txt: 1 walkway ... 7 exit gate
	TraversalS uint32
	Stairs     int32
}

// IsReached reports whether one gets to the stop: by a link or a pathway. A station is no place to get to, and needs none.
func (s Stop) IsReached() bool {
	return s.VertexType() == facts.Station || len(s.Links()) > 0 || len(s.Pathways()) > 0
}

// Pathways returns the pathways by which one can leave the stop, those of both directions included.
func (s Stop) Pathways() []StopPathway {
	var list []StopPathway
	for e := range s.Vertex().Out() {
		if e.Type() != facts.Pathway {
			continue
		}
		t, i := &s.g.tables.Pathways, int(e.id-s.g.firstPathway())/edgesPerPathway
		list = append(list, StopPathway{t.ID.At(i), e, e.To().Stop(), t.Mode.At(i), t.TraversalS.At(i), t.Stairs.At(i)})
	}
	return list
}

// Patterns returns the patterns that call at the stop, by number.
func (s Stop) Patterns() []Pattern {
	if s.g == nil {
		return nil
	}
	var list []Pattern
	for _, c := range s.g.callsAt(s.id) {
		if p := (Pattern{s.g, c.pattern}); len(list) == 0 || list[len(list)-1] != p {
			list = append(list, p)
		}
	}
	return list
}

// Level returns the name and index of the level of the stop, in hundredths of a level; false where none is given.
func (s Stop) Level() (name string, index int32, ok bool) {
	if s.g == nil {
		return "", 0, false
	}
	l, levels := int(s.g.stops().Level.At(int(s.id))), &s.g.tables.Levels
	if l >= levels.ID.Len() {
		return "", 0, false
	}
	return levels.Name.At(l), levels.Index.At(l), true
}
