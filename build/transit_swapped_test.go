package build

import (
	"testing"

	"graphbuild/internal/feedtest"
)

func TestSwappedCoordinates(t *testing.T) {
	osm := Input{Path: line(3).way(100, []int64{1, 2, 3}, road).save(t, "a.osm")} // round 47 north, 9 east
	for _, c := range []struct {
		name, zone, stops string
		inputs            []Input
		want              int
	}{
		{"as they should be", "America/New_York", "A,39.70,-75.55\nB,39.71,-75.55\nC,39.72,-75.55\n", nil, 0},
		{"out of their zone", "America/New_York", "A,-75.55,39.70\nB,-75.55,39.71\nC,-75.55,39.72\n", nil, 1},
		{"off the streets", "America/Sao_Paulo", "A,9.001,47.001\nB,9.0,47.0\nC,9.0,47.0\n", []Input{osm}, 1},
		{"other streets", "Europe/Berlin", "A,52.0,13.0\nB,52.1,13.0\nC,52.2,13.0\n", []Input{osm}, 0},
		{"no zone of a place", "UTC", "A,13,100\nB,13,100\nC,13,100\n", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			feed := feedtest.Small().With("stops", "stop_id,stop_lat,stop_lon\n"+c.stops).
				With("agency", "agency_id,agency_name,agency_url,agency_timezone\nAG,A,u,"+c.zone+"\n")
			_, issues := tablesFrom(t, Config{Inputs: append(c.inputs, Input{Path: feed.Folder(t), Kind: GTFS, Label: "f"})})
			n := 0
			for _, i := range issues {
				if i.Code == "gtfs_lat_lon_swapped" {
					n++
				}
			}
			if n != c.want {
				t.Errorf("%d issues, want %d", n, c.want)
			}
		})
	}
}
