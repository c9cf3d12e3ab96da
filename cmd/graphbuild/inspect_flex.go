package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
	"graphbuild/wire"
)

// adjacentJSON is a trip that the same vehicle runs before or after.
type adjacentJSON struct {
	TripID    string `json:"trip_id"`
	DaysLater int    `json:"days_later"`
	Explicit  bool   `json:"explicit"` // by transfers.txt, not by the block
}

func adjacentOf(list []graph.AdjacentTrip) []adjacentJSON {
	out := []adjacentJSON{}
	for _, x := range list {
		out = append(out, adjacentJSON{wire.TripID(x.Trip), x.DaysLater, x.Explicit})
	}
	return out
}

// flexTripJSON is a trip that stops in areas or within windows of time.
type flexTripJSON struct {
	TripID    string         `json:"trip_id"`
	RouteID   string         `json:"route_id"`
	ServiceID string         `json:"service_id"`
	Headsign  string         `json:"headsign"`
	Timezone  string         `json:"timezone"`
	Flex      bool           `json:"flex"`
	StopTimes []flexCallJSON `json:"stop_times"`
}

type flexCallJSON struct {
	StopID         string  `json:"stop_id,omitempty"`
	AreaID         string  `json:"area_id,omitempty"`
	Sequence       uint32  `json:"sequence"`
	Start          *string `json:"start"`
	End            *string `json:"end"`
	Pickup         uint8   `json:"pickup"`
	DropOff        uint8   `json:"drop_off"`
	PickupBooking  string  `json:"pickup_booking_rule_id,omitempty"`
	DropOffBooking string  `json:"drop_off_booking_rule_id,omitempty"`
}

func (v *viewer) flexCalls(x graph.FlexTrip) []flexCallJSON {
	list := []flexCallJSON{}
	for _, c := range x.Calls {
		list = append(list, flexCallJSON{
			wire.StopID(v.g.Stop(c.Stop)), wire.AreaID(v.g, c.Area), c.Sequence, clockOrNone(c.StartS), clockOrNone(c.EndS), c.Pickup, c.DropOff,
			c.PickupBooking, c.DropOffBooking,
		})
	}
	return list
}

func clockOrNone(s int32) *string {
	if s == graph.NoTime {
		return nil
	}
	text := clock(s)
	return &text
}

// showFlexTrip shows a trip that has no fixed part.
func (v *viewer) showFlexTrip(id graph.FlexTripID) error {
	x := v.g.FlexTrip(id)
	return v.show(flexTripJSON{
		TripID: wire.FeedID(v.g, x.Feed, x.ID), RouteID: wire.RouteID(x.Route), ServiceID: serviceID(x.Service), Headsign: x.Headsign,
		Timezone: x.Route.Agency().Timezone(), Flex: true, StopTimes: v.flexCalls(x),
	})
}

func (x flexTripJSON) print(s *session) error {
	s.line("%s  route %s  service %s  on demand", x.TripID, x.RouteID, x.ServiceID)
	fmt.Fprintln(s.out)
	if err := printFlexCalls(s, x.StopTimes); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.out)
	return err
}

func printFlexCalls(s *session, calls []flexCallJSON) error {
	t := report.NewTable("from", "to", " no.", "stop or area", "booking rule")
	for _, c := range calls {
		t.Add(textOr(c.Start), textOr(c.End), fmt.Sprint(c.Sequence), c.StopID+c.AreaID, c.PickupBooking)
	}
	return t.Write(s.out)
}

func textOr(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// areaJSON is an area in which trips on demand stop.
type areaJSON struct {
	AreaID string        `json:"area_id"`
	Name   string        `json:"name"`
	Kind   string        `json:"kind"` // polygon or stops
	Stops  []string      `json:"stops"`
	Rings  [][]*position `json:"rings,omitempty"`
}

func (v *viewer) showArea(id string) error {
	a, err := v.g.AreaByID(id)
	if err != nil {
		return err
	}
	x := v.g.Area(a)
	out := areaJSON{AreaID: wire.AreaID(v.g, a), Name: x.Name, Kind: "polygon", Stops: []string{}}
	if x.IsGroup {
		out.Kind = "stops"
	}
	for _, s := range x.Stops {
		out.Stops = append(out.Stops, wire.StopID(v.g.Stop(s)))
	}
	for _, ring := range x.Rings {
		var points []*position
		for _, p := range ring {
			points = append(points, positionOf(p))
		}
		out.Rings = append(out.Rings, points)
	}
	return v.show(out)
}

func positionOf(p geometry.Point) *position { return (*position)(&p) }

func (x areaJSON) print(s *session) error {
	corners := 0
	for _, r := range x.Rings {
		corners += len(r)
	}
	return s.line("%s  %s  %s, corners %d, stops %d: %s", x.AreaID, x.Name, x.Kind, corners, len(x.Stops), strings.Join(x.Stops, " "))
}

// rawRow is a row of a file that is kept as it is: the values by column.
type rawRow map[string]string

// showRaw lists the rows of a raw file, which is named LABEL/FILE.
func (v *viewer) showRaw(name string) error {
	for _, t := range v.g.RawTables() {
		if v.g.Feed(t.Feed).Label+"/"+t.Name != name {
			continue
		}
		for i := range t.Rows {
			row := rawRow{}
			for c, column := range t.Columns {
				if value := t.At(i, c); value != "" {
					row[column] = value
				}
			}
			if err := v.show(row); err != nil {
				return err
			}
		}
		return nil
	}
	var names []string
	for _, t := range v.g.RawTables() {
		names = append(names, v.g.Feed(t.Feed).Label+"/"+t.Name)
	}
	return fmt.Errorf("there is no raw file %q: the graph has %s", wire.Short(name), cmp.Or(strings.Join(names, ", "), "none"))
}

func (x rawRow) print(s *session) error {
	var parts []string
	for _, column := range slices.Sorted(maps.Keys(x)) {
		parts = append(parts, column+"="+x[column])
	}
	return s.line("%s", strings.Join(parts, "  "))
}
