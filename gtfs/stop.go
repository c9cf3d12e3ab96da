package gtfs

import (
	"bytes"
	"fmt"

	lib "github.com/jamespfennell/gtfs"

	"graphbuild/geometry"
	"graphbuild/report"
)

// Stop is a row of stops.txt.
type Stop struct {
	ID         string
	Code       string
	Name       string
	Platform   string
	Timezone   string // empty, or a known zone; from the parent where it has one
	Point      geometry.Point
	Type       lib.StopType // Stop, Station, EntranceOrExit, GenericNode or BoardingArea: 0 to 4, never Platform
	Parent     StopIndex    // of the type that the format asks for, so that there are no loops
	Level      LevelIndex
	Wheelchair lib.WheelchairBoarding // from the parent where the row has none
	More       *StopText              // nil: nothing to say
	Line       int
}

// StopText is what few feeds say of a stop.
type StopText struct{ Description, URL, Zone, SpokenName string }

type stopColumns struct {
	id, code, name, lat, lon, kind, parent, level, platform, zone, wheelchair column
	description, url, fareZone, spoken                                        column
}

// stopRow is a stop while the file is being read: parents may come later.
type stopRow struct {
	Stop
	parent  string
	located bool
	bad     string // what is wrong with the coordinates
}

// readStops takes stops.txt. A stop without usable coordinates takes those of its parent, or is dropped.
func (r *reader) readStops() error {
	t, err := r.open("stops.txt", "stop_id", "stop_lat", "stop_lon")
	if t == nil {
		return err
	}
	c := stopColumns{
		id: t.column("stop_id"), code: t.column("stop_code"), name: t.column("stop_name"), lat: t.column("stop_lat"),
		lon: t.column("stop_lon"), kind: t.column("location_type"), parent: t.column("parent_station"), level: t.column("level_id"),
		platform: t.column("platform_code"), zone: t.column("stop_timezone"), wheelchair: t.column("wheelchair_boarding"),
		description: t.column("stop_desc"), url: t.column("stop_url"), fareZone: t.column("zone_id"), spoken: t.column("tts_stop_name"),
	}
	t.keyed("stop", c.id)
	var rows []stopRow
	seen := map[string]StopIndex{}
	for t.next() {
		s, ok := id(t, c.id, seen)
		if !ok {
			continue
		}
		seen[s] = StopIndex(len(rows))
		rows = append(rows, r.stopRow(t, &c, s))
	}
	h := hierarchy{t: t, rows: rows, index: seen}
	h.resolve()
	r.feed.Stops, r.stops = h.kept()
	return t.close()
}

func (r *reader) stopRow(t *table, c *stopColumns, id string) stopRow {
	s := stopRow{Stop: Stop{
		ID: id, Code: t.text(c.code), Name: t.shared(c.name), Platform: t.shared(c.platform), Line: t.s.line,
		Type: lib.StopType(t.enum(c.kind, 4, 0)), Parent: NoStop, Level: r.levelOf(t, c.level),
		Wheelchair: lib.WheelchairBoarding(t.enum(c.wheelchair, 2, 0)), Timezone: r.stopZone(t, c.zone),
	}, parent: t.text(c.parent)}
	if more := (StopText{t.shared(c.description), t.text(c.url), t.shared(c.fareZone), t.text(c.spoken)}); more != (StopText{}) {
		s.More = &more
	}
	s.Point, s.bad = readPoint(t, c.lat, c.lon)
	s.located = s.bad == ""
	if s.located && s.Point == (geometry.Point{}) {
		t.issue("gtfs_stop_at_0_0", report.Warning, "stop_lat and stop_lon are both 0, in the Gulf of Guinea", "kept")
	}
	return s
}

// readPoint reads a coordinate, or says what is wrong with it.
func readPoint(t *table, lat, lon column) (geometry.Point, string) {
	y, ok := parseE7(t.bytes(lat), 90)
	if !ok {
		return geometry.Point{}, t.saying(lat, "is not a number from -90 to 90")
	}
	x, ok := parseE7(t.bytes(lon), 180)
	if !ok {
		return geometry.Point{}, t.saying(lon, "is not a number from -180 to 180")
	}
	return geometry.Point{Lon: x, Lat: y}, ""
}

func (r *reader) levelOf(t *table, c column) LevelIndex {
	b := t.bytes(c)
	if len(b) == 0 {
		return NoLevel
	}
	i, ok := lookup(r.levels, b)
	if !ok {
		t.repair("gtfs_unknown_level", c, "is not in levels.txt", "stop left without level")
		return NoLevel
	}
	return i
}

