package gtfs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"graphbuild/geometry"
	"graphbuild/report"
)

// AreaIndex numbers areas, in the order of locations.geojson, then of location_groups.txt.
type AreaIndex uint32

// NoArea is the area of a call at a stop.
const NoArea AreaIndex = 1<<32 - 1

// Area is where trips on demand stop: a polygon of locations.geojson, or a group of stops.
type Area struct {
	ID      string
	Name    string
	IsGroup bool
	Rings   [][]geometry.Point // of a polygon; a point is inside where it is in an odd number of rings
	Stops   []StopIndex        // of a group, each once
	Line    int                // in location_groups.txt; of a polygon, the number of its feature from 1
}

// FlexCall is a row of stop_times.txt at an area, or with a window instead of times.
type FlexCall struct {
	Trip           TripIndex
	Sequence       uint32
	Stop           StopIndex // NoStop where Area is given
	Area           AreaIndex
	StartS, EndS   int32 // the window, after noon minus 12 h; NoTime where the feed gives none
	Flags          StopTimeFlags
	PickupBooking  string // booking_rule_id
	DropOffBooking string
	Line           int
}

// Bounds on locations.geojson: the rings of all polygons, and the bytes of a feature, which is held as a whole.
const (
	maxRings        = 1_000_000
	maxFeatureBytes = 16 << 20
)

var errLongFeature = errors.New("a feature is longer than 16 MiB")

// featureReader fails where more is read between two features than one may have. What was read with a feature before does
// not count.
type featureReader struct {
	r    io.Reader
	left int
}

func (f *featureReader) Read(p []byte) (int, error) {
	if f.left <= 0 {
		return 0, errLongFeature
	}
	n, err := f.r.Read(p[:min(len(p), f.left)])
	f.left -= n
	return n, err
}

// readLocations takes locations.geojson. A feature that is no polygon with an id is dropped.
func (r *reader) readLocations() error {
	const name = "locations.geojson"
	e, ok := r.files[name]
	if !ok {
		return nil
	}
	in, err := e.open()
	if err != nil {
		return fmt.Errorf("%s: %w", e.path, err)
	}
	defer in.Close()
	x := locationReader{reader: r, file: r.feed.Label + "/" + name}
	text, _, err := decoded(&budget{r: in, left: &r.left})
	if err == nil {
		x.in = featureReader{r: text, left: maxFeatureBytes}
		err = x.read(json.NewDecoder(&x.in))
	}
	if errors.Is(err, errTooBig) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		r.report.Add(report.Issue{Code: "gtfs_bad_geojson", Severity: report.Error, File: x.file, Message: clip("cannot be read as GeoJSON: " + err.Error()),
			Action: fmt.Sprintf("the %d features before kept", len(r.feed.Areas))})
	}
	r.feed.Files = append(r.feed.Files, FileStats{Name: name, Rows: x.rows, Dropped: x.rows - len(r.feed.Areas)})
	return nil
}

// locationReader reads the features of locations.geojson one by one.
type locationReader struct {
	*reader
	in    featureReader
	file  string
	rows  int
	rings int
}

type geoFeature struct {
	ID         any `json:"id"`
	Properties struct {
		StopName     any `json:"stop_name"`
		LocationName any `json:"location_name"`
	} `json:"properties"`
	Geometry struct {
		Type        string          `json:"type"`
		Coordinates json.RawMessage `json:"coordinates"`
	} `json:"geometry"`
}

// read finds the array of features, wherever it stands in the outer object.
func (x *locationReader) read(d *json.Decoder) error {
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return orExpected(err, "an object")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key != "features" {
			var skipped json.RawMessage
			if err := d.Decode(&skipped); err != nil {
				return err
			}
			continue
		}
		if t, err := d.Token(); err != nil || t != json.Delim('[') {
			return orExpected(err, "an array of features")
		}
		for d.More() {
			if err := x.feature(d); err != nil {
				return err
			}
		}
		if _, err := d.Token(); err != nil {
			return err
		}
	}
	return nil
}

func orExpected(err error, what string) error {
	if err == nil {
		err = fmt.Errorf("expected %s", what)
	}
	return err
}

func (x *locationReader) feature(d *json.Decoder) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	x.in.left = maxFeatureBytes
	x.rows++
	var f geoFeature
	numbers := json.NewDecoder(bytes.NewReader(raw))
	numbers.UseNumber() // ids may have more digits than a float
	if err := numbers.Decode(&f); err != nil {
		x.drop("", "is no GeoJSON feature: "+err.Error())
		return nil
	}
	id := textOf(f.ID)
	rings, err := x.polygon(f.Geometry.Type, f.Geometry.Coordinates)
	_, seen := x.areas[id]
	switch {
	case id == "":
		x.drop("", "has no id")
	case seen:
		x.drop(id, "has the id of an earlier feature")
	case err != nil:
		x.drop(id, err.Error())
	default:
		name := textOf(f.Properties.StopName)
		if name == "" {
			name = textOf(f.Properties.LocationName)
		}
		x.areas[id] = AreaIndex(len(x.feed.Areas))
		x.feed.Areas = append(x.feed.Areas, Area{ID: id, Name: name, Rings: rings, Line: x.rows})
	}
	return nil
}

