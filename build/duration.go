package build

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/osm"
	"graphbuild/report"
)

// fillDurations shares the crossing time of a way among its pieces by length; the shares add up to the whole. Of a ferry or a
// car train without a tagged time it is what its length takes at the speed of the profile, the same for whoever is on board.
func (r *run) fillDurations() {
	r.dropCutDurations()
	r.shareRelationDurations()
	type share struct {
		pair graph.PairID
		s    uint32
	}
	var shares []share
	for first := 0; first < r.sightFrom; {
		last := r.endOfWay(first)
		whole := r.lengthDM(first, last) + r.leftDM[int(r.pieces.way[first])]
		if total := r.crossingS(first, whole); total > 0 {
			along, given := uint64(0), uint64(0)
			for piece := first; piece < last; piece++ {
				along += uint64(r.tables.Pairs.LengthDM[r.pairOf[piece]])
				until := uint64(total) * along / max(whole, 1)
				shares = append(shares, share{r.pairOf[piece], uint32(until - given)})
				given = until
			}
		}
		first = last
	}
	slices.SortFunc(shares, func(a, b share) int { return cmp.Compare(a.pair, b.pair) })
	for _, s := range shares {
		r.tables.Pairs.DurationPair.Append(s.pair)
		r.tables.Pairs.DurationS.Append(s.s)
	}
}

// crossingS returns the time along the way of a piece in seconds, 0 where it is a matter of who goes there.
func (r *run) crossingS(piece int, wholeDM uint64) uint32 {
	way := r.pieces.way[piece]
	if s := r.ways.durationS[way]; s > 0 {
		return s
	}
	f := &r.facts.rows[r.ways.facts[way]]
	if !carries(f.Type) {
		return 0
	}
	kmh := max(f.Speed[facts.Forward], f.Speed[facts.Backward]).KMH()
	if kmh == 0 { // no cars
		kmh = r.config.Profile.CrossingKMH(f.Class)
	}
	if kmh == 0 {
		return 0
	}
	return uint32(math.Ceil(float64(wholeDM) * 0.36 / kmh))
}

// carries reports whether an edge of a type carries people and vehicles: a ferry or a car train.
func carries(t facts.EdgeType) bool { return t == facts.Ferry || t == facts.CarTrain }

// endOfWay returns the end of the pieces of the way of piece first.
func (r *run) endOfWay(first int) int {
	last := first + 1
	for last < r.sightFrom && r.pieces.way[last] == r.pieces.way[first] {
		last++
	}
	return last
}

func (r *run) lengthDM(first, last int) uint64 {
	sum := uint64(0)
	for piece := first; piece < last; piece++ {
		sum += uint64(r.tables.Pairs.LengthDM[r.pairOf[piece]])
	}
	return sum
}

// leftOut notes the length of a stretch of a ferry that is not in the graph: its time is that of the whole.
func (r *run) leftOut(way int, start, end uint32) {
	if r.ways.durationS[way] == 0 && !carries(r.facts.rows[r.ways.facts[way]].Type) {
		return
	}
	lengthM := 0.0
	for i := start; i < end; i++ {
		lengthM += geometry.Distance(r.nodes.point[r.slots[i]], r.nodes.point[r.slots[i+1]])
	}
	if r.leftDM == nil {
		r.leftDM = map[int]uint64{}
	}
	r.leftDM[way] += uint64(math.Round(lengthM * 10))
}

// dropCutDurations forgets the time of ways some nodes of which are not in the input: nobody knows the share of the rest.
func (r *run) dropCutDurations() {
	for w, s := range r.ways.durationS {
		if s == 0 {
			continue
		}
		if missing := r.missingOf(w); len(missing) > 0 {
			r.ways.durationS[w] = 0
			r.report.Add(r.wayIssue(w, ferryCut(len(missing), "nodes")))
		}
	}
}

// shareRelationDurations gives ferry ways without a time of their own their share, by length, of the time that a relation
// of a ferry or a car train gives for all its ways. Where some of them are not in the input nobody knows the share.
func (r *run) shareRelationDurations() {
	lengths := map[int]wayLength{} // of the ways of all relations, which may share them
	for i := range r.relations {
		rel := &r.relations[i]
		if rel.tags.DurationS == 0 {
			continue
		}
		ways, whole, missing := r.ferryWays(rel, lengths)
		if missing > 0 {
			r.addFerryCut(rel, missing)
			continue
		}
		for _, w := range ways {
			if r.ways.durationS[w.way] == 0 {
				r.ways.durationS[w.way] = uint32(uint64(rel.tags.DurationS) * w.dm / max(whole, 1))
			}
		}
	}
}

func (r *run) addFerryCut(rel *relation, missing int) {
	issue := ferryCut(missing, "ways")
	issue.File, issue.Object = r.fileName(rel.file), osm.ObjectName(osm.Relations, rel.id)
	r.report.Add(at(issue, r.pointOf(*rel)))
}

func ferryCut(missing int, what string) report.Issue {
	return report.Issue{
		Code: "osm_ferry_incomplete", Severity: report.Info, Action: "took the speed of the profile",
		Message: fmt.Sprintf("%d of its %s are not in the input, so that its duration cannot be shared", missing, what),
	}
}

// wayLength is a row of the ways and its length.
type wayLength struct {
	way int
	dm  uint64
	cut bool // some of its nodes are not in the input
}

// lengthOfWay returns the length of a way, with what Config.BBox leaves out.
func (r *run) lengthOfWay(row int) wayLength {
	first, last := r.piecesOf(row)
	return wayLength{row, r.lengthDM(first, last) + r.leftDM[row], len(r.missingOf(row)) > 0}
}

// ferryWays returns the ways that the boat or train of a relation runs along, each once, and their length together, and
// counts those that are not in the input, be it in part. Piers and platforms are members too. It adds to lengths.
func (r *run) ferryWays(rel *relation, lengths map[int]wayLength) (ways []wayLength, wholeDM uint64, missing int) {
	seen := map[int64]bool{}
	for _, m := range rel.members {
		if m.kind != osm.WayMember || seen[m.ref] || strings.HasPrefix(m.role, "platform") || strings.HasPrefix(m.role, "stop") {
			continue
		}
		seen[m.ref] = true
		row, ok := r.wayRow(m.ref)
		if !ok {
			missing++
			continue
		}
		if !carries(r.facts.rows[r.ways.facts[row]].Type) {
			continue
		}
		w, known := lengths[row]
		if !known {
			w = r.lengthOfWay(row)
			lengths[row] = w
		}
		if w.cut {
			missing++
			continue
		}
		ways = append(ways, w)
		wholeDM += w.dm
	}
	return ways, wholeDM, missing
}
