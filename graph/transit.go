package graph

import (
	"fmt"
	"time"
	_ "time/tzdata" // agencies have zones, and servers may have no zone files
)

// Agency is a handle of an agency.
type Agency struct {
	g  *Graph
	id AgencyID
}

// Agency returns the handle of an agency, detached when a is out of range.
func (g *Graph) Agency(a AgencyID) Agency {
	g.mustBeOpen()
	if int(a) >= g.tables.Agencies.ID.Len() {
		return Agency{}
	}
	return Agency{g, a}
}

// Graph returns the graph of the agency, nil when it is detached.
func (a Agency) Graph() *Graph { return a.g }

// Err returns ErrDetached when the agency belongs to no graph, else nil.
func (a Agency) Err() error { return attachedErr(a.g) }

// ID returns the agency_id, which may be empty.
func (a Agency) ID() string {
	if a.g == nil {
		return ""
	}
	return a.g.agencies().ID.At(int(a.id))
}

// Name returns the name.
func (a Agency) Name() string {
	if a.g == nil {
		return ""
	}
	return a.g.agencies().Name.At(int(a.id))
}

// Timezone returns the name of the time zone, such as "America/New_York".
func (a Agency) Timezone() string {
	if a.g == nil {
		return ""
	}
	return a.g.agencies().Timezone.At(int(a.id))
}

// Location returns the time zone. It fails where the feed names one that is not known, or that of whatever machine asks.
func (a Agency) Location() (*time.Location, error) {
	if a.g == nil {
		return nil, ErrDetached
	}
	name := a.Timezone()
	if name == "Local" {
		return nil, fmt.Errorf("graph: agency %q: time zone %q is that of no place", a.ID(), name)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("graph: agency %q: %w", a.ID(), err)
	}
	return zone, nil
}

func (g *Graph) agencies() *Agencies {
	g.mustBeOpen()
	return &g.tables.Agencies
}

// Feed describes a feed, as its feed_info.txt does. Dates are as in the feed, YYYYMMDD.
type Feed struct {
	Label, FeedID, Publisher, Lang, Version, PublisherURL, DefaultLang, StartDate, EndDate, ContactEmail, ContactURL string
}

// NumFeeds returns the number of feeds.
func (g *Graph) NumFeeds() int { g.mustBeOpen(); return g.tables.Feeds.Label.Len() }

// Feed returns a feed, the zero one when f is out of range.
func (g *Graph) Feed(f FeedID) Feed {
	g.mustBeOpen()
	t, i := &g.tables.Feeds, int(f)
	if i >= t.Label.Len() {
		return Feed{}
	}
	return Feed{
		Label: t.Label.At(i), FeedID: t.FeedID.At(i), Publisher: t.Publisher.At(i), Lang: t.Lang.At(i), Version: t.Version.At(i),
		PublisherURL: t.PublisherURL.At(i), DefaultLang: t.DefaultLang.At(i), StartDate: t.StartDate.At(i),
		EndDate: t.EndDate.At(i), ContactEmail: t.ContactEmail.At(i), ContactURL: t.ContactURL.At(i),
	}
}

// Route is a handle of a route.
type Route struct {
	g  *Graph
	id RouteID
}

// Route returns the handle of a route, detached when r is out of range.
func (g *Graph) Route(r RouteID) Route {
	if int(r) >= g.NumRoutes() {
		return Route{}
	}
	return Route{g, r}
}

// NumRoutes returns the number of routes.
func (g *Graph) NumRoutes() int { g.mustBeOpen(); return g.tables.Routes.ID.Len() }

// Graph returns the graph of the route, nil when it is detached.
func (r Route) Graph() *Graph { return r.g }

// Err returns ErrDetached when the route belongs to no graph, else nil.
func (r Route) Err() error { return attachedErr(r.g) }

// Number returns the row of the route, NoRoute when it is detached.
func (r Route) Number() RouteID {
	if r.g == nil {
		return NoRoute
	}
	return r.id
}

