package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
)

// TransitMode is the name of the mode that is walk and ride.
const TransitMode = "transit"

// Kinds of queries. One that says none is a route, or by its mode a journey.
const (
	RouteKind     = "route"
	TableKind     = "table"
	IsochroneKind = "isochrone"
	NearestKind   = "nearest"
	VertexKind    = "vertex"
	EdgeKind      = "edge"
	StopKind      = "stop"
)

// Query is a query as people write it in JSON: what is not said is nil or empty.
type Query struct {
	ID   json.RawMessage `json:"id"` // comes back in the answer
	Kind string          `json:"kind"`
	From *Position       `json:"from"`
	To   *Position       `json:"to"`
	Mode string          `json:"mode"` // walk, bike, car or transit

	// SnapM is how far the ends may be from a street, in metres; the bearings are the directions of travel at the ends, in
	// degrees clockwise from north.
	SnapM       *float64 `json:"snap_m"`
	FromBearing *float64 `json:"from_bearing"`
	ToBearing   *float64 `json:"to_bearing"`

	// Wheelchair asks, with mode walk or transit, for what lets a wheelchair through.
	Wheelchair *bool `json:"wheelchair"`

	// Depart and Arrive are times as 2026-01-31T08:00, by the clock of the place where they name no zone.
	Depart string `json:"depart"`
	Arrive string `json:"arrive"`

	// For mode transit; times are in seconds.
	WindowS      *float64 `json:"window_s"`
	MaxTransfers *int     `json:"max_transfers"`
	MaxWalkS     *float64 `json:"max_walk_s"`
	ChangeTimeS  *float64 `json:"change_time_s"` // to add to each change
	Access       string   `json:"access"`        // to the first stop: walk or bike
	BikeAboard   *bool    `json:"bike_aboard"`   // the bicycle comes along all the way

	// Of a table; without targets they are the sources.
	Sources []Position `json:"sources"`
	Targets []Position `json:"targets"`

	// Of an isochrone: the time in seconds, and how fine the polygons are in metres.
	LimitS *float64 `json:"limit_s"`
	CellM  *float64 `json:"cell_m"`

	// Of the nearest edges: where, and how many.
	At     *Position `json:"at"`
	Number *int      `json:"number"`

	// What to look up; where its kind names none, the id of the query does.
	Vertex *uint32 `json:"vertex"`
	Node   *int64  `json:"node"` // of OpenStreetMap, in place of the vertex
	Edge   *uint32 `json:"edge"`
	Stop   string  `json:"stop"` // FEED:ID, or ID where it is unique
}

// street returns the query for the streets; defaults say what holds where q does not.
func (q *Query) street(defaults *route.Query) (route.Query, error) {
	out := *defaults
	if q.From == nil || q.To == nil {
		return out, errNoEnds
	}
	out.From, out.To = geometry.Point(*q.From), geometry.Point(*q.To)
	if q.Mode != "" {
		m, ok := ModeOf(q.Mode)
		if !ok {
			return out, fmt.Errorf("mode %q: expected walk, bike, car or transit", Short(q.Mode))
		}
		out.Mode = m
	}
	var err error
	if out.Wheelchair, err = q.byWheelchair(defaults, out.Mode); err != nil {
		return out, fmt.Errorf("%w or transit", err)
	}
	if q.SnapM != nil {
		if out.SnapM = *q.SnapM; out.SnapM <= 0 {
			return out, fmt.Errorf("snap_m %g: expected more than 0", out.SnapM)
		}
	}
	out.FromBearing, out.ToBearing = q.FromBearing, q.ToBearing
	out.Depart, err = q.streetDepart(defaults)
	return out, err
}

// streetDepart returns when the trip of a query for the streets begins; zero: at no time of day.
func (q *Query) streetDepart(defaults *route.Query) (time.Time, error) {
	if q.Depart == "" {
		return defaults.Depart, nil
	}
	return ParseDepart(q.Depart)
}

// byWheelchair reports whether a query for the streets is for a wheelchair, which goes where one walks.
func (q *Query) byWheelchair(defaults *route.Query, m facts.Mode) (bool, error) {
	asked := defaults.Wheelchair
	if q.Wheelchair != nil {
		asked = *q.Wheelchair
	}
	if asked && m != facts.Walk {
		return false, fmt.Errorf("a wheelchair with mode %s: expected walk", graph.ModeName(m))
	}
	return asked, nil
}

var errNoEnds = errors.New(`expected "from" and "to" as [lon, lat]`)

// ModeOf returns the mode of streets with a name: walk, bike or car.
func ModeOf(name string) (facts.Mode, bool) {
	for m := facts.Walk; m <= facts.Car; m++ {
		if graph.ModeName(m) == name {
			return m, true
		}
	}
	return 0, false
}

// timeLayouts are the ways to write a time in a query.
var timeLayouts = [...]string{
	"2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339, "2006-01-02T15:04Z07:00",
	"2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04Z07:00",
}

// ParseDepart reads the wall clock time at which a trip begins. A zone after it is allowed and changes nothing.
func ParseDepart(text string) (time.Time, error) {
	t, _, err := parseTime("depart", text, time.UTC)
	return t, err
}

// parseTime reads a time; one without a zone is by the clock of a place. What names it in the error. The note says what is odd
// about it, and is empty for nearly all.
func parseTime(what, text string, zone *time.Location) (t time.Time, note string, err error) {
	for _, layout := range timeLayouts {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			t, note := atChange(t, layout, text)
			return t, note, nil
		}
	}
	return t, "", fmt.Errorf("%s %q: expected a time such as 2026-01-31T08:00", what, Short(text))
}

// atChange returns t, which was read from text, and on a night on which the clocks change what it stands for. Where no clock showed
// it, that is the time as long after the gap as is asked for: half past two that is left out is half past three. Of a time that
// came twice it is the first.
func atChange(t time.Time, layout, text string) (time.Time, string) {
	asked, err := time.Parse(layout, text)
	if err != nil {
		return t, ""
	}
	later := t.Add(max(wallClock(asked).Sub(wallClock(t)), 0))
	if !wallClock(later).Equal(wallClock(asked)) {
		return later, fmt.Sprintf("no clock showed %s, when clocks were put forward: taken as %s", text, later.Format(time.RFC3339))
	}
	if first, twice := firstOf(t); twice && !strings.HasSuffix(layout, "Z07:00") {
		return first, fmt.Sprintf("clocks showed %s twice, when they were put back: taken as %s", text, first.Format(time.RFC3339))
	}
	return later, ""
}

// firstOf returns the first of the times at which clocks showed what they do at t, and whether there are two.
func firstOf(t time.Time) (first time.Time, twice bool) {
	begins, ends := t.ZoneBounds()
	for _, change := range [...]time.Time{begins, ends} {
		if change.IsZero() {
			continue
		}
		back := wallClock(change.Add(-time.Second)).Add(time.Second).Sub(wallClock(change))
		switch since := t.Sub(change); {
		case since >= 0 && since < back:
			return t.Add(-back), true
		case since < 0 && since >= -back:
			return t, true
		}
	}
	return t, false
}

// wallClock returns the time in UTC at which a clock there shows what one at t does.
func wallClock(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}
