package build

import (
	"fmt"
	"strings"
	"time"

	"graphbuild/geometry"
	"graphbuild/osm"
	"graphbuild/report"
)

// at puts an issue on the map.
func at(i report.Issue, p geometry.Point) report.Issue {
	if p.Valid() {
		i.Lon, i.Lat = p.Degrees()
		i.Located = true
	}
	return i
}

func (r *run) wayIssue(w int, i report.Issue) report.Issue {
	i.Object = osm.ObjectName(osm.Ways, r.ways.id[w])
	i.File = r.fileName(r.ways.file[w])
	return at(i, r.placeOf(w))
}

// maxPlaceNodes is how many nodes of a way are looked at for a place on the map: OpenStreetMap allows 2,000.
const maxPlaceNodes = 2000

// placeOf returns the first known node of a way; noPoint where there is none.
func (r *run) placeOf(w int) geometry.Point {
	slots := r.slotsOfWay(w)
	for _, slot := range slots[:min(len(slots), maxPlaceNodes)] {
		if r.nodes.known(slot) {
			return r.nodes.point[slot]
		}
	}
	return noPoint
}

// reportWays tells of values in the tags of ways that could not be read.
func (r *run) reportWays() {
	for _, e := range r.ways.extra {
		for _, p := range e.problems {
			r.report.Add(r.wayIssue(e.way, report.Issue{
				Code: p.Code, Severity: report.Warning, Message: p.Message, Action: "took the default of the class",
			}))
		}
	}
}

// maxNamed is how many missing nodes of a way an issue names.
const maxNamed = 3

// reportMissing tells of each street of which some nodes are in no input, once, with the first few nodes; of several
// extracts also how many streets each that is: those across a border that found no partner.
func (r *run) reportMissing() {
	ways := make([]int, len(r.osmSources()))
	for w := range r.ways.id {
		if missing := r.missingOf(w); len(missing) > 0 {
			r.addMissing(w, missing)
			ways[r.ways.file[w]]++
		}
	}
	for file, n := range ways {
		if n > 0 && len(ways) > 1 {
			r.report.Add(report.Issue{Code: "osm_missing_nodes_of_file", Severity: report.Warning, File: r.fileName(uint16(file)),
				Action:  "kept the known parts",
				Message: fmt.Sprintf("%d streets of the file have nodes that are in none of the %d files", n, len(ways))})
		}
	}
}

// missingOf returns the nodes of a way that are in no input.
func (r *run) missingOf(w int) []uint32 {
	var missing []uint32
	for _, slot := range r.slotsOfWay(w) {
		if !r.nodes.known(slot) {
			missing = append(missing, slot)
		}
	}
	return missing
}

func (r *run) addMissing(w int, missing []uint32) {
	var names []string
	for _, slot := range missing[:min(len(missing), maxNamed)] {
		names = append(names, osm.ObjectName(osm.Nodes, r.nodes.id[slot]))
	}
	if len(missing) > maxNamed {
		names = append(names, "...")
	}
	r.report.Add(r.wayIssue(w, report.Issue{
		Code: "osm_way_missing_nodes", Severity: report.Warning, Action: "kept the parts with two known nodes or more",
		Message: fmt.Sprintf("%d of %d nodes of the way are not in the input: %s",
			len(missing), r.ways.numRefs(w), strings.Join(names, ", ")),
	}))
}

// reportScan tells what the scan has found, once it is sure that it need not be done again.
func (r *run) reportScan(files []*source) {
	for _, i := range r.differing {
		r.report.Add(i)
	}
	r.differing = nil
	r.reportNoRelations(files)
}

// reportNoRelations warns of sorted files without a relation. The format has no mark of the end, so that a file that was cut
// off between two blocks shows by this alone.
func (r *run) reportNoRelations(files []*source) {
	for _, s := range files {
		if h := s.file.Header(); h.Format == osm.PBF && h.Sorted && !s.file.Holds(osm.Relations) {
			r.report.Add(report.Issue{
				Code: "osm_no_relations", Severity: report.Warning, File: s.name, Action: "no turn restrictions come from it",
				Message: fmt.Sprintf("the file has no relation in its %d bytes: it was cut off, or made without relations", s.bytes),
			})
		}
	}
}

// addNoStreets warns of an OpenStreetMap file beside a feed that has no street in it.
func (r *run) addNoStreets(files []*source) {
	for _, s := range files {
		r.report.Add(report.Issue{
			Code: "osm_no_streets", Severity: report.Warning, File: s.name,
			Message: "no way in the file is a street", Action: "stops are not tied to streets",
		})
	}
}

// datesApart is how far the dates of extracts may be apart before what lies on their border stops fitting together.
const datesApart = 7 * 24 * time.Hour

// reportDates warns of extracts of different days.
func (r *run) reportDates() {
	var oldest, newest *source
	for _, s := range r.osmSources() {
		at := s.file.Header().Timestamp
		if at.IsZero() {
			continue
		}
		if oldest == nil || at.Before(oldest.file.Header().Timestamp) {
			oldest = s
		}
		if newest == nil || at.After(newest.file.Header().Timestamp) {
			newest = s
		}
	}
	if oldest == nil || newest.file.Header().Timestamp.Sub(oldest.file.Header().Timestamp) <= datesApart {
		return
	}
	r.report.Add(report.Issue{
		Code: "osm_dates_differ", Severity: report.Warning, File: oldest.name, Action: "merged by the versions of objects",
		Message: fmt.Sprintf("the file is of %s, but %s of %s: streets may not meet at their border", oldest.timestamp(), newest.name, newest.timestamp()),
	})
}
