package transit

import (
	"cmp"
	"fmt"
	"strings"
	"sync"
	"time"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/internal/stop"
	"graphbuild/walk"
)

// MaxWindow is the longest Query.Window.
const MaxWindow = 24 * time.Hour

// Limits of queries, in seconds.
const (
	DefaultWalkS = 15 * 60       // of a walk to the first stop and from the last, when the query does not say
	MaxWalkS     = 4 * 3600      // the longest that one may ask for
	maxDirectS   = 3600          // of a walk all the way, by its straight distance
	maxSlackS    = secondsPerDay // for a change
	horizonS     = 36 * 3600     // of a journey, with the wait before it
)

// Query asks for journeys between two positions.
type Query struct {
	From, To geometry.Point
	// Time is when to leave at the earliest, or with ArriveBy, when to be there at the latest.
	Time     time.Time
	ArriveBy bool
	// Window asks for all journeys that nothing beats and that leave within Window after Time, with ArriveBy: that arrive within
	// Window before it. What beats them may lie outside. Zero asks for those that are best at Time.
	Window     time.Duration
	Rides      int     // at most; 0: MaxRides
	WalkS      int32   // seconds of a walk to the first stop and from the last; 0: DefaultWalkS
	SlackS     int32   // seconds added to each change
	SnapM      float64 // how far the ends may be from a street, in metres; 0: route.DefaultSnapM
	Wheelchair bool
	// Bike asks for a bicycle to the first stop, where it is left: from the last one riders walk. WalkS limits either. It goes
	// all the way where that is best.
	Bike bool
	// BikeAboard asks for a bicycle that riders keep: they ride to the first stop and from the last one, and take trips alone
	// of which the feed says that bicycles are allowed. Changes take as long as on foot. It implies Bike.
	BikeAboard bool
	// Note says what is odd about the query as it was written. It comes with the answer.
	Note string
}

// with returns what riders have with them in the vehicles.
func (q *Query) with() company {
	switch {
	case q.Wheelchair:
		return wheelchair
	case q.BikeAboard:
		return bicycle
	}
	return nothing
}

// Router has what searches of one graph share. It is immutable for its users and may be used by many goroutines.
type Router struct {
	g       *graph.Graph
	streets *route.Router
	network func() *walk.Network
	riding  func() *walk.Network
	zone    func() *time.Location
	places  func() *places
	changes [2]func() ([2]*changes, error) // forward, mirrored: the same whatever the news
	live    Realtime                       // may be nil
	tables  [2]lazyTable                   // forward, mirrored
}

type lazyTable struct {
	once sync.Once
	t    *timetable
	err  error
}

// NewRouter returns a router for the graph of a street router, which must stay open. The timetable is read when it is
// first searched, or by Prepare: some 900 bytes a trip of a city for both directions, with the walks between stops, and 20 a
// trip on a day in use.
func NewRouter(g *graph.Graph, streets *route.Router) *Router {
	network := sync.OnceValue(func() *walk.Network { return walk.NewNetwork(g) })
	places := sync.OnceValue(func() *places { return newPlaces(g) })
	return &Router{
		g: g, streets: streets, network: network,
		riding: sync.OnceValue(func() *walk.Network {
			return network().Riding(func(f *facts.Edge, d facts.Direction) float64 { return route.SpeedKMH(facts.Bike, f, d) })
		}),
		zone:   sync.OnceValue(func() *time.Location { return zoneOfGraph(g) }),
		places: places,
		changes: [2]func() ([2]*changes, error){
			sync.OnceValues(func() ([2]*changes, error) { return allChanges(network(), places(), false) }),
			sync.OnceValues(func() ([2]*changes, error) { return allChanges(network(), places(), true) }),
		},
	}
}

// Zone returns the zone of the first agency, in which people write times without one; UTC where there is none.
func (r *Router) Zone() *time.Location { return r.zone() }

// table returns the timetable, forward or mirrored.
func (r *Router) table(mirrored bool) (*timetable, error) {
	x, changes := &r.tables[0], r.changes[0]
	if mirrored {
		x, changes = &r.tables[1], r.changes[1]
	}
	x.once.Do(func() {
		if x.t, x.err = newTimetable(r.g, r.places(), r.live, mirrored); x.err == nil {
			x.t.changes, x.err = changes()
		}
	})
	return x.t, x.err
}

// Prepare reads what queries need and takes long to read, for both directions of time, so that the first query does not, nor
// the first one between places of which nobody can walk from one to the other. It fails where an agency has a zone that is
// not known, and where transfers speak of more pairs of stops than there is room for.
func (r *Router) Prepare() error {
	r.network()
	r.streets.WarmAll(facts.Walk)
	for _, mirrored := range []bool{false, true} {
		if _, err := r.table(mirrored); err != nil {
			return err
		}
	}
	return nil
}

// Search answers queries one after another, for one goroutine at a time. It keeps its memory from query to query, some
// 300 bytes a stop for each direction of time that it was asked for, 8 a call of the lines that queries came by, and 8 a call
// of all patterns from the first window on.
type Search struct {
	r            *Router
	streets      *route.Search
	onFoot       *walk.Search // from the place where one begins
	byBike       *walk.Search // likewise; nil until it is asked for
	onFootTo     *walk.Search // to the place where one ends
	byBikeTo     *walk.Search // likewise; nil until it is asked for
	from, to     *walk.Search // of two each
	between      *walk.Search
	changeBy     facts.Mode
	byWheelchair bool
	rounds       [2]*rounds
	atFrom       []walk.Reached
	atTo         []walk.Reached
	events       []event
	found        []found
	hops         []hop   // of found
	before       []found // what the pass before has found
	watch        stop.Watch
	drawn        drawn
	direct       *route.Answer
	directAsked  bool
}

