package build

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"graphbuild/encode"
	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
)

// fillStreets fills the tables of pairs, facts and ways from the pieces in their order. Ways are numbered by their first
// pair.
//
// Memory: the tables; the columns of ways and refs go afterwards but for what restrictions look up.
func (r *run) fillStreets(ctx context.Context) error {
	p := &r.tables.Pairs
	n := len(r.pieceOf)
	p.From, p.To = make([]graph.VertexID, n), make([]graph.VertexID, n)
	p.Reversed = make([]bool, n)
	p.LengthDM = make([]uint32, n)
	r.fillFacts()
	r.fillWays()
	r.fillInnerStart()
	err := parallel(ctx, r.workers, n, func(from, to int) {
		for pair := from; pair < to; pair++ {
			r.fillPair(graph.PairID(pair))
		}
	})
	if err != nil {
		return err
	}
	r.reportLong()
	r.fillDurations()
	return nil
}

// orientedFacts returns the facts of a piece as seen from its From vertex.
func (r *run) orientedFacts(piece uint32) facts.Edge {
	e := r.facts.rows[r.ways.facts[r.pieces.way[piece]]]
	if int(piece) >= r.sightFrom {
		e = sightFacts(e)
	}
	if _, _, reversed := r.ends(piece); reversed {
		return e.Reverse()
	}
	return e
}

// fillFacts numbers facts in the order of pairs; graph.Write numbers them by frequency.
func (r *run) fillFacts() {
	var table factTable
	r.tables.Pairs.Facts = make([]graph.FactsID, len(r.pieceOf))
	for pair, piece := range r.pieceOf {
		r.tables.Pairs.Facts[pair] = graph.FactsID(table.row(r.orientedFacts(piece)))
	}
	r.tables.Facts = table.rows
}

// compareFacts is some order of distinct facts that does not change from run to run.
func compareFacts(a, b facts.Edge) int { return bytes.Compare(factBytes(a), factBytes(b)) }

func factBytes(e facts.Edge) []byte {
	out, err := binary.Append(nil, binary.LittleEndian, e)
	if err != nil {
		panic(err) // facts are numbers of fixed size alone
	}
	return out
}

func (r *run) fillWays() {
	rowOf := make([]graph.WayID, len(r.ways.id))
	for i := range rowOf {
		rowOf[i] = graph.NoWay
	}
	wayOf := make([]graph.WayID, len(r.pieceOf))
	var ids []int64
	var names []string
	for pair, piece := range r.pieceOf {
		w := r.pieces.way[piece]
		if rowOf[w] == graph.NoWay {
			rowOf[w] = graph.WayID(len(ids))
			ids = append(ids, r.ways.id[w])
			names = append(names, r.names.at(r.ways.name[w]))
		}
		wayOf[pair] = rowOf[w]
	}
	r.tables.Pairs.Way = encode.ColOf(wayOf)
	r.tables.Ways.ID = encode.ColOf(ids)
	r.tables.Ways.Name = encode.StringsOf(names)
	r.reportWayConditions()
	r.fillConditions(rowOf)
	r.fillAttributes(rowOf)
	r.fillAreas(rowOf)
}

func (r *run) fillConditions(rowOf []graph.WayID) {
	extras := slices.Clone(r.ways.extra)
	slices.SortStableFunc(extras, func(a, b wayExtra) int { return cmp.Compare(rowOf[a.way], rowOf[b.way]) })
	c := &r.tables.Conditions
	for _, e := range extras {
		if rowOf[e.way] == graph.NoWay {
			break // and so have all that follow no pair
		}
		for _, condition := range e.conditions {
			c.Way.Append(rowOf[e.way])
			c.Mode.Append(condition.Mode)
			c.Direction.Append(condition.Direction)
			c.Text.Append(condition.Text)
		}
	}
}

func (r *run) fillInnerStart() {
	p := &r.tables.Pairs
	p.InnerStart = make([]uint32, len(r.pieceOf)+1)
	for pair, piece := range r.pieceOf {
		n := uint32(0)
		for range r.innerSlots(piece) {
			n++
		}
		p.InnerStart[pair+1] = p.InnerStart[pair] + n
	}
	p.Inner = make([]geometry.Point, p.InnerStart[len(r.pieceOf)])
}

// innerSlots yields the slots of a piece between its ends, in drawing direction, repeated ones once.
func (r *run) innerSlots(piece uint32) func(yield func(slot uint32) bool) {
	return func(yield func(slot uint32) bool) {
		first, last := r.pieces.first[piece], r.pieces.last[piece]
		for i := first + 1; i < last; i++ {
			if slot := r.slots[i]; slot != r.slots[i-1] && !yield(slot) {
				return
			}
		}
	}
}

func (r *run) fillPair(pair graph.PairID) {
	p := &r.tables.Pairs
	piece := r.pieceOf[pair]
	p.From[pair], p.To[pair], p.Reversed[pair] = r.ends(piece)
	inner := p.Inner[p.InnerStart[pair]:p.InnerStart[pair+1]]
	n := 0
	at := r.nodes.point[r.slots[r.pieces.first[piece]]]
	lengthM := 0.0
	for slot := range r.innerSlots(piece) {
		inner[n] = r.nodes.point[slot]
		lengthM += geometry.Distance(at, inner[n])
		at = inner[n]
		n++
	}
	lengthM += geometry.Distance(at, r.nodes.point[r.slots[r.pieces.last[piece]]])
	p.LengthDM[pair] = uint32(math.Round(min(lengthM*10, maxLengthDM)))
	if p.Reversed[pair] {
		slices.Reverse(inner)
	}
}

// maxLengthDM is once round the Earth. Longer stretches come of positions that are mistakes.
const maxLengthDM = 2 * math.Pi * geometry.EarthRadiusM * 10

// reportLong tells of stretches that are longer than they can be.
func (r *run) reportLong() {
	for pair, dm := range r.tables.Pairs.LengthDM {
		if float64(dm) < maxLengthDM-1 {
			continue
		}
		r.report.Add(r.wayIssue(int(r.pieces.way[r.pieceOf[pair]]), report.Issue{
			Code: "osm_street_too_long", Severity: report.Warning, Action: "taken as that long",
			Message: fmt.Sprintf("a stretch of the street is longer than once round the Earth, %.0f km", maxLengthDM/10_000),
		}))
	}
}
