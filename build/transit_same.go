package build

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
)

// maxSameM is how far apart stops of two feeds may be that are taken as the same.
const (
	maxSameM   = 300
	maxSameLat = maxSameM * 100 // in 1e-7 degrees of latitude, of which a metre has 90
)

// maxSameLooks is how many stops of its name, north of it by no more than that, a stop is held against, so that a feed of one
// name takes no quadratic time. A large station has some hundred.
const maxSameLooks = 1000

// codeSameName is the code of an issue about stops of all feeds, found anew by a build on a base.
const codeSameName = "gtfs_name_of_many_stops"

// addSameStops groups stops, and stations, of different feeds that have the same name, but for case and punctuation, and
// are near each other. Nothing is merged: the groups stand beside the stops.
func (a *transitAdder) addSameStops() {
	if len(a.feeds) < 2 {
		return
	}
	s := &a.t.Stops
	byName := map[string][]graph.StopID{}
	for i := range s.ID.Len() {
		if name := plainName(s.Name.At(i)); name != "" && s.LocationType.At(i) <= 1 {
			byName[name] = append(byName[name], graph.StopID(i))
		}
	}
	same, found := newSets(s.ID.Len()), false
	var frequent []graph.StopID
	for _, stops := range byName { // the order of names does not change the sets
		joined, whole := a.joinSame(stops, &same)
		found = found || joined
		if !whole {
			frequent = append(frequent, slices.Min(stops))
		}
	}
	a.reportFrequent(frequent)
	if found {
		a.writeSame(&same)
	}
}

// reportFrequent tells of names that so many stops have that not all were compared.
func (a *transitAdder) reportFrequent(stops []graph.StopID) {
	slices.Sort(stops)
	for _, stop := range stops {
		a.r.Add(report.Issue{Code: codeSameName, Severity: report.Warning, Action: "each compared with the next of them alone",
			Message: fmt.Sprintf("name %q: more than %d stops have it within %d m from south to north", a.t.Stops.Name.At(int(stop)), maxSameLooks, maxSameM)})
	}
}

// plainName returns the letters and digits of a name in lower case.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// namedStop is a stop among those of its name.
type namedStop struct {
	geometry.Point
	id   graph.StopID
	feed graph.FeedID
	kind uint8
}

func (x *namedStop) isSameAs(y *namedStop) bool {
	return x.feed != y.feed && x.kind == y.kind && geometry.Distance(x.Point, y.Point) <= maxSameM
}

// joinSame joins stops of one name. It reports whether there were any, and whether all were compared.
func (a *transitAdder) joinSame(ids []graph.StopID, same *sets) (found, whole bool) {
	s := &a.t.Stops
	stops := make([]namedStop, len(ids))
	for n, id := range ids {
		i := int(id)
		stops[n] = namedStop{geometry.Point{Lon: s.Lon.At(i), Lat: s.Lat.At(i)}, id, s.Feed.At(i), s.LocationType.At(i)}
	}
	slices.SortFunc(stops, func(x, y namedStop) int {
		return cmp.Or(cmp.Compare(x.Lat, y.Lat), cmp.Compare(x.Lon, y.Lon), cmp.Compare(x.id, y.id))
	})
	whole = true
	for n := range stops {
		x := &stops[n]
		for k := n + 1; k < len(stops) && int64(stops[k].Lat)-int64(x.Lat) <= maxSameLat; k++ {
			if k > n+maxSameLooks {
				whole = false
				break
			}
			if x.isSameAs(&stops[k]) {
				same.join(uint32(x.id), uint32(stops[k].id))
				found = true
			}
		}
	}
	return found, whole
}

// writeSame gives each stop of a group the smallest number in it.
func (a *transitAdder) writeSame(same *sets) {
	n := a.t.Stops.ID.Len()
	size, least := make([]int, n), make([]graph.StopID, n)
	for i := range n {
		root := same.find(uint32(i))
		if size[root] == 0 {
			least[root] = graph.StopID(i)
		}
		size[root]++
	}
	for i := range n {
		root := same.find(uint32(i))
		if size[root] < 2 {
			a.t.Stops.Same.Append(graph.NoStop)
			continue
		}
		a.t.Stops.Same.Append(least[root])
	}
}
