package osrm

import (
	"fmt"
	"math"

	"graphbuild/route"
	"graphbuild/serve/answer"
)

// Limits of a request, besides those of the service; they are OSRM's own.
const (
	maxAlternatives = 3
	maxNearest      = 100
)

const (
	codeURL   = "InvalidUrl"
	codeOther = "NotImplemented"
)

// check returns what is wrong with parameters that could be read, or nil: first what makes no sense, then what is too much,
// then coordinates, in the order of OSRM.
func (p *params) check(points int) *answer.Error {
	if p.unwanted {
		return answer.Errorf(codeOther, "flatbuffers are not supported: expected the format json")
	}
	for _, check := range []func(*params) string{(*params).checkLists, (*params).checkValues, (*params).checkService} {
		if text := check(p); text != "" {
			return answer.Errorf(answer.CodeOptions, "%s", text)
		}
	}
	if err := p.checkSize(points); err != nil {
		return err
	}
	return p.checkPoints()
}

// checkLists checks that lists by coordinate have as many elements as there are coordinates.
func (p *params) checkLists() string {
	for _, list := range []struct {
		name string
		n    int
	}{
		{"hints", len(p.hints)}, {"bearings", len(p.bearings)}, {"radiuses", len(p.radiuses)}, {"approaches", len(p.approaches)},
	} {
		if list.n > 0 && list.n != len(p.points) {
			return fmt.Sprintf("Number of elements in %s size %d does not match coordinate size %d", list.name, list.n, len(p.points))
		}
	}
	return ""
}

// checkValues checks the elements of lists by coordinate.
func (p *params) checkValues() string {
	for i, b := range p.bearings {
		if b.degrees < 0 || b.degrees > 360 || b.within < 0 || b.within > 180 {
			return fmt.Sprintf("Bearing %d of %d,%d: expected 0 to 360, 0 to 180", i, b.degrees, b.within)
		}
	}
	for i, r := range p.radiuses {
		if r < 0 {
			return fmt.Sprintf("Radius %d of %g m: expected no less than 0 or unlimited", i, r)
		}
	}
	return ""
}

// checkService checks what the service needs.
func (p *params) checkService() string {
	n := len(p.points)
	switch {
	case p.service == nearestService && n != 1:
		return "Only one input coordinate is supported"
	case p.service == nearestService && p.hasNumber && p.number == 0:
		return "Number of results needs to be at least one."
	case p.service != nearestService && n < 2:
		return "Number of coordinates needs to be at least two."
	case p.table.badNumber:
		return "Fallback speed and scale factor need to be above 0."
	}
	for _, list := range [][]int{p.route.waypoints, p.table.sources, p.table.destinations} {
		for _, i := range list {
			if i >= n {
				return fmt.Sprintf("Index %d: expected less than the number of coordinates, %d", i, n)
			}
		}
	}
	return ""
}

// checkSize checks the limits.
func (p *params) checkSize(points int) *answer.Error {
	n := len(p.points)
	switch {
	case p.service == tableService && max(n, len(p.from())+len(p.to())) > points:
		return answer.Errorf(answer.CodeTooBig, "Too many table coordinates: the maximum is %d, sources and destinations together", points)
	case n > points:
		return answer.Errorf(answer.CodeTooBig, "Number of entries %d is higher than current maximum (%d)", n, points)
	case p.route.alternatives > maxAlternatives:
		return answer.Errorf(answer.CodeTooBig, "Requested number of alternatives is higher than current maximum (%d)", maxAlternatives)
	case p.number > maxNearest:
		return answer.Errorf(answer.CodeTooBig, "Number of results %d is higher than current maximum (%d)", p.number, maxNearest)
	}
	return nil
}

// checkPoints checks that coordinates lie on the Earth, and which of them are waypoints.
func (p *params) checkPoints() *answer.Error {
	w := p.route.waypoints
	switch {
	case p.invalid && p.service == routeService:
		return answer.Errorf(answer.CodeValue, "Invalid coordinate value.")
	case p.invalid:
		return answer.Errorf(answer.CodeOptions, "Coordinates are invalid")
	case len(w) > 0 && (w[0] != 0 || w[len(w)-1] != len(p.points)-1):
		return answer.Errorf(answer.CodeValue, "First and last coordinates must be specified as waypoints.")
	}
	for i := 1; i < len(w); i++ {
		if w[i] <= w[i-1] {
			return answer.Errorf(answer.CodeValue, "Waypoints must be in the order of the coordinates.")
		}
	}
	return nil
}

// from returns the indexes of the sources of a table.
func (p *params) from() []int { return p.indexes(p.table.sources) }

// to returns the indexes of its destinations.
func (p *params) to() []int { return p.indexes(p.table.destinations) }

// indexes returns a list of indexes, or those of all coordinates where it is nil.
func (p *params) indexes(list []int) []int {
	if list != nil {
		return list
	}
	all := make([]int, len(p.points))
	for i := range all {
		all[i] = i
	}
	return all
}

// radiusM returns how far from coordinate i a street may be.
func (p *params) radiusM(i int) float64 {
	if i < len(p.radiuses) {
		return math.Min(p.radiuses[i], route.MaxSnapM)
	}
	return route.MaxSnapM
}
