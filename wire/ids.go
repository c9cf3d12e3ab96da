package wire

import "graphbuild/graph"

// FeedID returns the id of a row of a feed behind the label of the feed, as FEED:ID.
func FeedID(g *graph.Graph, f graph.FeedID, id string) string { return g.Feed(f).Label + ":" + id }

// StopID returns the id of a stop with its feed, empty for none.
func StopID(s graph.Stop) string {
	if s.Err() != nil {
		return ""
	}
	return FeedID(s.Graph(), s.Feed(), s.ID())
}

// TripID returns the id of a trip with its feed, empty for none.
func TripID(t graph.Trip) string {
	if t.Err() != nil {
		return ""
	}
	return FeedID(t.Graph(), t.Feed(), t.ID())
}

// RouteID returns the id of a route with its feed, empty for none.
func RouteID(r graph.Route) string {
	if r.Err() != nil {
		return ""
	}
	return FeedID(r.Graph(), r.Feed(), r.ID())
}

// RouteName returns what riders know a route by.
func RouteName(r graph.Route) string {
	if r.ShortName() != "" {
		return r.ShortName()
	}
	return r.LongName()
}
