package build

import (
	"graphbuild/graph"
	"graphbuild/gtfs"
)

func (f *feedAdder) addAgencies() {
	t := &f.t.Agencies
	order := byID(f.Agencies, func(a *gtfs.Agency) string { return a.ID })
	f.agencies = numbered[graph.AgencyID](order, t.ID.Len())
	for _, i := range order {
		a := &f.Agencies[i]
		t.Feed.Append(f.id)
		t.ID.Append(a.ID)
		t.Name.Append(a.Name)
		t.URL.Append(a.URL)
		t.Timezone.Append(a.Timezone)
		t.Lang.Append(a.Lang)
		t.Phone.Append(a.Phone)
		t.FareURL.Append(a.FareURL)
		t.Email.Append(a.Email)
	}
}

func (f *feedAdder) addLevels() {
	t := &f.t.Levels
	order := byID(f.Levels, func(l *gtfs.Level) string { return l.ID })
	f.levels = numbered[graph.LevelID](order, t.ID.Len())
	for _, i := range order {
		l := &f.Levels[i]
		t.Feed.Append(f.id)
		t.ID.Append(l.ID)
		t.Name.Append(l.Name)
		t.Index.Append(l.Index)
	}
}

func (f *feedAdder) addStops() {
	t := &f.t.Stops
	order := byID(f.Stops, func(s *gtfs.Stop) string { return s.ID })
	f.stops = numbered[graph.StopID](order, t.ID.Len())
	for _, i := range order {
		s := &f.Stops[i]
		t.Feed.Append(f.id)
		t.ID.Append(s.ID)
		t.Code.Append(s.Code)
		t.Name.Append(s.Name)
		t.Lon.Append(s.Point.Lon)
		t.Lat.Append(s.Point.Lat)
		t.LocationType.Append(uint8(s.Type))
		t.Parent.Append(reference(f.stops, s.Parent, graph.NoStop))
		t.Level.Append(reference(f.levels, s.Level, graph.NoLevel))
		t.Platform.Append(s.Platform)
		t.Timezone.Append(s.Timezone)
		t.Wheelchair.Append(uint8(s.Wheelchair))
		more := gtfs.StopText{}
		if s.More != nil {
			more = *s.More
		}
		t.Description.Append(more.Description)
		t.URL.Append(more.URL)
		t.Zone.Append(more.Zone)
		t.SpokenName.Append(more.SpokenName)
	}
}

func (f *feedAdder) addRoutes() {
	t := &f.t.Routes
	order := byID(f.Routes, func(r *gtfs.Route) string { return r.ID })
	f.routes = numbered[graph.RouteID](order, t.ID.Len())
	for _, i := range order {
		r := &f.Routes[i]
		t.Feed.Append(f.id)
		t.ID.Append(r.ID)
		t.Agency.Append(reference(f.agencies, r.Agency, graph.NoAgency))
		t.ShortName.Append(r.ShortName)
		t.LongName.Append(r.LongName)
		t.Type.Append(r.Type)
		t.Color.Append(r.Color)
		t.TextColor.Append(r.TextColor)
		t.Description.Append(r.Description)
		t.URL.Append(r.URL)
		t.Network.Append(r.Network)
		t.SortOrder.Append(r.SortOrder)
		t.ContinuousPickup.Append(r.ContinuousPickup)
		t.ContinuousDropOff.Append(r.ContinuousDropOff)
	}
}

// reference turns a row number of the feed into one of the graph; the missing value is the highest number in both.
func reference[G, F ~uint32](numbers []G, row F, missing G) G {
	if row == 1<<32-1 {
		return missing
	}
	return numbers[row]
}
