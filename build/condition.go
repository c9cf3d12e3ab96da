package build

import (
	"slices"

	"graphbuild/openinghours"
	"graphbuild/osm"
	"graphbuild/report"
)

// reportWayConditions tells once of each way whose conditional access no search can apply as it is meant: the condition is
// not of time, is not understood, or names holidays. It stays in the graph as text.
func (r *run) reportWayConditions() {
	for _, e := range r.ways.extra {
		var told []string
		for _, c := range e.conditions {
			if slices.Contains(told, c.Text) {
				continue
			}
			told = append(told, c.Text)
			var when []string
			for _, clause := range openinghours.Split(c.Text) {
				when = append(when, clause.When)
			}
			if i, ok := conditionIssue(c.Text, when); ok {
				r.report.Add(r.wayIssue(e.way, i))
			}
		}
	}
}

// reportRelationConditions does the same for a turn restriction.
func (r *run) reportRelationConditions(rel relation) {
	var told []string
	for _, rule := range rel.tags.Restrictions {
		if rule.Condition == "" || slices.Contains(told, rule.Condition) {
			continue
		}
		told = append(told, rule.Condition)
		if i, ok := conditionIssue(rule.Condition, told[len(told)-1:]); ok {
			i.Object, i.File = osm.ObjectName(osm.Relations, rel.id), r.fileName(rel.file)
			r.report.Add(at(i, r.pointOf(rel)))
		}
	}
}

// conditionIssue returns what is to be said of conditions; false where all of them can be decided by a time.
func conditionIssue(text string, when []string) (report.Issue, bool) {
	holidays := false
	for _, w := range when {
		rule, err := openinghours.Parse(w)
		if err != nil {
			return report.Issue{
				Code: "osm_condition_unparsed", Severity: report.Info, Message: text + " is no condition of time that is understood",
				Action: "kept as text; searches do not apply it",
			}, true
		}
		holidays = holidays || rule.Holidays()
	}
	return report.Issue{
		Code: "osm_condition_holidays", Severity: report.Info, Message: text + " names public holidays, which are not known",
		Action: "searches take each day for an ordinary one",
	}, holidays
}
