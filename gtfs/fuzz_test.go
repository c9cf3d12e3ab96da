package gtfs

import (
	"testing"

	"graphbuild/internal/feedtest"
	"graphbuild/report"
)

// fuzzTables are seeds for each table that is read.
var fuzzTables = []struct{ name, content string }{
	{"agency", "agency_id,agency_name,agency_url,agency_timezone\nAG,A,u,Europe/Berlin\nB,,,Mars\n"},
	{"stops", "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,level_id,zone_id\nA,a,39.7,-75.5,0,S,L,z\nB,,,,3,S,,\nC,,1,1,4,A,,\nS,,39.7,-75.5,1,,,\n"},
	{"routes", "route_id,agency_id,route_type,route_color,route_sort_order,continuous_pickup\nR,AG,715,FF0000,3,0\n"},
	{"trips", "route_id,service_id,trip_id,block_id,shape_id,direction_id,cars_allowed\nR,WK,T1,b,S,1,1\nR,WK,T2,b,,,\n"},
	{"stop_times", "trip_id,arrival_time,departure_time,stop_id,stop_sequence,stop_headsign,continuous_pickup,shape_dist_traveled,location_id,start_pickup_drop_off_window,end_pickup_drop_off_window\n" +
		"T1,08:00:00,08:00:00,A,1,x,0,0,,,\nT1,,,B,2,,,,,,\nT1,25:00,25:00:00,C,3,,,9.5,,,\nT2,,,,4,,,,Z,08:00:00,07:00:00\n"},
	{"calendar", "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nWK,1,1,1,1,1,0,0,20260101,20261231\n"},
	{"calendar_dates", "service_id,date,exception_type\nWK,20260704,2\nX,20260705,1\n"},
	{"frequencies", "trip_id,start_time,end_time,headway_secs,exact_times\nT1,10:00:00,11:00:00,600,1\n"},
	{"shapes", "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\nS,39.7,-75.5,1,0\nS,39.8,-75.5,2,9\n"},
	{"transfers", "from_stop_id,to_stop_id,from_route_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time\nA,B,R,,,2,60\n,,,T1,T2,4,\n"},
	{"pathways", "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time,stair_count\nP,A,B,1,1,10,20,3\n"},
	{"levels", "level_id,level_index,level_name\nL,-1.5,x\n"},
	{"feed_info", "feed_publisher_name,feed_publisher_url,feed_lang,feed_id,feed_version\nP,u,en,F,1\n"},
	{"location_groups", "location_group_id,location_group_name,location_id\nG,g,A\n"},
	{"location_group_stops", "location_group_id,stop_id\nG,A\n"},
	{"locations.geojson", `{"type":"FeatureCollection","features":[{"id":"Z","geometry":{"type":"Polygon","coordinates":[[[-76,39],[-75,39],[-75,40]]]}}]}`},
	{"translations", "table_name,field_name,language,translation,record_id\nstops,stop_name,fr,Ville,B\n"},
	{"fare_attributes", "fare_id,price,currency_type\n1,2.50,EUR\n"},
}

// FuzzTable reads any bytes as each table of a feed that is otherwise good: no panic, and all rows are kept or counted.
func FuzzTable(f *testing.F) {
	for i, x := range fuzzTables {
		f.Add(uint8(i), x.content)
		f.Add(uint8(i), x.content[:len(x.content)*2/3])
		f.Add(uint8(i), "")
	}
	f.Fuzz(func(t *testing.T, table uint8, content string) {
		feed := feedtest.Small()
		for _, x := range fuzzTables {
			if x.name != "agency" {
				feed = feed.With(x.name, x.content)
			}
		}
		feed = feed.With(fuzzTables[int(table)%len(fuzzTables)].name, content)
		r := report.New(report.Options{})
		opened, err := OpenFS(feed.FS(), "feed", "x", Options{Report: r, MaxBytes: 1 << 20})
		if err == nil {
			checkRows(t, opened, r)
		}
	})
}
