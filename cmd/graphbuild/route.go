package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"graphbuild/encode"
	"graphbuild/fileio"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
	"graphbuild/route"
	"graphbuild/route/costs"
	"graphbuild/route/guidance"
	"graphbuild/route/transit"
	"graphbuild/wire"
)

// routeCmd finds routes.
type routeCmd struct {
	File   string  `arg:"" help:"Graph file."`
	From   string  `placeholder:"LAT,LON" help:"Where to start, in degrees."`
	To     string  `placeholder:"LAT,LON" help:"Where to go, in degrees."`
	Mode   string  `enum:"walk,bike,car,transit" default:"car" help:"How to move: walk, bike, car or transit (walk and ride). In a batch, of queries that do not say."`
	SnapM  float64 `name:"snap-m" default:"200" placeholder:"M" help:"How far the ends may be from a street, in metres. Default: ${default}."`
	Depart string  `placeholder:"TIME" help:"When the trip begins, by the clock of the place, as in 2026-01-31T08:00: turn restrictions and access for that time are applied. Default: none of them is."`
	transitFlags
	Batch        string `placeholder:"FILE" help:"Answer the queries of a file, one JSON object a line; - is stdin."`
	GeoJSON      string `name:"geojson" placeholder:"FILE" help:"Also write the route as GeoJSON; - is stdout."`
	Nearest      bool   `help:"Keep the ends on their nearest streets, also where these are part of an island. Not for a batch, nor for transit."`
	Shortest     bool   `help:"Find the shortest route in place of the fastest."`
	Costs        string `placeholder:"FILE" help:"Find the cheapest route by costs from a YAML file, described in docs/COSTS.md, in place of the fastest. In a batch, for queries with the mode of --mode; it refuses others."`
	Alternatives int    `placeholder:"N" help:"Also find up to N other routes that are not much longer; at most 10. Not for a batch, nor for transit."`
	NoCH         bool   `name:"no-ch" help:"Do not use the contraction hierarchy of the file. The answers cost the same, and take longer."`
	Jobs         int    `placeholder:"N" help:"Searches at once in a batch; default: one per core."`

	costs *route.Costs // of Costs
	hint  string       // what to say where there is no answer
}

// Help is the long help of the command.
func (routeCmd) Help() string {
	return `Lengths are in metres, times in seconds, positions in degrees: LAT,LON here and [lon,lat] in JSON.

The whole file is checked before the first answer: a damaged one gives an error and never a wrong route.

Without --json the exit status is 1 where there is no route; with it, the field "status" tells: ok, no_route, no_snap, bad_request, and for what is looked up not_found.

An end is the nearest place on a street within --snap-m. Where there is no way as it is part of an island (less than 5 km of street), it moves to the nearest street of the mainland within --snap-m, and a note on stderr says so; --nearest keeps it.

A query of a batch is {"id","from":[lon,lat],"to":[lon,lat],"mode","depart","snap_m","from_bearing","to_bearing","arrive","window_s","max_transfers","max_walk_s","change_time_s","wheelchair","access","bike_aboard"}, or one with "kind": table, isochrone, nearest, vertex, edge or stop, see docs/API.md; the bearings are the directions of travel at the ends, in degrees clockwise from north, and hold within 45 degrees. The flags hold for queries of any kind that do not say; one to which a flag cannot apply is refused, such as a table by --costs or an isochrone with --depart. There is an answer for each query, in the same order.

Mode transit needs --depart or --arrive, by the clock of the first agency, or with a zone as in 2026-01-31T08:00-05:00. The answer is the journey that arrives first, or with --arrive the one that leaves last; "alternatives" holds those with fewer rides, and with --window those of the whole window. Times are exact, to the second.

Examples:

  graphbuild route city.graph --from 39.7459,-75.5466 --to 39.6837,-75.7497 --mode bike

  graphbuild route city.graph --from 39.7459,-75.5466 --to 39.6837,-75.7497 --mode transit --depart 2026-06-03T08:00

  graphbuild route city.graph --from 39.7459,-75.5466 --to 39.6837,-75.7497 --mode bike --costs quiet.yaml

  graphbuild route city.graph --mode car --batch queries.jsonl --json > answers.jsonl`
}

