package gtfs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	lib "github.com/jamespfennell/gtfs"

	"graphbuild/geometry"
	"graphbuild/internal/feedtest"
	"graphbuild/internal/shared"
)

// The library's parser is the oracle on feeds without faults and on what it reads right: agencies, stops, routes, trips,
// frequencies, shapes, and stop times that give both times. It gets wrong, and is not asked for: a stop time with one time
// or none, empty pickup and drop-off, calendars with exceptions, extended route types, types of stops with parents.
func TestAgainstLibrary(t *testing.T) {
	zips := [][]byte{feedtest.Small().Zip(t), sample(t).Zip(t)}
	for _, name := range []string{"marta-bus-856-only.zip", "cobblinc-bus-30-only.zip", "kuopio-finland.zip", "newport-wales-20230613.zip"} {
		data, err := os.ReadFile(shared.Path(t, "data/gtfs/"+name))
		if err != nil {
			t.Fatal(err)
		}
		zips = append(zips, data)
	}
	for i, data := range zips {
		want, err := lib.ParseStatic(data, lib.ParseStaticOptions{})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.zip", i))
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, "x", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(libraryLines(want), feedLines(f)); d != "" {
			t.Errorf("feed %d: %.3000s", i, d)
		}
	}
}

// sample returns testdata/wilmington.
func sample(t *testing.T) feedtest.Tables {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(shared.Root(t), "testdata", "wilmington", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no sample feed: ", err)
	}
	out := feedtest.Tables{}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(path)] = string(content)
	}
	return out
}

func libraryLines(s *lib.Static) []string {
	var out []string
	for _, a := range s.Agencies {
		out = append(out, fmt.Sprintf("agency %q %q %q %s", a.Id, a.Name, a.Url, a.Timezone))
	}
	for _, x := range s.Stops {
		p, err := geometry.FromDegrees(*x.Longitude, *x.Latitude)
		out = append(out, fmt.Sprintf("stop %q %q %q %v %v %q", x.Id, x.Code, strings.TrimSpace(x.Name), p, err, x.PlatformCode))
	}
	for _, r := range s.Routes {
		out = append(out, fmt.Sprintf("route %q %q %q %q", r.Id, r.Agency.Id, r.ShortName, r.LongName))
	}
	for _, x := range s.Shapes {
		out = append(out, fmt.Sprintf("shape %q %d", x.ID, len(x.Points)))
	}
	for i := range s.Trips {
		x := &s.Trips[i]
		out = append(out, fmt.Sprintf("trip %q %q %q %q %q %d", x.ID, x.Route.Id, x.Service.Id, x.Headsign, x.BlockID, len(x.Frequencies)))
		for _, st := range x.StopTimes {
			out = append(out, fmt.Sprintf("stop time %q %08d %q %s %s", x.ID, st.StopSequence, st.Stop.Id, st.ArrivalTime, st.DepartureTime))
		}
	}
	slices.Sort(out)
	return out
}

func feedLines(f *Feed) []string {
	var out []string
	for _, a := range f.Agencies {
		out = append(out, fmt.Sprintf("agency %q %q %q %s", a.ID, a.Name, a.URL, a.Timezone))
	}
	for _, x := range f.Stops {
		out = append(out, fmt.Sprintf("stop %q %q %q %v %v %q", x.ID, x.Code, x.Name, x.Point, error(nil), x.Platform))
	}
	for _, r := range f.Routes {
		out = append(out, fmt.Sprintf("route %q %q %q %q", r.ID, f.Agencies[r.Agency].ID, r.ShortName, r.LongName))
	}
	for i, id := range f.Shapes.ID {
		out = append(out, fmt.Sprintf("shape %q %d", id, f.Shapes.Start[i+1]-f.Shapes.Start[i]))
	}
	frequencies := map[TripIndex]int{}
	for _, x := range f.Frequencies {
		frequencies[x.Trip]++
	}
	st := &f.StopTimes
	for i := range f.Trips {
		x := &f.Trips[i]
		out = append(out, fmt.Sprintf("trip %q %q %q %q %q %d", x.ID, f.Routes[x.Route].ID, f.Services[x.Service].ID, x.Headsign, x.Block, frequencies[TripIndex(i)]))
		for n := st.Start[i]; n < st.Start[i+1]; n++ {
			if st.ArrivalS[n] != NoTime && st.DepartureS[n] != NoTime {
				out = append(out, fmt.Sprintf("stop time %q %08d %q %s %s", x.ID, st.Sequence[n], f.Stops[st.Stop[n]].ID,
					time.Duration(st.ArrivalS[n])*time.Second, time.Duration(st.DepartureS[n])*time.Second))
			}
		}
	}
	slices.Sort(out)
	return out
}
