package streets

import (
	"slices"

	"graphbuild/graph"
	"graphbuild/route"
)

// OnMainland returns what a position snaps to on the mainland: nothing where that is the edge pair at, which it snaps to anyway, or
// where no street of the mainland is near enough.
func OnMainland(s *route.Search, x route.SnapQuery, at graph.PairID) ([]route.Snapped, error) {
	x.Mainland = true
	found, err := s.Snap(x)
	if err != nil || len(found) == 0 || found[0].Pair == at {
		return nil, err
	}
	return found, nil
}

// TableOffIslands answers a query, and fills in the cells without a way by those with the ends that lie on islands taken to the
// mainland. moved returns the places of all ends then, nil for no change; it is asked only where there is such a cell.
func TableOffIslands(s *route.Search, q route.TableQuery, moved func() (from, to [][]route.Place, err error)) (route.Table, error) {
	t, err := s.Table(q)
	if err != nil || !slices.Contains(t.MS, route.NoTime) {
		return t, err
	}
	q.FromPlaces, q.ToPlaces, err = moved()
	if err != nil || q.FromPlaces == nil || q.ToPlaces == nil {
		return t, err
	}
	again, err := s.Table(q)
	if err != nil {
		return t, err
	}
	for k, ms := range t.MS {
		if ms == route.NoTime {
			t.MS[k] = again.MS[k]
			if q.WithDistance {
				t.DM[k] = again.DM[k]
			}
		}
	}
	return t, nil
}
