package route

import (
	"strconv"
	"strings"
	"sync"
	"time"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/openinghours"
)

// timedRules are the rules of one mode that hold at some times only: turn restrictions, and access, direction and speed of
// edges. A query with a time applies those that hold when it departs, for the whole trip; rules whose condition is not
// understood, or is not of time, are never applied.
type timedRules struct {
	once  sync.Once
	turns []timedTurn
	edges []timedEdge

	mutex sync.Mutex
	at    map[string]*modeData // by the set of rules that hold
}

// timedTurn is a turn restriction with a condition.
type timedTurn struct {
	id     graph.RestrictionID
	always bool // it holds where nobody says when
	when   openinghours.Rule
}

// timedEdge is one clause of the conditional tags of a directed edge. Of several that hold the last one counts.
type timedEdge struct {
	edge graph.EdgeID
	pace pace // while the clause holds
	when openinghours.Rule
}

// maxSets is how many sets of rules that hold are kept ready, each with an automaton of all turn restrictions.
const maxSets = 32

// modeAt returns the data of a mode for a trip that departs at a wall clock time; the zero time is none.
func (r *Router) modeAt(m facts.Mode, depart time.Time) *modeData {
	d := r.mode(m)
	if depart.IsZero() {
		return d
	}
	t := &r.timed[m]
	t.once.Do(func() {
		t.turns, t.edges, t.at = timedTurns(r.g, m), timedEdges(r.g, d), map[string]*modeData{}
	})
	if len(t.turns)+len(t.edges) == 0 {
		return d
	}
	set := t.active(depart)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.at[string(set)] == nil {
		if len(t.at) >= maxSets {
			clear(t.at)
		}
		t.at[string(set)] = t.apply(r.g, d, set)
	}
	return t.at[string(set)]
}

// active returns which rules hold, a byte each: turns, then edges.
func (t *timedRules) active(now time.Time) []byte {
	set := make([]byte, len(t.turns)+len(t.edges))
	for i := range t.turns {
		if t.turns[i].when.Active(now) {
			set[i] = 1
		}
	}
	for i := range t.edges {
		if t.edges[i].when.Active(now) {
			set[len(t.turns)+i] = 1
		}
	}
	return set
}

// apply returns the data of a mode while a set of rules holds.
func (t *timedRules) apply(g *graph.Graph, d *modeData, set []byte) *modeData {
	out := d.with(map[graph.EdgeID]pace{})
	out.landmarks = nil // some rules of the mode may not hold
	holds, change := map[graph.RestrictionID]bool{}, false
	for i, x := range t.turns {
		holds[x.id] = set[i] != 0
		change = change || holds[x.id] != x.always
	}
	if change {
		out.turns = newTurns(g, d.mode, holds)
	}
	for i, x := range t.edges {
		if set[len(t.turns)+i] != 0 {
			out.changed[x.edge] = x.pace
			out.bound.admit(x.pace)
		}
	}
	return out
}

// timedTurns lists the turn restrictions of a mode that hold at some times.
func timedTurns(g *graph.Graph, m facts.Mode) []timedTurn {
	var list []timedTurn
	for i := range graph.RestrictionID(g.NumRestrictions()) {
		r := g.Restriction(i)
		if r.Condition == "" || !r.Modes.Has(m) {
			continue
		}
		if when, err := openinghours.Parse(r.Condition); err == nil {
			list = append(list, timedTurn{i, r.HoldsWithoutTime(), when})
		}
	}
	return list
}

// timedEdges lists the clauses of all edges that change something for a mode.
func timedEdges(g *graph.Graph, d *modeData) []timedEdge {
	var list []timedEdge
	for p := range g.ConditionalPairs() {
		for _, id := range [...]graph.EdgeID{p.Edge(facts.Forward), p.Edge(facts.Backward)} {
			e := g.Edge(id)
			for _, c := range e.Conditional() {
				if c.Mode == d.mode {
					list = appendClauses(list, e, d.mode, c.Text)
				}
			}
		}
	}
	return list
}

