package main

import (
	"fmt"
	"strings"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/graph"
	"graphbuild/report"
	"graphbuild/wire"
)

// restrictionJSON is a turn restriction.
type restrictionJSON struct {
	RelationID int64    `json:"relation_id"`
	Kind       string   `json:"kind"`
	Modes      []string `json:"modes"`
	FromWay    *int64   `json:"from_way"`
	ViaNode    *int64   `json:"via_node,omitempty"`
	ViaWays    []int64  `json:"via_ways,omitempty"`
	ToWay      *int64   `json:"to_way"`
	Condition  string   `json:"condition,omitempty"`
}

func (v *viewer) showRestrictions() error {
	for i := range v.g.NumRestrictions() {
		if err := v.show(v.restriction(graph.RestrictionID(i))); err != nil {
			return err
		}
	}
	return nil
}

func (v *viewer) restriction(id graph.RestrictionID) restrictionJSON {
	r := v.g.Restriction(id)
	out := restrictionJSON{RelationID: r.RelationID, Kind: "no", Modes: wire.ModeNames(r.Modes), Condition: r.Condition}
	if r.Kind == facts.Only {
		out.Kind = "only"
	}
	out.FromWay, out.ToWay = v.wayID(r.From), v.wayID(r.To)
	if len(r.Via) == 0 {
		out.ViaNode = wire.NodeID(v.g.Edge(r.From).To())
	}
	for _, e := range r.Via {
		way := v.wayID(e)
		if n := len(out.ViaWays); way != nil && (n == 0 || out.ViaWays[n-1] != *way) {
			out.ViaWays = append(out.ViaWays, *way)
		}
	}
	return out
}

func (v *viewer) wayID(e graph.EdgeID) *int64 {
	if id, ok := v.g.Edge(e).OSMWayID(); ok {
		return &id
	}
	return nil
}

func (x restrictionJSON) print(s *session) error {
	via := idText("node", x.ViaNode)
	if len(x.ViaWays) > 0 {
		via = strings.Trim(strings.ReplaceAll(fmt.Sprint(x.ViaWays), " ", ", way/"), "[]")
		via = "way/" + via
	}
	at := ""
	if x.Condition != "" {
		at = ", at times: " + x.Condition
	}
	return s.line("relation/%d  %-4s  %s  by %s  to %s  for %s%s",
		x.RelationID, x.Kind, idText("way", x.FromWay), via, idText("way", x.ToWay), strings.Join(x.Modes, ", "), at)
}

// issueJSON is an issue.
type issueJSON struct {
	Code     string    `json:"code"`
	Severity string    `json:"severity"`
	Message  string    `json:"message"`
	Object   string    `json:"object,omitempty"`
	File     string    `json:"file,omitempty"`
	Line     uint32    `json:"line,omitempty"`
	Position *position `json:"position,omitempty"`
	Action   string    `json:"action,omitempty"`
}

// showIssues lists the issues that the file keeps, of all codes where code is empty.
func (v *viewer) showIssues(code string) error {
	shown := map[string]int{}
	for i := range v.g.NumIssues() {
		x := v.g.Issue(i)
		if code != "" && x.Code != code {
			continue
		}
		shown[x.Code]++
		out := issueJSON{
			Code: x.Code, Severity: report.Severity(x.Severity).String(), Message: x.Message, Object: x.Object, File: x.File,
			Line: x.Line, Action: x.Action,
		}
		if x.Lon != graph.NoCoordinate {
			out.Position = &position{Lon: x.Lon, Lat: x.Lat}
		}
		if err := v.show(out); err != nil {
			return err
		}
	}
	v.noteLeftOut(shown, code)
	return nil
}

// noteLeftOut tells how many issues the file counts but does not keep.
func (v *viewer) noteLeftOut(shown map[string]int, code string) {
	left := 0
	for c, n := range v.g.Meta().IssueCounts {
		if code == "" || c == code {
			left += n - shown[c]
		}
	}
	if left > 0 && !v.quiet {
		fmt.Fprintf(v.err, "graphbuild: beside these the build counted %s that the file does not keep: build --report writes all\n", report.Counted(left, "issue", "issues"))
	}
}

func (x issueJSON) print(s *session) error {
	where := x.Object
	if x.File != "" {
		where = strings.TrimSpace(x.File + " " + where)
	}
	if x.Line > 0 {
		where = fmt.Sprintf("%s line %d", x.File, x.Line)
	}
	at := ""
	if x.Position != nil {
		at = " at " + wire.LatLon(geometry.Point(*x.Position))
	}
	action := ""
	if x.Action != "" {
		action = " (" + x.Action + ")"
	}
	return s.line("%-7s  %s  %s%s: %s%s", x.Severity, x.Code, where, at, x.Message, action)
}
