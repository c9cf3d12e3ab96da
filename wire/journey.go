package wire

import (
	"errors"
	"fmt"
	"math"
	"time"

	"graphbuild/geometry"
	"graphbuild/route/transit"
)

var errNoTime = errors.New("mode transit: expected either a time to depart or one to arrive, such as 2026-01-31T08:00")

var errWalksWithBike = errors.New("bike_aboard with access walk: expected access bike, or none")

// Journey returns the query for journeys by transit; defaults say what holds where q does not, and zone is the clock of the
// place.
func (q *Query) Journey(defaults *Defaults, zone *time.Location) (transit.Query, error) {
	out := defaults.Journey
	if q.From == nil || q.To == nil {
		return out, errNoEnds
	}
	out.From, out.To = geometry.Point(*q.From), geometry.Point(*q.To)
	if q.SnapM != nil && !(*q.SnapM > 0) {
		return out, fmt.Errorf("snap_m %g: expected more than 0", *q.SnapM)
	}
	if q.MaxWalkS != nil && !(*q.MaxWalkS >= 1) { // less would be taken for the default
		return out, fmt.Errorf("max_walk_s %g: expected 1 to %d", *q.MaxWalkS, transit.MaxWalkS)
	}
	if q.ChangeTimeS != nil && !(*q.ChangeTimeS >= 0) {
		return out, fmt.Errorf("change_time_s %g: expected 0 or more", *q.ChangeTimeS)
	}
	q.setLimits(&out)
	switch q.Access {
	case "":
	case "walk", "bike":
		out.Bike = q.Access == "bike"
	default:
		return out, fmt.Errorf("access %q: expected walk or bike", q.Access)
	}
	if q.BikeAboard != nil {
		out.BikeAboard = *q.BikeAboard
	}
	if out.BikeAboard && q.Access == "walk" {
		return out, errWalksWithBike
	}
	if out.Rides < 1 || out.Rides > transit.MaxRides {
		return out, fmt.Errorf("%d transfers: expected 0 to %d", out.Rides-1, transit.MaxRides-1)
	}
	depart, arrive := q.Depart, q.Arrive
	if depart == "" && arrive == "" {
		depart, arrive = defaults.Depart, defaults.Arrive
	}
	out.ArriveBy = depart == ""
	if (depart == "") == (arrive == "") {
		return out, errNoTime
	}
	var err error
	out.Time, out.Note, err = parseTime("time", depart+arrive, zone)
	return out, err
}

func (q *Query) setLimits(out *transit.Query) {
	if q.SnapM != nil {
		out.SnapM = *q.SnapM
	}
	if q.MaxTransfers != nil {
		out.Rides = *q.MaxTransfers + 1
	}
	if q.MaxWalkS != nil {
		out.WalkS = int32(within(*q.MaxWalkS, maxLimitS))
	}
	if q.ChangeTimeS != nil { // timetables have whole seconds
		out.SlackS = int32(math.Ceil(within(*q.ChangeTimeS, maxLimitS)))
	}
	if q.WindowS != nil {
		out.Window = time.Duration(within(*q.WindowS, maxLimitS) * float64(time.Second))
	}
	if q.Wheelchair != nil {
		out.Wheelchair = *q.Wheelchair
	}
}

// maxLimitS is more than a query may ask for, and fits everywhere.
const maxLimitS = 1 << 30

// within returns v, or the nearest number from -limit to limit.
func within(v, limit float64) float64 { return min(max(v, -limit), limit) }
