package gtfs

import "math"

// PathwayMode is pathway_mode.
type PathwayMode uint8

// Modes of pathways.
const (
	Walkway PathwayMode = 1 + iota
	Stairs
	MovingWalkway
	Escalator
	Elevator
	FareGate
	ExitGate
)

// Pathway is a row of pathways.txt.
type Pathway struct {
	ID            string
	From, To      StopIndex
	Mode          PathwayMode
	Bidirectional bool
	LengthM       float64 // negative: none given
	TraversalS    int32   // negative: none given
	Stairs        int32   // 0: none given; negative is down
	Line          int
}

type pathwayColumns struct{ id, from, to, mode, bidirectional, length, traversal, stairs column }

func (r *reader) readPathways() error {
	t, err := r.open("pathways.txt", "pathway_id", "from_stop_id", "to_stop_id", "pathway_mode")
	if t == nil {
		return err
	}
	c := pathwayColumns{
		id: t.column("pathway_id"), from: t.column("from_stop_id"), to: t.column("to_stop_id"), mode: t.column("pathway_mode"),
		bidirectional: t.column("is_bidirectional"), length: t.column("length"), traversal: t.column("traversal_time"),
		stairs: t.column("stair_count"),
	}
	t.keyed("pathway", c.id)
	seen := map[string]StopIndex{}
	for t.next() {
		s, ok := id(t, c.id, seen)
		if !ok {
			continue
		}
		p, ok := r.pathway(t, &c)
		if !ok {
			continue
		}
		p.ID = s
		seen[s] = 0
		r.feed.Pathways = append(r.feed.Pathways, p)
	}
	return t.close()
}

func (r *reader) pathway(t *table, c *pathwayColumns) (Pathway, bool) {
	p := Pathway{Line: t.s.line}
	var ok bool
	if p.From, ok = lookup(r.stops, t.bytes(c.from)); !ok {
		t.drop("gtfs_unknown_stop", c.from, "is not in stops.txt")
		return p, false
	}
	if p.To, ok = lookup(r.stops, t.bytes(c.to)); !ok {
		t.drop("gtfs_unknown_stop", c.to, "is not in stops.txt")
		return p, false
	}
	mode, ok := parseInt(t.bytes(c.mode))
	if !ok || mode < int64(Walkway) || mode > int64(ExitGate) {
		t.drop("gtfs_bad_pathway", c.mode, "is not a mode from 1 to 7")
		return p, false
	}
	p.Mode = PathwayMode(mode)
	p.Bidirectional = t.enum(c.bidirectional, 1, 1) == 1
	if p.Mode == ExitGate && p.Bidirectional {
		t.repair("gtfs_bad_pathway", c.bidirectional, "is given for an exit gate, which is one-way", "taken as one-way")
		p.Bidirectional = false
	}
	p.LengthM = pathwayNumber(t, c.length, 0, 100_000)
	p.TraversalS = int32(math.Round(pathwayNumber(t, c.traversal, 0, 86400)))
	if stairs, ok := parseInt(t.bytes(c.stairs)); ok && stairs > -100_000 && stairs < 100_000 {
		p.Stairs = int32(stairs)
	}
	return p, true
}

// pathwayNumber returns -1 for an empty value and one out of range.
func pathwayNumber(t *table, c column, low, high float64) float64 {
	b := t.bytes(c)
	if len(b) == 0 {
		return -1
	}
	v, ok := parseFloat(b)
	if !ok || v < low || v > high {
		t.repair("gtfs_bad_number", c, "is not a number in range", "taken as empty")
		return -1
	}
	return v
}
