package build

import (
	"fmt"

	lib "github.com/jamespfennell/gtfs"

	"graphbuild/geometry"
	"graphbuild/gtfs"
	"graphbuild/report"
)

// maxKMH are speeds that no vehicle of a type keeps up between two stops; 500 for types not listed, 1000 in the air.
var maxKMH = map[lib.RouteType]float64{
	lib.RouteType_Tram: 100, lib.RouteType_Subway: 150, lib.RouteType_Bus: 150, lib.RouteType_TrolleyBus: 150,
	lib.RouteType_Ferry: 100, lib.RouteType_CableTram: 50, lib.RouteType_AerialLift: 60, lib.RouteType_Funicular: 60,
	lib.RouteType_Monorail: 150,
}

// slackS allows for times that are rounded to the minute.
const slackS = 59

// checkSpeed warns of the first hop of a trip that is faster than its vehicle can be: a wrong coordinate or time. The trip
// is kept. It is called for the first trip of each pattern and of each profile, not for all that share them.
func (f *feedAdder) checkSpeed(i gtfs.TripIndex, calls []call) {
	number := f.Routes[f.Trips[i].Route].Type
	limit, ok := maxKMH[gtfs.BasicType(number)]
	switch {
	case number/100 == 11:
		limit = 1000
	case !ok:
		limit = 500
	}
	from, metres := 0, 0.0
	for n := 1; n < len(calls); n++ {
		metres += geometry.Distance(f.Stops[calls[n-1].stop].Point, f.Stops[calls[n].stop].Point)
		if calls[n].interpolated {
			continue
		}
		kmh := metres / float64(calls[n].arrivalS-calls[from].departureS+slackS) * 3.6
		if kmh > limit {
			f.tooFast(i, n, fmt.Sprintf("stop_id %q is %.1f km from the timed stop before and reached at more than %.0f km/h, expected at most %.0f",
				f.Stops[calls[n].stop].ID, metres/1000, kmh, limit))
			return
		}
		from, metres = n, 0
	}
}

func (f *feedAdder) tooFast(i gtfs.TripIndex, n int, message string) {
	f.issue(report.Issue{Code: "gtfs_too_fast", Severity: report.Warning, Object: f.Object("trip", f.Trips[i].ID), Message: message, Action: "kept"},
		"stop_times.txt", int(f.StopTimes.Line[f.StopTimes.Start[i]+uint32(n)]))
}
