package gtfs

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"graphbuild/report"
)

// requiredFiles are the tables without which there is no timetable.
var requiredFiles = map[string]bool{
	"agency.txt": true, "stops.txt": true, "routes.txt": true, "trips.txt": true, "stop_times.txt": true,
}

// reader reads one feed. Ids become numbers in the maps, which go when the feed has been read.
type reader struct {
	feed    *Feed
	files   map[string]entry // by lower-case base name
	folder  string
	left    int64 // bytes that may still be inflated
	padding int   // fields that rows of raw tables may still leave out
	report  *report.Report
	strings map[string]string
	zones   map[string]bool

	agencies map[string]AgencyIndex
	levels   map[string]LevelIndex
	stops    map[string]StopIndex
	routes   map[string]RouteIndex
	services map[string]ServiceIndex
	shapes   map[string]ShapeIndex
	trips    map[string]TripIndex
	areas    map[string]AreaIndex
	members  map[member]bool
	// droppedTrips are ids of rows of trips.txt that were dropped: their stop times are no dangling references.
	droppedTrips map[string]bool
}

func newReader(s source, entries []entry, folder string) *reader {
	r := &reader{
		feed: &Feed{Label: s.label, Name: s.name}, files: map[string]entry{}, folder: folder,
		left: s.maxBytes, padding: maxPadding, report: s.options.Report, strings: map[string]string{}, zones: map[string]bool{},
		agencies: map[string]AgencyIndex{}, levels: map[string]LevelIndex{}, stops: map[string]StopIndex{},
		routes: map[string]RouteIndex{}, services: map[string]ServiceIndex{}, shapes: map[string]ShapeIndex{},
		trips: map[string]TripIndex{}, areas: map[string]AreaIndex{}, members: map[member]bool{}, droppedTrips: map[string]bool{},
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	for _, e := range entries {
		dir, base := path.Split(e.path)
		if dir != folder {
			continue
		}
		lower := strings.ToLower(base)
		if _, ok := r.files[lower]; ok {
			r.report.Add(report.Issue{Code: "gtfs_repeated_file", Severity: report.Warning, File: r.feed.Label + "/" + lower,
				Message: fmt.Sprintf("%s is there twice", base), Action: "first one read"})
			continue
		}
		r.files[lower] = e
	}
	return r
}

// readAll reads the tables in the order of their references.
func (r *reader) readAll() error {
	if err := r.checkFiles(); err != nil {
		return err
	}
	for _, read := range []func() error{
		r.readInfo, r.readAgencies, r.readLevels, r.readStops, r.readRoutes, r.readCalendar, r.readCalendarDates,
		r.readLocations, r.readLocationGroups, r.readLocationGroupStops, r.readShapes, r.readTrips, r.readStopTimes,
		r.readFrequencies, r.readTransfers, r.readPathways, r.readRaw,
	} {
		if err := read(); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) checkFiles() error {
	var missing []string
	why := ""
	for _, name := range []string{"agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt"} {
		if r.missing(name) && !(name == "stops.txt" && !r.missing("locations.geojson")) {
			missing = append(missing, name)
		}
	}
	if r.missing("calendar.txt") && r.missing("calendar_dates.txt") {
		missing = append(missing, "calendar.txt or calendar_dates.txt")
		why = ": they say on what days the services of trips.txt run, those of trips on demand too"
	}
	if len(missing) > 0 {
		return fmt.Errorf("no %s, which a feed must have%s%s", strings.Join(missing, ", no "), r.inFolder(), why)
	}
	r.noteUnread()
	return nil
}

func (r *reader) missing(name string) bool {
	_, ok := r.files[name]
	return !ok
}

func (r *reader) inFolder() string {
	if r.folder == "" {
		return ""
	}
	return fmt.Sprintf(" (looked in the folder %s)", r.folder)
}

var readFiles = []string{
	"agency.txt", "calendar.txt", "calendar_dates.txt", "feed_info.txt", "frequencies.txt", "levels.txt", "pathways.txt",
	"routes.txt", "shapes.txt", "stop_times.txt", "stops.txt", "transfers.txt", "trips.txt",
	"locations.geojson", "location_groups.txt", "location_group_stops.txt",
}

// noteUnread tells which tables are not read.
func (r *reader) noteUnread() {
	var others []string
	for name := range r.files {
		if table := path.Ext(name) == ".txt" || path.Ext(name) == ".geojson"; table && !slices.Contains(readFiles, name) && !slices.Contains(rawFiles, name) {
			others = append(others, name)
		}
	}
	if len(others) == 0 {
		return
	}
	slices.Sort(others)
	r.report.Add(report.Issue{Code: "gtfs_file_not_used", Severity: report.Info, File: r.feed.Name, Action: "ignored",
		Message: clip("files that are not read: " + strings.Join(others, ", "))})
}

var errNoZone = errors.New("unknown")

// knownZone reports whether the zone database has a zone, which must be a place: not the machine's own.
func (r *reader) knownZone(name string) bool {
	known, ok := r.zones[name]
	if !ok {
		known = loadZone(name) == nil
		r.zones[name] = known
	}
	return known
}

func loadZone(name string) error {
	if name == "" || name == "Local" {
		return errNoZone
	}
	_, err := time.LoadLocation(name)
	return err
}
