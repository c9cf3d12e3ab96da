package graph

// callWords are what a trip says of its calls beyond the times.
type callWords struct {
	t                    *Tables
	headsign             []uint32
	pickup, dropOff      []uint8
	tripHeadsign         string
	routePickup, routeDO uint8
}

// noContinuous is the value of continuous_pickup and continuous_drop_off where they are left out.
const noContinuous = 1

// calls returns what the trip says of its calls.
func (t Trip) calls() callWords {
	w := callWords{t: t.g.tables, tripHeadsign: t.Headsign()}
	w.routePickup, w.routeDO = t.Route().Continuous()
	trips, c := t.g.trips(), &t.g.tables.Calls
	if row := int(trips.Calls.At(int(t.id))); row < c.Headsign.Len() {
		w.headsign = c.Headsign.AppendRow(nil, row)
		w.pickup, w.dropOff = c.ContinuousPickup.AppendRow(nil, row), c.ContinuousDropOff.AppendRow(nil, row)
	}
	return w
}

// fill sets what is said of call i.
func (w *callWords) fill(c *StopTime, i int) {
	c.Headsign, c.ContinuousPickup, c.ContinuousDropOff = w.tripHeadsign, w.routePickup, w.routeDO
	if text := or(w.headsign, i, 0); text > 0 {
		c.Headsign = w.text(text - 1)
	}
	if p := or(w.pickup, i, 0); p > 0 {
		c.ContinuousPickup = p - 1
	}
	if p := or(w.dropOff, i, 0); p > 0 {
		c.ContinuousDropOff = p - 1
	}
}

// text returns a headsign of calls, empty where there is none of that number.
func (w *callWords) text(i uint32) string {
	if texts := &w.t.CallTexts.Text; int(i) < texts.Len() {
		return texts.At(int(i))
	}
	return ""
}

// HeadsignAt returns the headsign that holds from a call of the trip on.
func (t Trip) HeadsignAt(call int) string {
	if t.g == nil {
		return ""
	}
	var c StopTime
	w := t.calls()
	w.fill(&c, call)
	return c.Headsign
}

// Color returns the route_color, 0xRRGGBB.
func (r Route) Color() uint32 {
	if r.g == nil {
		return 0
	}
	return r.g.routes().Color.At(int(r.id))
}

// TextColor returns the route_text_color, 0xRRGGBB.
func (r Route) TextColor() uint32 {
	if r.g == nil {
		return 0
	}
	return r.g.routes().TextColor.At(int(r.id))
}

// Continuous tells whether one may board and alight between the stops of the route: as in GTFS, 0 yes, 1 no, 2 phone,
// 3 ask the driver.
func (r Route) Continuous() (pickup, dropOff uint8) {
	if r.g == nil {
		return noContinuous, noContinuous
	}
	t := r.g.routes()
	return t.ContinuousPickup.At(int(r.id)), t.ContinuousDropOff.At(int(r.id))
}

// Description returns the route_desc.
func (r Route) Description() string {
	if r.g == nil {
		return ""
	}
	return r.g.routes().Description.At(int(r.id))
}

// URL returns the route_url.
func (r Route) URL() string {
	if r.g == nil {
		return ""
	}
	return r.g.routes().URL.At(int(r.id))
}

// Network returns the network_id of fares.
func (r Route) Network() string {
	if r.g == nil {
		return ""
	}
	return r.g.routes().Network.At(int(r.id))
}

// SortOrder returns the route_sort_order, NoSortOrder where none is given.
func (r Route) SortOrder() uint32 {
	if r.g == nil {
		return NoSortOrder
	}
	return r.g.routes().SortOrder.At(int(r.id))
}

// Cars returns 0 unknown, 1 allowed, 2 not.
func (t Trip) Cars() uint8 {
	if t.g == nil {
		return 0
	}
	return t.g.trips().Cars.At(int(t.id))
}

// Description returns the stop_desc.
func (s Stop) Description() string {
	if s.g == nil {
		return ""
	}
	return s.g.stops().Description.At(int(s.id))
}

// URL returns the stop_url.
func (s Stop) URL() string {
	if s.g == nil {
		return ""
	}
	return s.g.stops().URL.At(int(s.id))
}

// Zone returns the zone_id of fares.
func (s Stop) Zone() string {
	if s.g == nil {
		return ""
	}
	return s.g.stops().Zone.At(int(s.id))
}

// Equivalents returns the stops of other feeds, and of this one, that the build takes as the same place: near it, with the
// same name. It looks through all stops.
func (s Stop) Equivalents() []Stop {
	if s.g == nil {
		return nil
	}
	same := &s.g.stops().Same
	first := same.At(int(s.id))
	if first == NoStop {
		return nil
	}
	var list []Stop
	for i := range same.Len() {
		if StopID(i) != s.id && same.At(i) == first {
			list = append(list, Stop{s.g, StopID(i)})
		}
	}
	return list
}

// SpokenName returns the tts_stop_name, for screen readers.
func (s Stop) SpokenName() string {
	if s.g == nil {
		return ""
	}
	return s.g.stops().SpokenName.At(int(s.id))
}

// AgencyContact is how to reach an agency. All of it may be empty.
type AgencyContact struct{ URL, Lang, Phone, FareURL, Email string }

// Contact returns how to reach the agency.
func (a Agency) Contact() AgencyContact {
	if a.g == nil {
		return AgencyContact{}
	}
	t, i := a.g.agencies(), int(a.id)
	return AgencyContact{t.URL.At(i), t.Lang.At(i), t.Phone.At(i), t.FareURL.At(i), t.Email.At(i)}
}