// Run runs the command. The whole file is checked first: a damaged one gives an error and never another route.
func (c *routeCmd) Run(s *session) (err error) {
	if (c.Batch == "") == (c.From == "" && c.To == "") {
		return usageError("route: expected --from and --to, or --batch")
	}
	if c.Batch != "" && c.GeoJSON != "" {
		return usageError("route: --geojson is for one route, not for --batch")
	}
	if c.Batch == "" && (c.From == "" || c.To == "") {
		return usageError("route: expected both --from and --to")
	}
	if err := checkGeoJSON(s, c.GeoJSON, c.File); err != nil {
		return fmt.Errorf("route: %w", err)
	}
	if c.Batch == "" && c.Mode != wire.TransitMode {
		if err := c.checkMode(); err != nil {
			return err
		}
	}
	if err := c.checkWalk(); err != nil {
		return err
	}
	if err := c.checkStreet(); err != nil {
		return err
	}
	q, err := c.query()
	if err != nil {
		return err
	}
	g, err := openGraph(s, c.File, graph.Verify(encode.VerifyAll))
	if err != nil {
		return err
	}
	defer closeGraph(g, c.File, &err)
	c.hint = swappedHint(g, c.From, c.To)
	router := route.NewRouter(g)
	if err := c.readCosts(router); err != nil {
		return err
	}
	q.Costs = c.costs
	journeys, err := c.readRealtime(s, g, transit.NewRouter(g, router))
	if err != nil {
		return err
	}
	if c.Batch != "" {
		return c.batch(s, g, router, journeys)
	}
	if c.Mode == wire.TransitMode {
		return c.plan(s, journeys)
	}
	return c.single(s, g, router, q)
}

// writeAnswer writes an answer as a line of JSON.
func (s *session) writeAnswer(a *wire.Answer) error {
	data := append(a.AppendJSON(nil), '\n')
	if s.ctx.Err() != nil { // a long answer takes a while
		return fmt.Errorf("route: %w", context.Cause(s.ctx))
	}
	_, err := s.out.Write(data)
	return err
}

// maxAlternatives is the largest --alternatives.
const maxAlternatives = 10

// checkStreet checks the flags that are for streets alone.
func (c *routeCmd) checkStreet() error {
	switch {
	case c.Alternatives < 0 || c.Alternatives > maxAlternatives:
		return usageError("route: --alternatives %d: expected 0 to %d", c.Alternatives, maxAlternatives)
	case c.Wheelchair && c.Batch == "" && c.Mode != wire.TransitMode && c.Mode != "walk":
		return usageError("route: --wheelchair is for modes walk and transit")
	case c.Jobs < 0:
		return usageError("route: --jobs %d: expected 0 or more", c.Jobs)
	case c.Alternatives > 0 && c.Batch != "":
		return usageError("route: --alternatives is not for a batch")
	case c.Nearest && c.Batch != "":
		return usageError("route: --nearest is not for a batch")
	case (c.Alternatives > 0 || c.Shortest || c.Costs != "" || c.Nearest) && c.Mode == wire.TransitMode:
		return usageError("route: --shortest, --costs, --alternatives and --nearest are not for mode transit")
	case (c.Shortest || c.Costs != "") && c.Depart != "":
		return usageError("route: --shortest and --costs cannot be combined with --depart")
	case c.Shortest && c.Costs != "":
		return usageError("route: --shortest cannot be combined with --costs")
	}
	return nil
}

// readCosts reads the file of --costs, if there is one.
func (c *routeCmd) readCosts(router *route.Router) error {
	if c.Costs == "" {
		return nil
	}
	text, err := os.ReadFile(c.Costs)
	if err != nil {
		return fmt.Errorf("route: %w", err)
	}
	profile, err := costs.Parse(c.Costs, text)
	if err != nil {
		return fmt.Errorf("route: %w", err)
	}
	mode, _ := wire.ModeOf(c.Mode)
	c.costs = router.NewCosts(mode, profile.Func(mode))
	if c.Batch != "" {
		c.costs.Contract() // for many queries it pays
	}
	return nil
}

// query returns the query of the flags.
func (c *routeCmd) query() (q route.Query, err error) {
	q.Mode, _ = wire.ModeOf(c.Mode)
	q.NoHierarchy, q.Shortest, q.Costs, q.Wheelchair, q.Nearest = c.NoCH, c.Shortest, c.costs, c.Wheelchair, c.Nearest
	if q.SnapM = c.SnapM; !(c.SnapM > 0 && c.SnapM <= route.MaxSnapM) {
		return q, usageError("--snap-m %g: expected more than 0 and at most %d metres", c.SnapM, route.MaxSnapM)
	}
	if c.Depart != "" {
		if q.Depart, err = wire.ParseDepart(c.Depart); err != nil {
			return q, exitError{exitUsage, err}
		}
	}
	if c.Batch != "" {
		return q, nil
	}
	if q.From, err = parseLatLon(c.From); err != nil {
		return q, err
	}
	q.To, err = parseLatLon(c.To)
	return q, err
}

func (c *routeCmd) single(s *session, g *graph.Graph, router *route.Router, q route.Query) error {
	search := router.NewSearch()
	search.SetContext(s.ctx)
	answers, err := search.Alternatives(q, c.Alternatives)
	if err != nil {
		return err
	}
	a := answers[0]
	if c.GeoJSON != "" && a.Status == route.OK {
		if err := c.writeGeoJSON(s, answers); err != nil {
			return err
		}
	}
	if s.json {
		var out wire.Answer
		out.SetRoutes(&q, a, answers[1:]...)
		return s.writeAnswer(&out)
	}
	if a.Status != route.OK {
		return c.noAnswer(a.Status, a.Error)
	}
	noteMoved(s, "--from", a.FromMoved)
	noteMoved(s, "--to", a.ToMoved)
	if c.GeoJSON == stdio {
		return nil
	}
	return printRoutes(s, g, router, answers)
}

