package osrm

import (
	"math"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// service is one of those of the API, as a bit.
type service uint8

const (
	routeService service = 1 << iota
	tableService
	nearestService
	allServices = routeService | tableService | nearestService
)

// geometries is the form of lines in answers.
type geometries uint8

const (
	asPolyline geometries = iota
	asPolyline6
	asGeoJSON
)

// overview says how much of the line of a route is wanted.
type overview uint8

const (
	overviewSimplified overview = iota
	overviewFull
	overviewNone
)

// annotations is a set of figures for each segment.
type annotations uint8

const (
	annotateDuration annotations = 1 << iota
	annotateDistance
	annotateNodes
	annotateWeight
	annotateDatasources
	annotateSpeed
	annotateAll = annotateDuration | annotateDistance | annotateNodes | annotateWeight | annotateDatasources | annotateSpeed
)

// approach says from which side a waypoint is to be reached.
type approach uint8

const (
	fromAnySide approach = iota
	fromCurb
	fromOpposite
)

// choice is an option that may be left to the profile.
type choice uint8

const (
	byProfile choice = iota
	yes
	no
)

// course limits the direction of travel at a waypoint.
type course struct {
	set             bool
	degrees, within int // clockwise from north, and how far to either side of it
}

// params are the coordinates and options of a request. Lists by coordinate are empty where the option was not given.
type params struct {
	service     service
	mode        facts.Mode
	points      []geometry.Point
	invalid     bool      // a coordinate is not on the Earth; points has a zero in its place
	unwanted    bool      // a format that there is not
	radiuses    []float64 // metres; +Inf: unlimited
	bearings    []course
	approaches  []approach
	hints       []string
	exclude     []string
	noHints     bool
	noPlaces    bool // skip_waypoints
	route       routeParams
	table       tableParams
	annotations annotations // of a table 0 stands for durations
	number      int         // of the nearest
	hasNumber   bool        // number was given
}

// routeParams are the options of route.
type routeParams struct {
	alternatives int
	steps        bool
	geometries   geometries
	overview     overview
	straight     choice
	waypoints    []int // nil: all
}

// tableParams are the options of table.
type tableParams struct {
	sources, destinations []int   // nil: all
	fallbackMPS           float64 // 0: none
	fallbackSnapped       bool
	scale                 float64 // 0: not given
	badNumber             bool    // a speed or a scale that is not above 0
}

// parse reads what follows the profile in an address, decoded: coordinates, format, options. The mistake is at the cursor.
func parse(c *cursor, s service) params {
	p := params{service: s}
	parseCoordinates(c, &p)
	switch {
	case c.take(".json"):
	case c.take(".flatbuffers"):
		p.unwanted = true
	}
	if c.bad || c.done() {
		return p
	}
	c.expect("?")
	for !c.bad {
		parseOption(c, &p)
		if !c.take("&") {
			break
		}
	}
	return p
}

// parseCoordinates reads the list of coordinates or the polyline.
func parseCoordinates(c *cursor, p *params) {
	switch {
	case c.take("polyline("):
		parsePolyline(c, p, 1e5)
	case c.take("polyline6("):
		parsePolyline(c, p, 1e6)
	default:
		for {
			lon := c.number()
			c.expect(",")
			lat := c.number()
			if c.bad {
				return
			}
			p.addPoint(lon, lat)
			if !c.take(";") {
				return
			}
		}
	}
}

// parsePolyline reads a polyline and the bracket after it.
func parsePolyline(c *cursor, p *params, unit float64) {
	at := c.at
	list, ok := decodePolyline(c.while(func(b byte) bool { return b >= '?' && b <= '~' }))
	if !ok {
		c.at, c.bad = at, true
		return
	}
	for _, x := range list {
		p.addPoint(float64(x[0])/unit, float64(x[1])/unit)
	}
	c.expect(")")
}

func (p *params) addPoint(lon, lat float64) {
	point, err := geometry.FromDegrees(lon, lat)
	p.points = append(p.points, point)
	p.invalid = p.invalid || err != nil
}

// option is how to read the value of an option of some services.
type option struct {
	services service
	parse    func(*cursor, *params)
}

// parseOption reads name=value.
func parseOption(c *cursor, p *params) {
	at := c.at
	name := c.while(isWord)
	o, ok := optionOf(name)
	if !ok || o.services&p.service == 0 {
		c.at, c.bad = at, true
		return
	}
	c.expect("=")
	o.parse(c, p)
}

// optionOf returns the option of a name.
func optionOf(name string) (option, bool) {
	if o, ok := pointOption(name); ok {
		return o, true
	}
	switch name {
	case "alternatives":
		return option{routeService, parseAlternatives}, true
	case "steps":
		return option{routeService, func(c *cursor, p *params) { p.route.steps = c.boolean() }}, true
	case "annotations":
		return option{routeService | tableService, parseAnnotations}, true
	case "geometries":
		return option{routeService, func(c *cursor, p *params) {
			p.route.geometries = geometries(c.word("polyline", "polyline6", "geojson"))
		}}, true
	case "overview":
		return option{routeService, func(c *cursor, p *params) {
			p.route.overview = overview(c.word("simplified", "full", "false"))
		}}, true
	case "continue_straight":
		return option{routeService, func(c *cursor, p *params) { p.route.straight = choice(c.word("default", "true", "false")) }}, true
	case "waypoints":
		return option{routeService, func(c *cursor, p *params) { p.route.waypoints = parseIndexes(c) }}, true
	case "sources":
		return option{tableService, func(c *cursor, p *params) { p.table.sources = parseIndexesOrAll(c) }}, true
	case "destinations":
		return option{tableService, func(c *cursor, p *params) { p.table.destinations = parseIndexesOrAll(c) }}, true
	case "fallback_speed":
		return option{tableService, func(c *cursor, p *params) { p.table.fallbackMPS = p.positive(c.number()) }}, true
	case "fallback_coordinate":
		return option{tableService, func(c *cursor, p *params) { p.table.fallbackSnapped = c.word("input", "snapped") == 1 }}, true
	case "scale_factor":
		return option{tableService, func(c *cursor, p *params) { p.table.scale = p.positive(c.number()) }}, true
	case "number":
		return option{nearestService, func(c *cursor, p *params) { p.number, p.hasNumber = c.count(), true }}, true
	}
	return option{}, false
}

// pointOption returns the option of a name that all services have.
func pointOption(name string) (option, bool) {
	o := option{services: allServices}
	switch name {
	case "radiuses":
		o.parse = func(c *cursor, p *params) { p.radiuses = parseList(c, math.Inf(1), parseRadius) }
	case "bearings":
		o.parse = func(c *cursor, p *params) { p.bearings = parseList(c, course{}, parseCourse) }
	case "approaches":
		o.parse = func(c *cursor, p *params) { p.approaches = parseList(c, fromAnySide, parseApproach) }
	case "hints":
		o.parse = func(c *cursor, p *params) { p.hints = parseList(c, "", parseHint) }
	case "generate_hints":
		o.parse = func(c *cursor, p *params) { p.noHints = !c.boolean() }
	case "skip_waypoints":
		o.parse = func(c *cursor, p *params) { p.noPlaces = c.boolean() }
	case "snapping":
		o.parse = func(c *cursor, p *params) { c.word("default", "any") }
	case "exclude":
		o.parse = parseExclude
	case "format":
		o.parse = func(c *cursor, p *params) { p.unwanted = c.word("json", "flatbuffers") == 1 }
	default:
		return o, false
	}
	return o, true
}

// parseList reads elements separated by semicolons; an empty one is the default.
func parseList[T any](c *cursor, missing T, element func(*cursor) T) []T {
	var list []T
	for !c.bad {
		if c.ended() {
			list = append(list, missing)
		} else {
			list = append(list, element(c))
		}
		if !c.take(";") {
			break
		}
	}
	return list
}

func parseRadius(c *cursor) float64 {
	if c.take("unlimited") {
		return math.Inf(1)
	}
	return c.number()
}

func parseCourse(c *cursor) course {
	degrees := c.integer()
	c.expect(",")
	return course{set: true, degrees: degrees, within: c.integer()}
}

func parseApproach(c *cursor) approach {
	return approach(c.word("unrestricted", "curb", "opposite"))
}

func parseHint(c *cursor) string {
	return c.while(func(b byte) bool { return isWord(b) || b == '-' || b == '=' })
}

// parseExclude reads the names of classes.
func parseExclude(c *cursor, p *params) {
	for {
		p.exclude = append(p.exclude, c.while(isWord))
		if !c.take(",") {
			return
		}
	}
}

// parseAlternatives reads true, false or how many.
func parseAlternatives(c *cursor, p *params) {
	if s := c.rest(); s != "" && isDigit(s[0]) {
		p.route.alternatives = c.count()
		return
	}
	p.route.alternatives = 0
	if c.boolean() {
		p.route.alternatives = 1
	}
}

// annotationNames are in the order of the bits of annotations, and then the words for all and for none. A table has the
// first two.
var annotationNames = []string{"duration", "distance", "nodes", "weight", "datasources", "speed", "true", "false"}

// parseAnnotations reads what route or table is to say.
func parseAnnotations(c *cursor, p *params) {
	names := annotationNames
	if p.service == tableService {
		names = names[:2]
	}
	p.annotations = 0
	for !c.bad {
		switch i := c.word(names...); names[i] {
		case "true":
			p.annotations = annotateAll
		case "false":
		default:
			p.annotations |= 1 << i
		}
		if !c.take(",") {
			return
		}
	}
}

// parseIndexes reads whole numbers separated by semicolons.
func parseIndexes(c *cursor) []int {
	var list []int
	for {
		list = append(list, c.count())
		if !c.take(";") {
			return list
		}
	}
}

func parseIndexesOrAll(c *cursor) []int {
	if c.take("all") {
		return nil
	}
	return parseIndexes(c)
}

// positive returns a number that must be above 0 to make sense.
func (p *params) positive(x float64) float64 {
	if x <= 0 {
		p.table.badNumber = true
	}
	return x
}
