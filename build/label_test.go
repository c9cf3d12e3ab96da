package build

import "testing"

func TestLabelsOfFeeds(t *testing.T) {
	sources := []*source{
		{Input: Input{Kind: GTFS}, name: "city.zip"},
		{Input: Input{Kind: OSM}, name: "city.osm.pbf"},
		{Input: Input{Kind: GTFS}, name: "city.ZIP"},
		{Input: Input{Kind: GTFS}, name: "folder.v2"},
		{Input: Input{Kind: GTFS, Label: "city-2"}, name: "x.zip"},
		{Input: Input{Kind: GTFS}, name: "a:b.zip"},
	}
	if err := labelFeeds(sources); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"city", "", "city-3", "folder.v2", "city-2", "a_b"} {
		if got := sources[i].Label; got != want {
			t.Errorf("label of %s is %q, want %q", sources[i].name, got, want)
		}
	}
}
