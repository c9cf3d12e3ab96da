package wire

import (
	"encoding/json"
	"fmt"
	"time"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/route/transit"
)

// Status says what became of a query. The first four are those of package route.
type Status string

// The values of Status.
const (
	OK         Status = "ok"
	NoRoute    Status = "no_route"
	NoSnap     Status = "no_snap"
	BadRequest Status = "bad_request"
	NotFound   Status = "not_found" // nothing has the number or id that was looked up
	Failed     Status = "error"     // it was not answered, through no fault of its own; see Code
)

// CodeTooBig is the code of a query for more than the limit.
const CodeTooBig = "TooBig"

// Answer is what becomes of a query.
type Answer struct {
	ID     json.RawMessage // of the query, nil for none
	Status Status
	Code   string        // a name for what is wrong, where there is one
	Error  string        // what is wrong, where Status is not OK
	Took   time.Duration // to find it; 0: not told
	body   body          // nil where Status is not OK
}

// body is what was found.
type body interface {
	// appendJSON appends the members of the object behind those that all answers have, each behind a comma.
	appendJSON(out []byte) []byte
}

// SetRoutes makes a the answer that a search has found to a query, whose ends are positions, with other routes behind the best.
func (a *Answer) SetRoutes(q *route.Query, best route.Answer, others ...route.Answer) {
	a.Status, a.Error = Status(best.Status.String()), best.Error
	if best.Status == route.OK {
		a.body = &routes{best: best, others: others, ends: endsOf(q, &best)}
	}
}

// SetJourneys makes a the answer that a search has found.
func (a *Answer) SetJourneys(found *transit.Answer) {
	a.Status, a.Error = Status(found.Status.String()), found.Error
	if len(found.Journeys) > 0 {
		a.body = &journeys{found.Journeys, found.Notes}
	}
}

// ok makes a the answer with what was found.
func (a *Answer) ok(b body) { a.Status, a.body = OK, b }

// refuse makes a the answer to a query that makes no sense.
func (a *Answer) refuse(err error) {
	a.Status, a.Error, a.body = BadRequest, err.Error(), nil
}

// Fail makes a the answer to a query that could not be answered: code is a name for why.
func (a *Answer) Fail(code, message string) {
	a.Status, a.Code, a.Error, a.body = Failed, code, message, nil
}

// NumberError has an error without an id begin with the number of its query; what is the word for one of the queries.
func (a *Answer) NumberError(x Item, what string) {
	if a.ID == nil && a.Error != "" {
		a.Error = x.numbered(what, a.Error)
	}
}

// missing makes a the answer to a look-up of what is not there.
func (a *Answer) missing(format string, args ...any) {
	a.Status, a.Error, a.body = NotFound, fmt.Sprintf(format, args...), nil
}

// AppendJSON appends the answer as an object.
func (a *Answer) AppendJSON(out []byte) []byte {
	out = append(out, '{')
	if a.ID != nil {
		out = append(appendRaw(append(out, `"id":`...), a.ID), ',')
	}
	return append(a.appendMembers(out), '}')
}

// appendMembers appends all but the id.
func (a *Answer) appendMembers(out []byte) []byte {
	out = append(append(append(out, `"status":"`...), a.Status...), '"')
	if a.Code != "" {
		out = AppendString(append(out, `,"code":`...), a.Code)
	}
	if a.Error != "" {
		out = AppendString(append(out, `,"error":`...), a.Error)
	}
	if a.Took > 0 {
		out = appendUnits(append(out, `,"time_us":`...), uint64(a.Took), 3)
	}
	if a.body != nil {
		out = a.body.appendJSON(out)
	}
	return out
}

// routes are routes along streets, the best first.
type routes struct {
	best   route.Answer
	others []route.Answer
	ends   [2]routeEnd // of the best
}

// routeEnd is where a route begins or ends.
type routeEnd struct {
	distanceM  float64 // from where the query has it
	onMainland bool    // it was taken there from the nearest street, part of an island
}

// endsOf returns both ends of a route, which has a leg.
func endsOf(q *route.Query, a *route.Answer) [2]routeEnd {
	first, last := a.Legs[0].Geometry, a.Legs[len(a.Legs)-1].Geometry
	return [2]routeEnd{
		{geometry.Distance(q.From, first[0]), a.FromMoved},
		{geometry.Distance(q.To, last[len(last)-1]), a.ToMoved},
	}
}

func (r *routes) appendJSON(out []byte) []byte {
	out = appendRoute(out, &r.best)
	for i, name := range [...]string{`,"from":{"distance_m":`, `,"to":{"distance_m":`} {
		out = appendM(append(out, name...), r.ends[i].distanceM)
		if r.ends[i].onMainland {
			out = append(out, `,"mainland":true`...)
		}
		out = append(out, '}')
	}
	for i := range r.others {
		out = append(out, listStart(i, `,"alternatives":[`)...)
		out = append(appendRoute(append(out, `{"status":"ok"`...), &r.others[i]), '}')
	}
	if len(r.others) > 0 {
		out = append(out, ']')
	}
	return out
}

// listStart returns what goes before item i of a list.
func listStart(i int, first string) string {
	if i == 0 {
		return first
	}
	return ","
}

func appendRoute(out []byte, a *route.Answer) []byte {
	out = appendM(append(out, `,"distance_m":`...), a.DistanceM)
	out = appendS(append(out, `,"duration_s":`...), a.DurationS)
	for i := range a.Legs {
		out = append(out, listStart(i, `,"legs":[`)...)
		out = append(appendStreetLeg(append(out, '{'), &a.Legs[i]), '}')
	}
	if len(a.Legs) > 0 {
		out = append(out, ']')
	}
	return out
}

// appendStreetLeg appends the members of a leg along streets.
func appendStreetLeg(out []byte, leg *route.Leg) []byte {
	out = append(append(append(out, `"mode":"`...), graph.ModeName(leg.Mode)...), '"')
	out = appendM(append(out, `,"distance_m":`...), leg.DistanceM)
	out = appendS(append(out, `,"duration_s":`...), leg.DurationS)
	out = AppendLine(append(out, `,"geometry":`...), leg.Geometry)
	out = append(out, `,"steps":`...)
	if leg.Steps == nil {
		return append(out, "null"...)
	}
	for i := range leg.Steps {
		out = appendStep(append(out, listStart(i, "[")...), &leg.Steps[i])
	}
	return append(out, ']')
}

func appendStep(out []byte, x *route.Step) []byte {
	out = appendOptionalID(append(out, `{"way_id":`...), x.OSMWayID, x.HasOSMWayID)
	out = AppendString(append(out, `,"name":`...), x.Name)
	out = appendM(append(out, `,"distance_m":`...), x.DistanceM)
	out = appendS(append(out, `,"duration_s":`...), x.DurationS)
	return append(out, '}')
}
