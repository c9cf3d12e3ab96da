package graph

// Issue is a problem that the builder met in the input.
type Issue struct {
	Code, Message, Object, File, Action string
	Severity                            uint8
	Line                                uint32
	Lon, Lat                            int32 // both NoCoordinate: none
}

// NoCoordinate is a missing longitude and latitude.
const NoCoordinate = -1 << 31

// NumIssues returns the number of issues that the file holds; Meta has the exact counts.
func (g *Graph) NumIssues() int { g.mustBeOpen(); return g.tables.Issues.Code.Len() }

// Issue returns an issue; the zero one when i is out of range.
func (g *Graph) Issue(i int) Issue {
	if i < 0 || i >= g.NumIssues() {
		return Issue{}
	}
	t := &g.tables.Issues
	return Issue{
		Code: t.Code.At(i), Message: t.Message.At(i), Object: t.Object.At(i), File: t.File.At(i), Action: t.Action.At(i),
		Severity: t.Severity.At(i), Line: t.Line.At(i), Lon: t.Lon.At(i), Lat: t.Lat.At(i),
	}
}