func appendClauses(list []timedEdge, e graph.Edge, m facts.Mode, text string) []timedEdge {
	kind, values, prefixed := strings.Cut(text, "=")
	if !prefixed || kind != "oneway" && kind != "maxspeed" {
		kind, values = "access", text
	}
	for _, c := range openinghours.Split(values) {
		when, err := openinghours.Parse(c.When)
		if err != nil {
			continue
		}
		f := e.Facts()
		if changeFacts(&f, change{kind, c.Value, m, e.AlongWay()}) {
			list = append(list, timedEdge{e.ID(), paceOf(m, &f, facts.Forward), when})
		}
	}
	return list
}

// change is what a clause does while it holds.
type change struct {
	kind, value string
	mode        facts.Mode
	along       bool // the edge runs in drawing direction
}

// changeFacts applies a change to the facts of an edge, seen along it; false where the value means nothing.
func changeFacts(f *facts.Edge, c change) bool {
	switch c.kind {
	case "oneway":
		return changeOneway(f, c)
	case "maxspeed":
		v, ok := limitOf(c.value)
		f.Speed[facts.Forward] = v
		return ok
	}
	limited, open, ok := accessOf(c.value)
	f.Modes[facts.Forward] = f.Modes[facts.Forward].Without(c.mode)
	if open {
		openForward(f, c.mode)
		f.Limited[facts.Forward][c.mode] = limited
	}
	return ok
}

// changeOneway reads https://wiki.openstreetmap.org/wiki/Key:oneway with a condition. In a direction that it leaves open
// may go who may go in the other one without the condition.
func changeOneway(f *facts.Edge, c change) bool {
	open := true
	switch c.value {
	case "yes", "1", "true":
		open = c.along
	case "-1", "reverse":
		open = !c.along
	case "no", "0", "false":
	default:
		return false
	}
	switch {
	case !open:
		f.Modes[facts.Forward] = f.Modes[facts.Forward].Without(c.mode)
	case f.Modes[facts.Backward].Has(c.mode):
		openForward(f, c.mode)
	}
	return true
}

// openForward lets a mode go along. Where no car could go before, the speed is that of the other direction.
func openForward(f *facts.Edge, m facts.Mode) {
	f.Modes[facts.Forward] = f.Modes[facts.Forward].With(m)
	if f.Speed[facts.Forward] == 0 {
		f.Speed[facts.Forward] = f.Speed[facts.Backward]
	}
}

// accessOf reads a value of access: https://wiki.openstreetmap.org/wiki/Key:access.
func accessOf(value string) (limited facts.Limited, open, ok bool) {
	switch value {
	case "yes", "designated", "permissive", "official", "public":
		return facts.Unlimited, true, true
	case "destination":
		return facts.Destination, true, true
	case "customers":
		return facts.Customers, true, true
	case "delivery":
		return facts.Delivery, true, true
	case "permit":
		return facts.Permit, true, true
	case "residents":
		return facts.Residents, true, true
	case "private":
		return facts.Private, true, true
	case "no", "agricultural", "forestry", "dismount", "use_sidepath":
		return facts.Unlimited, false, true
	}
	return facts.Unlimited, false, false
}

const kmhPerMPH = 1.609344

// limitOf reads a speed limit in km/h or mph.
func limitOf(value string) (facts.Speed, bool) {
	factor := 1.0
	number, mph := strings.CutSuffix(value, "mph")
	if mph {
		factor = kmhPerMPH
	}
	kmh, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if kmh *= factor; err != nil || !(kmh >= 1 && kmh <= 200) {
		return 0, false
	}
	return facts.Speed(kmh*100 + 0.5), true
}

// admit lets the bound know of a pace that may be faster than any before.
func (b *bound) admit(p pace) {
	if p == 0 {
		return
	}
	b.landMS = min(b.landMS, 10*float64(p&paceMask)/(1<<paceShift))
	b.anyMS = min(b.anyMS, b.landMS)
}
