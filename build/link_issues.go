package build

import (
	"context"
	"fmt"

	"graphbuild/geometry"
	"graphbuild/report"
)

// seekM is how far the nearest street is looked for to tell how far a stop without a link is away from it.
const seekM = 1000

const keptUnlinked = "kept in the timetable without a link"

// reportUnlinked tells of stops that are tied to no street: of those outside the area of the streets in one sum a feed, as
// a feed often covers more than an extract.
func (r *run) reportUnlinked(ctx context.Context, stops []stopPlace) error {
	if len(stops) == 0 {
		return nil
	}
	streets := geometry.EmptyBox()
	streets.AddLine(r.tables.Vertices.Point)
	var inside, outside []stopPlace
	for _, s := range stops {
		if streets.DistanceM(s.point) <= r.config.LinkM {
			inside = append(inside, s)
			continue
		}
		outside = append(outside, s)
	}
	r.addOutside(outside)
	near, err := r.streetsNear(ctx, inside, seekM)
	if err != nil {
		return err
	}
	for i, s := range inside {
		r.addUnlinked(s, near[i])
	}
	return nil
}

// addOutside adds an issue for each feed, at its first stop outside.
func (r *run) addOutside(stops []stopPlace) {
	feeds := r.tables.Feeds.Label.Len()
	first, count := make([]stopPlace, feeds), make([]int, feeds)
	for _, s := range stops {
		feed := r.tables.Stops.Feed.At(int(s.stop))
		if count[feed] == 0 {
			first[feed] = s
		}
		count[feed]++
	}
	for feed, n := range count {
		if n > 0 {
			r.addStopIssue(first[feed], report.Issue{Code: "link_stop_outside", Severity: report.Info, Action: keptUnlinked,
				Message: fmt.Sprintf("%d stops of the feed lie outside the area of the streets, this one first", n)})
		}
	}
}

func (r *run) addUnlinked(s stopPlace, near []candidate) {
	message := fmt.Sprintf("no street that people may walk on within %.0f m", max(seekM, r.config.LinkM))
	if len(near) > 0 {
		message = fmt.Sprintf("no street that people may walk on within %.0f m, the nearest is %.0f m away", r.config.LinkM, near[0].distanceM)
	}
	r.addStopIssue(s, report.Issue{Code: "link_stop_unlinked", Severity: report.Warning, Message: message, Action: keptUnlinked})
}

func (r *run) addStopIssue(s stopPlace, i report.Issue) {
	stops := &r.tables.Stops
	label := r.tables.Feeds.Label.At(int(stops.Feed.At(int(s.stop))))
	i.Object = label + ":stop/" + stops.ID.At(int(s.stop))
	i.File = label + "/stops.txt"
	r.report.Add(at(i, s.point))
}