// noteMoved says so where an end was moved.
func noteMoved(s *session, end string, moved bool) {
	if moved && !s.quiet {
		fmt.Fprintf(s.err, "graphbuild: %s is by a street that is part of an island, and was taken to the nearest of the mainland: --nearest keeps it there\n", end)
	}
}

// noAnswer says for people why there is no answer.
func (c *routeCmd) noAnswer(status route.Status, why string) error {
	err := fmt.Errorf("route: %s: %s%s", status, why, c.hint)
	if status == route.BadRequest {
		return exitError{exitUsage, err}
	}
	return err
}

// attribution goes with map data wherever people see it.
const attribution = graph.OSMAttribution

func printRoutes(s *session, g *graph.Graph, router *route.Router, answers []route.Answer) error {
	for i, a := range answers {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		if err := printLegs(s, g, router, a.Legs); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(s.out, "\n%s\n", attribution)
	return err
}

// legRows returns a row for each stretch from one maneuver to the next, which may run along many ways.
func legRows(g *graph.Graph, steps []guidance.Instruction) [][]string {
	var rows [][]string
	for _, x := range steps {
		rows = append(rows, []string{x.Maneuver, metres(x.DistanceM), seconds(x.DurationS), wayNames(g, x.Stretches), x.Name})
	}
	return rows
}

func printLegs(s *session, g *graph.Graph, router *route.Router, legs []route.Leg) error {
	for i := range legs {
		leg := &legs[i]
		fmt.Fprintf(s.out, "%s  %s  %s\n\n", graph.ModeName(leg.Mode), metres(leg.DistanceM), seconds(leg.DurationS))
		t := report.NewTable("maneuver", " length", " time", "way", "name")
		for _, row := range legRows(g, guidance.Instructions(g, router, leg)) {
			t.Add(row...)
		}
		if err := t.Write(s.out); err != nil {
			return err
		}
	}
	return nil
}

// wayNames names the first way of some stretches and says how often it changes.
func wayNames(g *graph.Graph, list []route.Stretch) string {
	if len(list) == 0 {
		return "-"
	}
	id, ok := g.Edge(list[0].Edge).OSMWayID()
	if !ok {
		return "-"
	}
	changes := 0
	for i := 1; i < len(list); i++ {
		if g.Edge(list[i].Edge).Way() != g.Edge(list[i-1].Edge).Way() {
			changes++
		}
	}
	if changes == 0 {
		return fmt.Sprintf("way/%d", id)
	}
	return fmt.Sprintf("way/%d +%d", id, changes)
}

// metres writes a length for people.
func metres(m float64) string {
	if m < 1000 {
		return fmt.Sprintf("%.0f m", m)
	}
	return fmt.Sprintf("%.2f km", m/1000)
}

// seconds writes the time of a trip for people: "1 s" is the least, "40 s", "3 min 20 s", "20 min".
func seconds(s float64) string {
	if s < 59.5 {
		return fmt.Sprintf("%.0f s", math.Min(math.Ceil(s), math.Max(math.Round(s), 1)))
	}
	text := report.Duration(time.Duration(max(s, 60) * float64(time.Second)))
	return strings.TrimSuffix(strings.TrimSuffix(text, " 00 s"), " 00 min")
}

// writeGeoJSON writes the route as a feature a leg.
func (c *routeCmd) writeGeoJSON(s *session, answers []route.Answer) error {
	var features []geoObject
	for i, a := range answers {
		for _, leg := range a.Legs {
			properties := geoObject{"mode": graph.ModeName(leg.Mode), "distance_m": wire.RoundM(leg.DistanceM), "duration_s": wire.RoundS(leg.DurationS)}
			if i > 0 {
				properties["alternative"] = i
			}
			features = append(features, lineFeature(leg.Geometry, properties))
		}
	}
	return c.writeFeatures(s, features)
}

// geoObject is an object of GeoJSON.
type geoObject map[string]any

func lineFeature(points []geometry.Point, properties geoObject) geoObject {
	return geoObject{
		"type": "Feature", "geometry": geoObject{"type": "LineString", "coordinates": line(points)}, "properties": properties,
	}
}

// writeFeatures writes a collection of features to where the flag says.
func (c *routeCmd) writeFeatures(s *session, features []geoObject) error {
	data, err := json.Marshal(geoObject{"type": "FeatureCollection", "attribution": attribution, "features": features})
	if err != nil {
		return err
	}
	data = append(data, '\n')
	if c.GeoJSON == stdio {
		_, err = s.out.Write(data)
		return err
	}
	write := func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
	return fileio.WriteText(s.ctx, c.GeoJSON, write)
}
