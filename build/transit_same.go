package build

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"graphbuild/geometry"
	"graphbuild/graph"
)

// maxSameM is how far apart stops of two feeds may be that are taken as the same.
const (
	maxSameM   = 300
	maxSameLat = maxSameM * 100 // in 1e-7 degrees of latitude, of which a metre has 90
)

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
	for _, stops := range byName { // the order of names does not change the sets
		found = a.joinSame(stops, &same) || found
	}
	if found {
		a.writeSame(&same)
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

// joinSame joins stops of one name.
func (a *transitAdder) joinSame(stops []graph.StopID, same *sets) (found bool) {
	s := &a.t.Stops
	point := func(i graph.StopID) geometry.Point {
		return geometry.Point{Lon: s.Lon.At(int(i)), Lat: s.Lat.At(int(i))}
	}
	slices.SortFunc(stops, func(x, y graph.StopID) int { return cmp.Or(cmp.Compare(point(x).Lat, point(y).Lat), cmp.Compare(x, y)) })
	for n, x := range stops {
		for _, y := range stops[n+1:] {
			if int64(point(y).Lat)-int64(point(x).Lat) > maxSameLat {
				break
			}
			if s.Feed.At(int(x)) != s.Feed.At(int(y)) && s.LocationType.At(int(x)) == s.LocationType.At(int(y)) &&
				geometry.Distance(point(x), point(y)) <= maxSameM {
				same.join(uint32(x), uint32(y))
				found = true
			}
		}
	}
	return found
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