func (x *locationReader) drop(id, rule string) {
	issue := report.Issue{Code: "gtfs_bad_location", Severity: report.Error, File: x.file, Action: "feature dropped",
		Message: clip(fmt.Sprintf("feature %d %s", x.rows, rule))}
	if id != "" {
		issue.Object = x.feed.Object("location", clip(id))
	}
	x.report.Add(issue)
}

// textOf returns a string or a number as text.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	}
	return ""
}

// polygon returns the rings of a Polygon or MultiPolygon.
func (x *locationReader) polygon(kind string, raw json.RawMessage) ([][]geometry.Point, error) {
	var polygons [][][][]float64
	switch kind {
	case "Polygon":
		polygons = make([][][][]float64, 1)
		if err := json.Unmarshal(raw, &polygons[0]); err != nil {
			return nil, fmt.Errorf("has coordinates that are no polygon")
		}
	case "MultiPolygon":
		if err := json.Unmarshal(raw, &polygons); err != nil {
			return nil, fmt.Errorf("has coordinates that are no polygons")
		}
	default:
		return nil, fmt.Errorf("is of type %q, expected Polygon or MultiPolygon", clip(kind))
	}
	var rings [][]geometry.Point
	for _, p := range polygons {
		for _, ring := range p {
			points, err := ringOf(ring)
			if err != nil {
				return nil, err
			}
			rings = append(rings, points)
		}
	}
	if x.rings += len(rings); len(rings) == 0 || x.rings > maxRings {
		return nil, fmt.Errorf("has %d rings", len(rings))
	}
	return rings, nil
}

// ringOf checks that a ring has an area and coordinates that are on earth.
func ringOf(ring [][]float64) ([]geometry.Point, error) {
	var points []geometry.Point
	for _, c := range ring {
		if len(c) < 2 || math.Abs(c[0]) > 180 || math.Abs(c[1]) > 90 {
			return nil, fmt.Errorf("has a position %v, expected longitude and latitude", c)
		}
		p, err := geometry.FromDegrees(c[0], c[1])
		if err != nil {
			return nil, fmt.Errorf("has a position that is not on earth")
		}
		points = append(points, p)
	}
	if n := len(points); n > 0 && points[n-1] == points[0] {
		points = points[:n-1]
	}
	if len(points) < 3 {
		return nil, fmt.Errorf("has a ring of %d points, expected 3 or more", len(points))
	}
	return points, nil
}

// readLocationGroups takes location_groups.txt, also in the form of the draft, with a row a stop.
func (r *reader) readLocationGroups() error {
	t, err := r.open("location_groups.txt", "location_group_id")
	if t == nil {
		return err
	}
	id, name, member := t.column("location_group_id"), t.column("location_group_name"), t.column("location_id")
	t.keyed("location_group", id)
	for t.next() {
		b := t.bytes(id)
		if len(b) == 0 {
			t.drop("gtfs_missing_id", id, "is empty")
			continue
		}
		i, ok := lookup(r.areas, b)
		switch {
		case ok && !r.feed.Areas[i].IsGroup:
			t.drop("gtfs_duplicate_id", id, "is the id of a feature of locations.geojson")
			continue
		case ok && member == absent:
			t.drop("gtfs_duplicate_id", id, "stands in an earlier row")
			continue
		case !ok:
			i = AreaIndex(len(r.feed.Areas))
			s := t.text(id)
			r.areas[s] = i
			r.feed.Areas = append(r.feed.Areas, Area{ID: s, Name: t.text(name), IsGroup: true, Line: t.s.line})
		}
		if len(t.bytes(member)) > 0 {
			r.addMember(t, i, member)
		}
	}
	return t.close()
}

func (r *reader) addMember(t *table, group AreaIndex, c column) {
	stop, ok := lookup(r.stops, t.bytes(c))
	if !ok {
		t.drop("gtfs_unknown_stop", c, "is not in stops.txt")
		return
	}
	key := member{group, stop}
	if r.members[key] {
		t.drop("gtfs_duplicate_id", c, "stands in an earlier row of the group")
		return
	}
	r.members[key] = true
	r.feed.Areas[group].Stops = append(r.feed.Areas[group].Stops, stop)
}

// member is a stop of a group.
type member struct {
	group AreaIndex
	stop  StopIndex
}

func (r *reader) readLocationGroupStops() error {
	t, err := r.open("location_group_stops.txt", "location_group_id", "stop_id")
	if t == nil {
		return err
	}
	id, stop := t.column("location_group_id"), t.column("stop_id")
	t.keyed("location_group", id)
	for t.next() {
		i, ok := lookup(r.areas, t.bytes(id))
		if !ok || !r.feed.Areas[i].IsGroup {
			t.drop("gtfs_unknown_area", id, "is not in location_groups.txt")
			continue
		}
		r.addMember(t, i, stop)
	}
	return t.close()
}
