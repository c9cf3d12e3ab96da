package build

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
)

// maxZoneLonDegrees is how far places are from the longitude at which the sun agrees with the clock of their zone. The
// west of Argentina, of Spain and of Russia's zones is 25 away.
const maxZoneLonDegrees = 30

// reportSwapped tells of feeds of which latitude and longitude look swapped: those whose stops are not by the streets, or
// not in the time zone of the agency, but would be if swapped.
func (r *run) reportSwapped() {
	streets := geometry.EmptyBox()
	streets.AddLine(r.tables.Vertices.Point)
	for f := range r.tables.Feeds.Label.Len() {
		label := r.tables.Feeds.Label.At(f)
		p, any := r.middleOf(graph.FeedID(f))
		if !any || !r.replacesFeed(label) {
			continue // a feed of a base was looked at then
		}
		lon, lat := p.Degrees()
		back := geometry.Point{Lon: p.Lat, Lat: p.Lon}
		why := ""
		switch zone := r.zoneOf(graph.FeedID(f)); {
		case math.Abs(lon) > 90: // no latitude
		case !streets.Empty() && !streets.Contains(p) && streets.Contains(back):
			why = "among the streets"
		case zone != nil && offZone(zone, lon) > maxZoneLonDegrees && offZone(zone, lat) < maxZoneLonDegrees:
			why = "in " + zone.String()
		}
		if why != "" {
			r.report.Add(report.Issue{Code: "gtfs_lat_lon_swapped", Severity: report.Warning, File: label + "/stops.txt", Line: 1, Action: "kept",
				Message: fmt.Sprintf("stop_lat and stop_lon look swapped: the stops lie round %.3f,%.3f, but %.3f,%.3f is %s", lat, lon, lon, lat, why)})
		}
	}
}

// middleOf returns the median of the coordinates of a feed.
func (r *run) middleOf(f graph.FeedID) (geometry.Point, bool) {
	s := &r.tables.Stops
	var lon, lat []int32
	for i := range s.ID.Len() {
		if s.Feed.At(i) == f {
			lon, lat = append(lon, s.Lon.At(i)), append(lat, s.Lat.At(i))
		}
	}
	if len(lon) == 0 {
		return geometry.Point{}, false
	}
	slices.Sort(lon)
	slices.Sort(lat)
	return geometry.Point{Lon: lon[len(lon)/2], Lat: lat[len(lat)/2]}, true
}

// zoneOf returns the zone of the first agency of a feed, nil where it is that of no place.
func (r *run) zoneOf(f graph.FeedID) *time.Location {
	a := &r.tables.Agencies
	for i := range a.ID.Len() {
		name := a.Timezone.At(i)
		if a.Feed.At(i) != f || !strings.Contains(name, "/") || strings.HasPrefix(name, "Etc/") {
			continue
		}
		if zone, err := time.LoadLocation(name); err == nil {
			return zone
		}
	}
	return nil
}

// offZone returns how many degrees a longitude is from the middle of a zone. A date far from both changes of the clocks is
// taken, so that the result does not depend on the year in which it is asked.
func offZone(zone *time.Location, lonDegrees float64) float64 {
	_, offsetS := time.Date(2020, 1, 15, 12, 0, 0, 0, zone).Zone()
	d := math.Abs(lonDegrees - float64(offsetS)/240)
	return min(d, math.Abs(d-360))
}
