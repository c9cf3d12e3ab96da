package build

import (
	"cmp"
	"math"
	"slices"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/gtfs"
	"graphbuild/report"
)

// Rows that refer to trips and stops of all feeds, before they are sorted.
type (
	frequencyRow struct {
		trip graph.TripID
		*gtfs.Frequency
	}
	transferRow struct {
		fromStop, toStop   graph.StopID
		fromRoute, toRoute graph.RouteID
		fromTrip, toTrip   graph.TripID
		kind               uint8
		minS               int32
	}
	pathwayRow struct {
		feed     graph.FeedID
		from, to graph.StopID
		lengthM  float64
		*gtfs.Pathway
	}
)

func (f *feedAdder) addFrequencies() {
	for i := range f.Frequencies {
		row := &f.Frequencies[i]
		id := f.trips[row.Trip]
		if id == graph.NoTrip {
			f.issue(report.Issue{Code: "gtfs_frequency_of_dropped_trip", Severity: report.Info, Object: f.Object("trip", f.Trips[row.Trip].ID),
				Message: "trip_id is that of a trip that was dropped", Action: "row dropped"}, "frequencies.txt", row.Line)
			continue
		}
		f.frequencies = append(f.frequencies, frequencyRow{trip: id, Frequency: row})
	}
}

func (f *feedAdder) addTransfers() {
	seen := map[transferRow]bool{}
	for i := range f.Transfers {
		x := &f.Transfers[i]
		row := transferRow{
			fromStop: reference(f.stops, x.FromStop, graph.NoStop), toStop: reference(f.stops, x.ToStop, graph.NoStop),
			fromRoute: reference(f.routes, x.FromRoute, graph.NoRoute), toRoute: reference(f.routes, x.ToRoute, graph.NoRoute),
			fromTrip: reference(f.trips, x.FromTrip, graph.NoTrip), toTrip: reference(f.trips, x.ToTrip, graph.NoTrip),
			kind: uint8(x.Type), minS: x.MinS,
		}
		switch {
		case x.FromTrip != gtfs.NoTrip && row.fromTrip == graph.NoTrip || x.ToTrip != gtfs.NoTrip && row.toTrip == graph.NoTrip:
			f.issue(report.Issue{Code: "gtfs_transfer_of_dropped_trip", Severity: report.Info,
				Message: "from_trip_id or to_trip_id is that of a trip that was dropped", Action: "row dropped"}, "transfers.txt", x.Line)
		case seen[row]:
			f.issue(report.Issue{Code: "gtfs_duplicate_transfer", Severity: report.Warning,
				Message: "the row is the same as an earlier one", Action: "row dropped"}, "transfers.txt", x.Line)
		default:
			seen[row] = true
			f.transfers = append(f.transfers, row)
			f.transferLines = append(f.transferLines, x.Line)
		}
	}
}

func (f *feedAdder) addPathways() {
	for i := range f.Pathways {
		p := &f.Pathways[i]
		length := p.LengthM
		if length < 0 {
			length = geometry.Distance(f.Stops[p.From].Point, f.Stops[p.To].Point)
		}
		f.pathways = append(f.pathways, pathwayRow{feed: f.id, from: f.stops[p.From], to: f.stops[p.To], lengthM: length, Pathway: p})
	}
}

// Speeds on pathways that give no traversal_time: an unhurried adult.
const (
	walkMPS          = 1.33
	stairsMPS        = 0.5 // along the slope
	stepS            = 0.6 // a step of stairs
	movingWalkwayMPS = 1.33 + 0.6
	escalatorMPS     = 0.5
	elevatorS        = 45 // wait, doors and ride
	gateS            = 3
)

// traversalS returns the given time, else one by mode, steps and length; at least 1 s.
func (p *pathwayRow) traversalS() uint32 {
	if p.TraversalS >= 0 {
		return uint32(p.TraversalS)
	}
	s := p.lengthM / walkMPS
	switch p.Mode {
	case gtfs.Stairs:
		s = p.lengthM / stairsMPS
		if p.Stairs != 0 {
			s = math.Abs(float64(p.Stairs)) * stepS
		}
	case gtfs.MovingWalkway:
		s = p.lengthM / movingWalkwayMPS
	case gtfs.Escalator:
		s = p.lengthM / escalatorMPS
	case gtfs.Elevator:
		s = elevatorS
	case gtfs.FareGate, gtfs.ExitGate:
		s += gateS
	}
	return uint32(max(1, math.Round(s)))
}

// sortReferences writes the rows in their order.
func (a *transitAdder) sortReferences() {
	slices.SortFunc(a.frequencies, func(x, y frequencyRow) int {
		return cmp.Or(cmp.Compare(x.trip, y.trip), cmp.Compare(x.StartS, y.StartS), cmp.Compare(x.EndS, y.EndS),
			cmp.Compare(x.HeadwayS, y.HeadwayS), cmp.Compare(x.Exact, y.Exact))
	})
	for _, row := range a.frequencies {
		t := &a.t.Frequencies
		t.Trip.Append(row.trip)
		t.StartS.Append(row.StartS)
		t.EndS.Append(row.EndS)
		t.HeadwayS.Append(row.HeadwayS)
		t.Exact.Append(uint8(row.Exact))
	}
	slices.SortFunc(a.transfers, func(x, y transferRow) int {
		return cmp.Or(cmp.Compare(x.fromStop, y.fromStop), cmp.Compare(x.toStop, y.toStop), cmp.Compare(x.fromRoute, y.fromRoute),
			cmp.Compare(x.toRoute, y.toRoute), cmp.Compare(x.fromTrip, y.fromTrip), cmp.Compare(x.toTrip, y.toTrip),
			cmp.Compare(x.kind, y.kind), cmp.Compare(x.minS, y.minS))
	})
	for _, row := range a.transfers {
		row.write(&a.t.Transfers)
	}
	slices.SortFunc(a.pathways, func(x, y pathwayRow) int { return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.ID, y.ID)) })
	for i := range a.pathways {
		a.pathways[i].write(&a.t.Pathways)
	}
}

func (r *transferRow) write(t *graph.Transfers) {
	t.FromStop.Append(r.fromStop)
	t.ToStop.Append(r.toStop)
	t.FromRoute.Append(r.fromRoute)
	t.ToRoute.Append(r.toRoute)
	t.FromTrip.Append(r.fromTrip)
	t.ToTrip.Append(r.toTrip)
	t.Type.Append(r.kind)
	t.MinS.Append(r.minS)
}

func (p *pathwayRow) write(t *graph.Pathways) {
	both := uint8(0)
	if p.Bidirectional {
		both = 1
	}
	t.Feed.Append(p.feed)
	t.ID.Append(p.ID)
	t.From.Append(p.from)
	t.To.Append(p.to)
	t.Mode.Append(uint8(p.Mode))
	t.Bidirectional.Append(both)
	t.LengthDM.Append(uint32(math.Round(p.lengthM * 10)))
	t.TraversalS.Append(p.traversalS())
	t.Stairs.Append(p.Stairs)
}
