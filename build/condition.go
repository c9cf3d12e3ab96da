package build

import (
	"slices"

	"graphbuild/openinghours"
	"graphbuild/osm"
	"graphbuild/osm/tags"
	"graphbuild/report"
)

// reportWayConditions tells once of each way whose conditional access no search can apply, as its condition is not of time
// or not understood. It stays in the graph as text.
func (r *run) reportWayConditions() {
	for _, e := range r.ways.extra {
		var told []string
		for _, c := range e.conditions {
			if !isOfTime(c) && !slices.Contains(told, c.Text) {
				told = append(told, c.Text)
				r.report.Add(r.wayIssue(e.way, conditionIssue(c.Text)))
			}
		}
	}
}

// isOfTime reports whether all clauses of a conditional rule can be decided by a time.
func isOfTime(c tags.Condition) bool {
	for _, clause := range openinghours.Split(c.Text) {
		if _, err := openinghours.Parse(clause.When); err != nil {
			return false
		}
	}
	return true
}

// reportRelationConditions does the same for a turn restriction.
func (r *run) reportRelationConditions(rel relation) {
	var told []string
	for _, rule := range rel.tags.Restrictions {
		if rule.Condition == "" || slices.Contains(told, rule.Condition) {
			continue
		}
		told = append(told, rule.Condition)
		if _, err := openinghours.Parse(rule.Condition); err != nil {
			i := conditionIssue(rule.Condition)
			i.Object, i.File = osm.ObjectName(osm.Relations, rel.id), r.fileName(rel.file)
			r.report.Add(at(i, r.pointOf(rel)))
		}
	}
}

func conditionIssue(text string) report.Issue {
	return report.Issue{
		Code: "osm_condition_unparsed", Severity: report.Info, Message: text + " is no condition of time that is understood",
		Action: "kept as text; searches do not apply it",
	}
}