// Feed returns the feed of the route.
func (r Route) Feed() FeedID {
	if r.g == nil {
		return 0
	}
	return r.g.routes().Feed.At(int(r.id))
}

// ID returns the route_id.
func (r Route) ID() string {
	if r.g == nil {
		return ""
	}
	return r.g.routes().ID.At(int(r.id))
}

// ShortName returns the route_short_name.
func (r Route) ShortName() string {
	if r.g == nil {
		return ""
	}
	return r.g.routes().ShortName.At(int(r.id))
}

// LongName returns the route_long_name.
func (r Route) LongName() string {
	if r.g == nil {
		return ""
	}
	return r.g.routes().LongName.At(int(r.id))
}

// Type returns the route_type, basic or extended.
func (r Route) Type() uint16 {
	if r.g == nil {
		return 0
	}
	return r.g.routes().Type.At(int(r.id))
}

// Agency returns the agency of the route.
func (r Route) Agency() Agency {
	if r.g == nil {
		return Agency{}
	}
	return r.g.Agency(r.g.routes().Agency.At(int(r.id)))
}

// Patterns returns the patterns of the route.
func (r Route) Patterns() []Pattern {
	var list []Pattern
	if r.g == nil {
		return nil
	}
	for p := range r.g.NumPatterns() {
		if r.g.tables.Patterns.Route.At(p) == r.id {
			list = append(list, Pattern{r.g, PatternID(p)})
		}
	}
	return list
}

func (g *Graph) routes() *Routes {
	g.mustBeOpen()
	return &g.tables.Routes
}

// Pattern is a handle of a pattern: a run of stops that trips of a route share.
type Pattern struct {
	g  *Graph
	id PatternID
}

// Pattern returns the handle of a pattern, detached when p is out of range.
func (g *Graph) Pattern(p PatternID) Pattern {
	if int(p) >= g.NumPatterns() {
		return Pattern{}
	}
	return Pattern{g, p}
}

// NumPatterns returns the number of patterns.
func (g *Graph) NumPatterns() int { g.mustBeOpen(); return g.tables.Patterns.Route.Len() }

// Graph returns the graph of the pattern, nil when it is detached.
func (p Pattern) Graph() *Graph { return p.g }

// Err returns ErrDetached when the pattern belongs to no graph, else nil.
func (p Pattern) Err() error { return attachedErr(p.g) }

// Number returns the row of the pattern, NoPattern when it is detached.
func (p Pattern) Number() PatternID {
	if p.g == nil {
		return NoPattern
	}
	return p.id
}

// Route returns the route of the pattern.
func (p Pattern) Route() Route {
	if p.g == nil {
		return Route{}
	}
	return p.g.Route(p.g.patterns().Route.At(int(p.id)))
}

// Direction returns 0, 1, or 2 where the feed gives none.
func (p Pattern) Direction() uint8 {
	if p.g == nil {
		return 2
	}
	return p.g.patterns().Direction.At(int(p.id))
}

// AppendStops appends the stops of the pattern in order to buf and returns it.
func (p Pattern) AppendStops(buf []StopID) []StopID {
	if p.g == nil {
		return buf
	}
	return p.g.patterns().Stop.AppendRow(buf, p.holder())
}

// holder returns the row that holds the stops of the pattern.
func (p Pattern) holder() int {
	return min(int(p.g.patterns().As.At(int(p.id))), int(p.id))
}

// Trips returns the first trip of the pattern and how many there are: trips are sorted by pattern, then start.
func (p Pattern) Trips() (first TripID, n int) {
	if p.g == nil {
		return 0, 0
	}
	col := &p.g.trips().Pattern
	i, _ := search(col.Len(), func(i int) PatternID { return col.At(i) }, p.id)
	end, _ := search(col.Len(), func(i int) PatternID { return col.At(i) }, p.id+1)
	return TripID(i), end - i
}

func (g *Graph) patterns() *Patterns {
	g.mustBeOpen()
	return &g.tables.Patterns
}
