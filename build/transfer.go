package build

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/walk"
)

// defaultTransferS is how long a walk between two stops may take: 15 minutes, 1.25 km of street.
const defaultTransferS = 15 * 60

// noBoarding is the pickup_type and the drop_off_type of a call at which nobody may board, or alight.
const noBoarding = 1

// walkBetweenStops finds the walks between stops, by street time and at most Config.TransferS long. Of all stops at which
// a pattern can be boarded, a rider who gets off needs the nearest only, and none where the pattern calls at the very
// stop. Walks from stops where nobody gets off, and to those where nobody gets on, are left out.
//
// Time and memory grow with the stops, not with their square, as each search ends at the limit: 17 bytes a walk, and for
// each worker 50 bytes for each vertex within reach of one stop.
func (r *run) walkBetweenStops(ctx context.Context) error {
	if r.config.TransferS < 0 || r.tables.Stops.ID.Len() == 0 || len(r.tables.Pairs.From) == 0 {
		return nil
	}
	tables := r.tables // the copy belongs to the graph
	g, err := graph.NewGraph(&tables)
	if err != nil {
		return err
	}
	u, network := usesOf(g), walk.NewNetwork(g)
	walks := make([][]graph.WalkTransfer, r.workers)
	group, ctx := errgroup.WithContext(ctx)
	for w := range walks {
		group.Go(func() error {
			p := transferPicker{uses: u, search: network.NewSearch(), limitS: r.config.TransferS, seen: make([]graph.StopID, g.NumPatterns())}
			for s := w; s < g.NumStops() && ctx.Err() == nil; s += len(walks) {
				walks[w] = p.appendFrom(walks[w], graph.StopID(s))
			}
			return context.Cause(ctx)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	r.addWalks(slices.Concat(walks...))
	return nil
}

func (r *run) addWalks(walks []graph.WalkTransfer) {
	slices.SortFunc(walks, func(a, b graph.WalkTransfer) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	t := &r.tables.WalkTransfers
	for _, w := range walks {
		t.From.Append(w.From)
		t.To.Append(w.To)
		t.DistanceDM.Append(w.DistanceDM)
		t.TimeS.Append(w.TimeS)
		t.Modes.Append(w.Modes)
	}
}

// stopUses say what vehicles do at stops.
type stopUses struct {
	boards  [][]graph.PatternID // by stop: patterns that can be boarded there
	alights []bool
}

func usesOf(g *graph.Graph) *stopUses {
	u := &stopUses{boards: make([][]graph.PatternID, g.NumStops()), alights: make([]bool, g.NumStops())}
	var stops []graph.StopID
	var pickup, dropOff []uint8
	for p := range graph.PatternID(g.NumPatterns()) {
		pattern := g.Pattern(p)
		stops = pattern.AppendStops(stops[:0])
		pickup, dropOff = pattern.AppendBoarding(pickup[:0], dropOff[:0])
		for i, s := range stops {
			if n := len(u.boards[s]); i+1 < len(stops) && pickup[i] != noBoarding && (n == 0 || u.boards[s][n-1] != p) {
				u.boards[s] = append(u.boards[s], p)
			}
			if i > 0 && dropOff[i] != noBoarding {
				u.alights[s] = true
			}
		}
	}
	return u
}

// transferPicker picks the useful ones among the stops within reach of a stop. One a goroutine.
type transferPicker struct {
	uses   *stopUses
	search *walk.Search
	limitS int32
	seen   []graph.StopID // by pattern: the stop before, plus 1, from which a walk to it was last looked for
}

func (p *transferPicker) appendFrom(walks []graph.WalkTransfer, from graph.StopID) []graph.WalkTransfer {
	if !p.uses.alights[from] {
		return walks
	}
	p.isNew(from, from)
	for _, to := range p.search.FromStop(from, walk.Options{LimitS: p.limitS}) {
		if !p.isNew(from, to.Stop) {
			continue
		}
		w := graph.WalkTransfer{From: from, To: to.Stop, DistanceDM: to.LengthDM, TimeS: uint32(to.S), Modes: facts.ModesOf(facts.Walk)}
		if to.StepFree {
			w.Modes = w.Modes.With(facts.Wheelchair)
		}
		walks = append(walks, w)
	}
	return walks
}

// isNew reports whether a pattern can be boarded at a stop that calls at no stop nearer to from.
func (p *transferPicker) isNew(from, at graph.StopID) bool {
	useful := false
	for _, pattern := range p.uses.boards[at] {
		useful = useful || p.seen[pattern] != from+1
		p.seen[pattern] = from + 1
	}
	return useful
}
