package export

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"graphbuild/encode"
	"graphbuild/geometry"
	"graphbuild/graph"
)

// gtfsWriter writes a feed of a graph as GTFS: a zip of tables with what the build has kept of it, cleaned. Days are rows of
// calendar_dates.txt, times that the feed did not give are marked as such (see gtfs.StopTimeFlags), files that are kept as they
// are come back so.
type gtfsWriter struct {
	ctx  context.Context
	zip  *zip.Writer
	g    *graph.Graph
	t    *graph.Tables
	feed graph.FeedID
	s    *sink // the file at hand
	// flexible are the trips whose calls stand in a list of their own.
	flexible map[graph.TripID]bool
}

// writeGTFS writes one feed.
func writeGTFS(s *sink, g *graph.Graph, o Options) error {
	feed, err := feedOf(g, o.Feed)
	if err != nil {
		return err
	}
	f := gtfsWriter{ctx: s.ctx, zip: zip.NewWriter(s), g: g, t: g.Unpacked(), feed: feed}
	for _, x := range []struct {
		name, header string
		write        func()
	}{
		{"agency.txt", "agency_id,agency_name,agency_url,agency_timezone,agency_lang,agency_phone,agency_fare_url,agency_email", f.agencies},
		{"feed_info.txt", "feed_publisher_name,feed_publisher_url,feed_lang,default_lang,feed_start_date,feed_end_date,feed_version," +
			"feed_contact_email,feed_contact_url,feed_id", f.info},
		{"levels.txt", "level_id,level_index,level_name", f.levels},
		{"stops.txt", "stop_id,stop_code,stop_name,tts_stop_name,stop_desc,stop_lat,stop_lon,zone_id,stop_url,location_type,parent_station," +
			"stop_timezone,wheelchair_boarding,level_id,platform_code", f.stops},
		{"routes.txt", "route_id,agency_id,route_short_name,route_long_name,route_desc,route_type,route_url,route_color,route_text_color," +
			"route_sort_order,continuous_pickup,continuous_drop_off,network_id", f.routes},
		{"calendar.txt", "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date", f.emptyServices},
		{"calendar_dates.txt", "service_id,date,exception_type", f.days},
		{"trips.txt", "route_id,service_id,trip_id,trip_headsign,trip_short_name,direction_id,block_id,shape_id,wheelchair_accessible," +
			"bikes_allowed,cars_allowed", func() { f.trips(); f.flexTrips() }},
		{"stop_times.txt", "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,pickup_type,drop_off_type," +
			"continuous_pickup,continuous_drop_off,shape_dist_traveled,timepoint,location_id,location_group_id," +
			"start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_booking_rule_id,drop_off_booking_rule_id,interpolated",
			func() { f.stopTimes(); f.flexStopTimes() }},
		{"location_groups.txt", "location_group_id,location_group_name", f.groups},
		{"location_group_stops.txt", "location_group_id,stop_id", f.groupStops},
		{"locations.geojson", `{"type":"FeatureCollection","features":[`, f.locations},
		{"frequencies.txt", "trip_id,start_time,end_time,headway_secs,exact_times", f.frequencies},
		{"transfers.txt", "from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time", f.transfers},
		{"pathways.txt", "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time,stair_count", f.pathways},
		{"shapes.txt", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled", f.shapes},
	} {
		if err := f.file(x.name, x.header, x.write); err != nil {
			return err
		}
	}
	if err := f.raw(); err != nil {
		return err
	}
	return f.zip.Close()
}

// feedOf returns the feed with a label, without a label the only one.
func feedOf(g *graph.Graph, label string) (graph.FeedID, error) {
	var labels []string
	for i := range g.NumFeeds() {
		x := g.Feed(graph.FeedID(i)).Label
		if x == label || label == "" && g.NumFeeds() == 1 {
			return graph.FeedID(i), nil
		}
		labels = append(labels, x)
	}
	switch {
	case len(labels) == 0:
		return 0, errors.New("the graph has no feed")
	case label == "":
		return 0, fmt.Errorf("the graph has %d feeds: name one of %s", len(labels), strings.Join(labels, ", "))
	}
	return 0, fmt.Errorf("the graph has no feed %q: name one of %s", label, strings.Join(labels, ", "))
}

// required are the files that a feed must have, if without rows.
var required = []string{"agency.txt", "stops.txt", "routes.txt", "calendar_dates.txt", "trips.txt", "stop_times.txt"}

// file writes a file of the zip, if it has rows or is required.
func (f *gtfsWriter) file(name, header string, write func()) error {
	entry := &lateFile{zip: f.zip, name: name, header: header + "\n"}
	f.s = newSink(f.ctx, entry)
	write()
	err := f.s.end()
	if err == nil && entry.w == nil && slices.Contains(required, name) {
		_, err = entry.Write(nil)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// zipEpoch is the time of change of all files, the first that a zip can tell: the same graph gives the same bytes.
var zipEpoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// lateFile begins its file in the zip with the first bytes, so that there are no files without rows.
type lateFile struct {
	zip          *zip.Writer
	name, header string
	w            io.Writer
}

func (l *lateFile) Write(p []byte) (n int, err error) {
	if l.w == nil {
		if l.w, err = l.zip.CreateHeader(&zip.FileHeader{Name: l.name, Method: zip.Deflate, Modified: zipEpoch}); err == nil {
			_, err = io.WriteString(l.w, l.header)
		}
		if err != nil {
			return 0, err
		}
	}
	return l.w.Write(p)
}

// row writes a row of fields.
func (f *gtfsWriter) row(fields ...string) {
	for i, x := range fields {
		if i > 0 {
			f.s.buf = append(f.s.buf, ',')
		}
		f.s.buf = appendCSVText(f.s.buf, x)
	}
	f.s.buf = append(f.s.buf, '\n')
	f.s.row()
}

// textOf returns the text in a row that another table names, empty for NoStop and its like.
func textOf(c *encode.Strings, i int) string {
	if i < c.Len() {
		return c.At(i)
	}
	return ""
}

func number[T encode.Integer](v T) string { return strconv.FormatInt(int64(v), 10) }

func degrees(e7 int32) string { return string(appendE7(nil, e7)) }

// clock returns HH:MM:SS, the hours being more than 23 after midnight.
func clock(seconds int32) string {
	sign := ""
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	return fmt.Sprintf("%s%02d:%02d:%02d", sign, seconds/3600, seconds/60%60, seconds%60)
}

// date returns a day as in GTFS.
func date(d graph.Day) string { return strings.ReplaceAll(d.String(), "-", "") }

// hundredths returns a number of hundredths as a decimal number.
func hundredths(v int32) string { return strconv.FormatFloat(float64(v)/100, 'f', -1, 64) }

func (f *gtfsWriter) agencies() {
	a := &f.t.Agencies
	for i := range a.Feed.Len() {
		if a.Feed.At(i) == f.feed {
			f.row(a.ID.At(i), a.Name.At(i), a.URL.At(i), a.Timezone.At(i), a.Lang.At(i), a.Phone.At(i), a.FareURL.At(i), a.Email.At(i))
		}
	}
}

func (f *gtfsWriter) info() {
	x := f.g.Feed(f.feed)
	x.Label = ""
	if x != (graph.Feed{}) {
		f.row(x.Publisher, x.PublisherURL, x.Lang, x.DefaultLang, x.StartDate, x.EndDate, x.Version, x.ContactEmail, x.ContactURL, x.FeedID)
	}
}

func (f *gtfsWriter) levels() {
	l := &f.t.Levels
	for i := range l.Feed.Len() {
		if l.Feed.At(i) == f.feed {
			f.row(l.ID.At(i), hundredths(l.Index.At(i)), l.Name.At(i))
		}
	}
}

func (f *gtfsWriter) stops() {
	s := &f.t.Stops
	for i := range s.Feed.Len() {
		if s.Feed.At(i) != f.feed {
			continue
		}
		level := ""
		if n := int(s.Level.At(i)); n < f.t.Levels.ID.Len() {
			level = f.t.Levels.ID.At(n)
		}
		f.row(s.ID.At(i), s.Code.At(i), s.Name.At(i), s.SpokenName.At(i), s.Description.At(i), degrees(s.Lat.At(i)), degrees(s.Lon.At(i)),
			s.Zone.At(i), s.URL.At(i), number(s.LocationType.At(i)), f.stopID(s.Parent.At(i)), s.Timezone.At(i),
			number(s.Wheelchair.At(i)), level, s.Platform.At(i))
	}
}

// stopID returns the id of a stop, empty for none.
func (f *gtfsWriter) stopID(s graph.StopID) string { return textOf(&f.t.Stops.ID, int(s)) }

func (f *gtfsWriter) routes() {
	r := &f.t.Routes
	for i := range r.Feed.Len() {
		if r.Feed.At(i) != f.feed {
			continue
		}
		order := ""
		if r.SortOrder.At(i) != graph.NoSortOrder {
			order = number(r.SortOrder.At(i))
		}
		f.row(r.ID.At(i), textOf(&f.t.Agencies.ID, int(r.Agency.At(i))), r.ShortName.At(i), r.LongName.At(i), r.Description.At(i), number(r.Type.At(i)),
			r.URL.At(i), color(r.Color.At(i)), color(r.TextColor.At(i)), order,
			number(r.ContinuousPickup.At(i)), number(r.ContinuousDropOff.At(i)), r.Network.At(i))
	}
}

func color(rgb uint32) string { return fmt.Sprintf("%06X", rgb&0xffffff) }

// emptyServices writes the services without a day, which would be missing in a list of days.
func (f *gtfsWriter) emptyServices() {
	for i := range f.g.NumServices() {
		s := f.g.Service(graph.ServiceID(i))
		feed, id := s.ID()
		if feed != f.feed {
			continue
		}
		if _, any := firstDay(s); !any {
			day := date(f.anyDay())
			f.row(id, "0", "0", "0", "0", "0", "0", "0", day, day)
		}
	}
}

// anyDay returns a day near those of the services.
func (f *gtfsWriter) anyDay() graph.Day {
	if c := &f.t.Services.FirstDay; c.Len() > 0 {
		return graph.Day(c.At(0))
	}
	return 0
}

func firstDay(s graph.Service) (graph.Day, bool) {
	for d := range s.Days() {
		return d, true
	}
	return 0, false
}

func (f *gtfsWriter) days() {
	for i := range f.g.NumServices() {
		s := f.g.Service(graph.ServiceID(i))
		if feed, id := s.ID(); feed == f.feed {
			for d := range s.Days() {
				f.row(id, date(d), "1")
			}
		}
	}
}

// eachTrip calls a function with the trips of the feed.
func (f *gtfsWriter) eachTrip(take func(t graph.Trip, row int)) {
	for i := range f.g.NumTrips() {
		if t := f.g.Trip(graph.TripID(i)); t.Feed() == f.feed && f.s.err == nil {
			take(t, i)
		}
	}
}

func (f *gtfsWriter) trips() {
	f.eachTrip(func(t graph.Trip, i int) {
		_, service := t.Service().ID()
		direction, shape := "", ""
		if d := t.Pattern().Direction(); d < 2 {
			direction = number(d)
		}
		if id, _, ok := t.ShapeID(); ok {
			_, shape, _ = f.g.ShapeName(id)
		}
		f.row(t.Route().ID(), service, t.ID(), t.Headsign(), t.ShortName(), direction, t.Block(), shape, number(t.Wheelchair()), number(t.Bikes()),
			number(f.t.Trips.Cars.At(i)))
	})
}

func (f *gtfsWriter) stopTimes() {
	f.findFlexTrips()
	f.eachTrip(func(t graph.Trip, _ int) {
		if f.flexible[t.Number()] {
			return
		}
		w := f.callsOf(t)
		for k := range w.calls {
			c := &w.calls[k]
			f.call(&w, k, clock(c.ArrivalS), clock(c.DepartureS))
		}
	})
}

// call writes a call of a trip, by its place, with the times given.
func (f *gtfsWriter) call(w *tripCalls, k int, arrival, departure string) {
	c := &w.calls[k]
	timepoint, interpolated := callMarks(c)
	along := ""
	if k < len(w.offsets) {
		along = string(appendTenths(nil, w.offsets[k]))
	}
	f.row(w.trip, arrival, departure, f.stopID(c.Stop), number(c.Sequence), w.headsign(k), number(c.Pickup), number(c.DropOff),
		w.number(w.pickup, k), w.number(w.dropOff, k), along, timepoint, "", "", "", "", w.bookPickup, w.bookDropOff, interpolated)
}

// callMarks returns the timepoint of a call, and the mark of a time that the feed does not give.
func callMarks(c *graph.StopTime) (timepoint, interpolated string) {
	switch {
	case c.Interpolated && c.Approximate:
		return "0", "2"
	case c.Interpolated:
		return "0", "1"
	case c.Approximate:
		return "0", ""
	}
	return "1", ""
}

// tripCalls are the calls of a trip, with where they lie along its shape, and what the trip says of its calls alone, as it is
// stored: 0 is nothing, other numbers are one too large.
type tripCalls struct {
	trip            string
	calls           []graph.StopTime
	offsets         []uint32
	texts           *encode.Strings
	heads           []uint32
	pickup, dropOff []uint8
	// bookPickup and bookDropOff are the rules for booking of the call at hand.
	bookPickup, bookDropOff string
}

func (f *gtfsWriter) callsOf(t graph.Trip) tripCalls {
	x, c := tripCalls{trip: t.ID(), calls: t.StopTimes(), texts: &f.t.CallTexts.Text}, &f.t.Calls
	_, x.offsets, _ = t.ShapeID()
	if i := int(f.t.Trips.Calls.At(int(t.Number()))); i < min(c.Headsign.Len(), c.ContinuousPickup.Len(), c.ContinuousDropOff.Len()) {
		x.heads = c.Headsign.AppendRow(nil, i)
		x.pickup, x.dropOff = c.ContinuousPickup.AppendRow(nil, i), c.ContinuousDropOff.AppendRow(nil, i)
	}
	return x
}

func (x *tripCalls) headsign(call int) string {
	if call < len(x.heads) && x.heads[call] > 0 {
		return textOf(x.texts, int(x.heads[call]-1))
	}
	return ""
}

func (x *tripCalls) number(list []uint8, call int) string {
	if call < len(list) && list[call] > 0 {
		return number(list[call] - 1)
	}
	return ""
}

func (f *gtfsWriter) frequencies() {
	f.eachTrip(func(t graph.Trip, _ int) {
		for _, x := range t.Frequencies() {
			exact := "0"
			if x.Exact {
				exact = "1"
			}
			f.row(t.ID(), clock(x.StartS), clock(x.EndS), number(x.HeadwayS), exact)
		}
	})
}

// transfers writes those of the feed: a row names nothing of another one.
func (f *gtfsWriter) transfers() {
	x := &f.t.Transfers
	for i := range x.Type.Len() {
		fromTrip, toTrip := f.g.Trip(x.FromTrip.At(i)), f.g.Trip(x.ToTrip.At(i))
		from, fromRoute := f.g.Stop(x.FromStop.At(i)), f.g.Route(x.FromRoute.At(i))
		switch {
		case from.Err() == nil && from.Feed() != f.feed, fromTrip.Err() == nil && fromTrip.Feed() != f.feed,
			fromRoute.Err() == nil && fromRoute.Feed() != f.feed:
			continue
		}
		minimum := ""
		if x.MinS.At(i) >= 0 {
			minimum = number(x.MinS.At(i))
		}
		f.row(from.ID(), f.stopID(x.ToStop.At(i)), fromRoute.ID(), textOf(&f.t.Routes.ID, int(x.ToRoute.At(i))),
			fromTrip.ID(), toTrip.ID(), number(x.Type.At(i)), minimum)
	}
}

func (f *gtfsWriter) pathways() {
	p := &f.t.Pathways
	for i := range p.Feed.Len() {
		if p.Feed.At(i) != f.feed {
			continue
		}
		length, stairs := "", ""
		if dm := p.LengthDM.At(i); dm > 0 {
			length = string(appendTenths(nil, dm))
		}
		if n := p.Stairs.At(i); n != 0 {
			stairs = number(n)
		}
		f.row(p.ID.At(i), f.stopID(p.From.At(i)), f.stopID(p.To.At(i)), number(p.Mode.At(i)), number(p.Bidirectional.At(i)), length,
			number(p.TraversalS.At(i)), stairs)
	}
}

func (f *gtfsWriter) shapes() {
	var line []geometry.Point
	for i := range f.g.NumShapes() {
		id := graph.ShapeID(i)
		feed, name, ok := f.g.ShapeName(id)
		if !ok || feed != f.feed {
			continue
		}
		line = f.g.AppendShape(line[:0], id)
		alongM := 0.0
		for n, p := range line {
			if n > 0 {
				alongM += geometry.Distance(line[n-1], p)
			}
			f.row(name, degrees(p.Lat), degrees(p.Lon), number(uint32(n+1)), strconv.FormatFloat(alongM, 'f', 3, 64))
		}
	}
}

// raw writes the files that are kept as they are.
func (f *gtfsWriter) raw() error {
	for _, t := range f.g.RawTables() {
		if t.Feed != f.feed {
			continue
		}
		var header []byte
		for i, name := range t.Columns {
			if i > 0 {
				header = append(header, ',')
			}
			header = appendCSVText(header, name)
		}
		err := f.file(t.Name, string(header), func() {
			fields := make([]string, len(t.Columns))
			for row := range t.Rows {
				for c := range fields {
					fields[c] = t.At(row, c)
				}
				f.row(fields...)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