// NewSearch returns a search.
func (r *Router) NewSearch() *Search {
	n, s := r.network(), &Search{r: r, streets: r.streets.NewSearch()}
	s.onFoot, s.onFootTo, s.between = s.newWalks(n), s.newWalks(n), s.newWalks(n)
	return s
}

// newWalks returns a search for walks that ends with the context.
func (s *Search) newWalks(n *walk.Network) *walk.Search {
	w := n.NewSearch()
	w.SetStop(s.watch.Stopped)
	return w
}

// Answer is the result of a query. It owns its memory.
type Answer struct {
	Status route.Status
	Error  string // what is wrong, where Status is not OK
	// Journeys are sorted by what they are asked for: by arrival, with ArriveBy the latest departure first, with a window by
	// departure; then by the number of rides.
	Journeys []Journey
	// Notes say what is odd about the query: its own note, an end on an island of streets, a day without a timetable.
	Notes []string
}

// Plan answers a query. The status of the answer tells how it went; the error is for a graph that cannot be searched, and that of
// a context that is done, see SetContext.
func (s *Search) Plan(q Query) (Answer, error) {
	if err := q.fill(); err != nil {
		return Answer{Status: route.BadRequest, Error: err.Error()}, nil
	}
	if err := s.stopped(); err != nil {
		return Answer{}, err
	}
	t, err := s.r.table(q.ArriveBy)
	if err != nil {
		return Answer{}, err
	}
	end := s.walkEnds(&q)
	if err := s.stopped(); err != nil {
		return Answer{}, err
	}
	if end != "" {
		return Answer{Status: route.NoSnap, Error: fmt.Sprintf("%s: no street for walk within %g m", end, q.SnapM)}, nil
	}
	s.found, s.hops, s.direct, s.directAsked = s.found[:0], s.hops[:0], nil, false
	s.drawn = newDrawn()
	if err := s.search(t, &q); err != nil {
		return Answer{}, err
	}
	journeys := s.journeys(&q)
	if err := s.stopped(); err != nil {
		return Answer{}, err
	}
	notes := s.notes(&q)
	if len(journeys) == 0 {
		return Answer{Status: route.NoRoute, Error: s.noJourney(&q, notes)}, nil
	}
	return Answer{Status: route.OK, Journeys: journeys, Notes: notes}, nil
}

// noJourney says why there is no journey, as far as that can be told.
func (s *Search) noJourney(q *Query, notes []string) string {
	text := "no journey between these places at this time"
	switch {
	case s.r.g.NumTrips() == 0:
		text = "no journey between these places: the graph has no timetable"
	case q.Window > 0:
		text = "no journey between these places within the window, or none as good as one after it"
		if q.ArriveBy {
			text = "no journey between these places within the window, or none as good as one before it"
		}
	}
	if q.BikeAboard {
		text += ", with a bicycle on trips that are known to take one"
	}
	if len(notes) > 0 {
		text += ": " + strings.Join(notes, "; ")
	}
	return text
}

// wholeSecond returns the first whole second that is no earlier than a time, or with by the last that is no later.
func wholeSecond(t time.Time, by bool) time.Time {
	whole := t.Add(-time.Duration(t.Nanosecond()))
	if !by && whole.Before(t) {
		whole = whole.Add(time.Second)
	}
	return whole
}

// fill sets the defaults and tells what is wrong with a query.
func (q *Query) fill() error {
	q.WalkS = cmp.Or(q.WalkS, DefaultWalkS)
	q.SnapM = cmp.Or(q.SnapM, route.DefaultSnapM)
	q.Rides = cmp.Or(q.Rides, MaxRides)
	q.Bike = q.Bike || q.BikeAboard
	q.Time = wholeSecond(q.Time, q.ArriveBy)
	switch {
	case !q.From.Valid() || !q.To.Valid():
		return fmt.Errorf("a position is not on the Earth")
	case q.Time.Year() < 1900 || q.Time.Year() > 2200:
		return fmt.Errorf("year %d: expected 1900 to 2200", q.Time.Year())
	case !(q.SnapM > 0 && q.SnapM <= route.MaxSnapM):
		return fmt.Errorf("snap distance of %g m: expected 0 to %d", q.SnapM, route.MaxSnapM)
	case q.Rides < 1 || q.Rides > MaxRides:
		return fmt.Errorf("%d rides: expected 1 to %d", q.Rides, MaxRides)
	case q.WalkS < 0 || q.WalkS > MaxWalkS:
		return fmt.Errorf("a walk of %d s: expected 0 to %d", q.WalkS, MaxWalkS)
	case q.Wheelchair && q.Bike:
		return fmt.Errorf("a wheelchair and a bicycle: expected one of them")
	case q.SlackS < 0 || q.SlackS > maxSlackS:
		return fmt.Errorf("%d s for a change: expected 0 to %d", q.SlackS, maxSlackS)
	case q.Window < 0 || q.Window > MaxWindow:
		return fmt.Errorf("a window of %s: expected 0 to %d h", q.Window, MaxWindow/time.Hour)
	}
	return nil
}