func (r *reader) stopZone(t *table, c column) string {
	b := t.bytes(c)
	if len(bytes.TrimSpace(b)) == 0 {
		return ""
	}
	zone := t.shared(c)
	if !r.knownZone(zone) {
		t.repair("gtfs_unknown_timezone", c, "is not a zone of the IANA time zone database", "zone of the agency taken")
		return ""
	}
	return zone
}

// hierarchy ties stops to their parents.
type hierarchy struct {
	t     *table
	rows  []stopRow
	index map[string]StopIndex
}

// parentType says which type the parent of each type must be; stations have none.
var parentType = map[lib.StopType]lib.StopType{
	lib.StopType_Stop: lib.StopType_Station, lib.StopType_EntranceOrExit: lib.StopType_Station,
	lib.StopType_GenericNode: lib.StopType_Station, lib.StopType_BoardingArea: lib.StopType_Stop,
}

var typeNames = [...]string{"stop", "station", "entrance", "generic node", "boarding area"}

func (h *hierarchy) resolve() {
	for i := range h.rows {
		if h.rows[i].parent != "" {
			h.setParent(&h.rows[i])
		}
	}
	// Boarding areas inherit from stops, which inherit from stations: stops first.
	for _, areas := range []bool{false, true} {
		for i := range h.rows {
			if s := &h.rows[i]; (s.Type == lib.StopType_BoardingArea) == areas && s.Parent != NoStop {
				h.inherit(s, &h.rows[s.Parent])
			}
		}
	}
}

// setParent takes a parent of the right type. Since each type has another type above it, no loop passes.
func (h *hierarchy) setParent(s *stopRow) {
	i, ok := h.index[s.parent]
	if !ok {
		h.complain(s, "is not in stops.txt")
		return
	}
	want, may := parentType[s.Type]
	parent := &h.rows[i]
	switch {
	case may && parent.Type == want:
		s.Parent = i
	case h.loops(s):
		h.complain(s, "leads back to this stop")
	case !may:
		h.complain(s, "is given, but a station has none")
	default:
		h.complain(s, fmt.Sprintf("is a %s, expected a %s", typeNames[parent.Type], typeNames[want]))
	}
}

// loops reports whether the parents of s lead back to it within a few steps.
func (h *hierarchy) loops(s *stopRow) bool {
	at := s
	for range 8 {
		i, ok := h.index[at.parent]
		if !ok {
			return false
		}
		at = &h.rows[i]
		if at.ID == s.ID {
			return true
		}
	}
	return false
}

func (h *hierarchy) complain(s *stopRow, rule string) {
	h.add(s, report.Issue{Code: "gtfs_bad_parent", Severity: report.Warning, Action: "stop kept without parent",
		Message: fmt.Sprintf("parent_station %q %s", clip(s.parent), rule)})
}

func (h *hierarchy) add(s *stopRow, i report.Issue) {
	i.File, i.Line, i.Object = h.t.file, s.Line, h.t.r.feed.Object("stop", clip(s.ID))
	h.t.r.report.Add(i)
}

func (h *hierarchy) inherit(s, parent *stopRow) {
	if s.Wheelchair == lib.WheelchairBoarding_NotSpecified {
		s.Wheelchair = parent.Wheelchair
	}
	if parent.Timezone != "" {
		s.Timezone = parent.Timezone
	}
	if s.located || !parent.located {
		return
	}
	s.Point, s.located = parent.Point, true
	if s.Type != lib.StopType_GenericNode && s.Type != lib.StopType_BoardingArea {
		h.add(s, report.Issue{Code: "gtfs_bad_coordinate", Severity: report.Warning, Message: s.bad, Action: "that of the parent taken"})
	}
}

// kept drops the stops without coordinates and numbers the others anew.
func (h *hierarchy) kept() ([]Stop, map[string]StopIndex) {
	stops := make([]Stop, 0, len(h.rows))
	ids := make(map[string]StopIndex, len(h.rows))
	renumbered := make([]StopIndex, len(h.rows))
	for i := range h.rows {
		s := &h.rows[i]
		renumbered[i] = NoStop
		if !s.located {
			h.t.dropped++
			h.add(s, report.Issue{Code: "gtfs_bad_coordinate", Severity: report.Error, Message: s.bad, Action: "row dropped"})
			continue
		}
		renumbered[i] = StopIndex(len(stops))
		ids[s.ID] = renumbered[i]
		stops = append(stops, s.Stop)
	}
	for i := range stops {
		if p := stops[i].Parent; p != NoStop {
			stops[i].Parent = renumbered[p]
		}
	}
	return stops, ids
}
