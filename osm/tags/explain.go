package tags

import (
	"fmt"
	"slices"

	"graphbuild/facts"
)

// Decision is one thing that the rules decided, and why.
type Decision struct {
	Question  Question
	Mode      facts.Mode      // facts.NumModes where the decision is not of one mode
	Direction facts.Direction // in drawing direction; BothDirections is both
	Key       string          // of the tag that decided; empty for a default
	Value     string
	Rule      string // "one-way"
	Result    string // "closed"
}

// ExplainNode tells for the tags of a node who may go through and why. It is empty where the tags say nothing of that.
func (p *Profile) ExplainNode(tags map[string]string) []Decision {
	s := set{profile: p, trace: &trace{}}
	s.fill(tags)
	n, ok := s.node()
	if ok || n.Barrier != "" {
		s.trace.add(Decision{
			Question: AccessQuestion, Mode: facts.NumModes, Direction: BothDirections, Rule: "all together", Result: "passes: " + modesYAML(n.Pass),
		})
	}
	return s.trace.decisions
}

// traceBarrier notes who passes a barrier by default.
func (s *set) traceBarrier(k key, modes facts.Modes) {
	if s.trace != nil {
		s.note(k, Decision{Mode: facts.NumModes, Direction: BothDirections, Rule: "default of the barrier", Result: "passes: " + modesYAML(modes)})
	}
}

// tracePass notes that an access tag of a node overrules the barrier.
func (s *set) tracePass(m facts.Mode, k key, open bool) {
	if s.trace != nil {
		s.note(k, Decision{Mode: m, Direction: BothDirections, Rule: "most specific access tag", Result: openWord(open)})
	}
}

// traceConditions notes the rules that hold at some times only.
func (t *trace) traceConditions(list []Condition) {
	for _, c := range list {
		t.add(Decision{ConditionQuestion, c.Mode, c.Direction, "", "", "holds at some times or for some vehicles only", c.Text})
	}
}

// Question is what a Decision answers.
type Question string

// The questions of Explain.
const (
	ClassQuestion  Question = "class"
	AccessQuestion Question = "access"
	SpeedQuestion  Question = "speed"
	// ConditionQuestion is of access at some times; it changes none of the others.
	ConditionQuestion Question = "conditional access"
)

// trace collects decisions under Explain.
type trace struct {
	decisions []Decision
}

// Explain tells for the tags of a way which tag and rule decided its class, who may use it in each direction, and how
// fast. Of several decisions on one mode and direction the last one holds.
func (p *Profile) Explain(tags map[string]string) []Decision {
	s := set{profile: p, trace: &trace{}}
	s.fill(tags)
	w, ok := s.way()
	s.trace.traceConditions(w.Conditions)
	if !ok && len(s.trace.decisions) == 0 {
		s.trace.add(Decision{
			Question: ClassQuestion, Mode: facts.NumModes, Direction: BothDirections, Key: keyOfClass(&s), Value: s.get(highway),
			Rule: "no tag makes the way a street", Result: "not in the graph",
		})
	}
	return slices.Clip(s.trace.decisions)
}

func keyOfClass(s *set) string {
	if s.present.has(highway) {
		return keyNames[highway]
	}
	return ""
}

func (t *trace) add(d Decision) { t.decisions = append(t.decisions, d) }

// note adds a decision on access that the tag of key k made, when under Explain.
func (s *set) note(k key, d Decision) {
	if s.trace == nil {
		return
	}
	d.Question, d.Key, d.Value = AccessQuestion, keyNames[k], s.get(k)
	s.trace.add(d)
}

// knows reports whether a decision for both directions of mode m, or of all modes, stands already.
func (t *trace) knows(m facts.Mode) bool {
	return slices.ContainsFunc(t.decisions, func(d Decision) bool {
		return d.Question == AccessQuestion && d.Direction == BothDirections && (d.Mode == m || d.Mode == facts.NumModes)
	})
}

var typeWords = map[facts.EdgeType]string{
	facts.Street: "street", facts.Steps: "steps", facts.Escalator: "escalator", facts.Elevator: "elevator",
	facts.Ferry: "ferry", facts.CarTrain: "car train",
}

func (s *set) traceClass(w *Way, k key) {
	result := typeWords[w.Edge.Type]
	if w.Area {
		result += ", an area where closed"
	}
	s.trace.add(Decision{ClassQuestion, facts.NumModes, BothDirections, keyNames[k], s.get(k), "class by tag", result})
}

func (s *set) traceAccess(m facts.Mode, d facts.Direction, r ruling, open bool) {
	rule := "default of the class"
	switch {
	case r.verdict == silent && s.trace.knows(m):
		return // what is built there has changed the default
	case r.verdict == silent:
	case r.directional():
		rule = "most specific access tag, of this direction"
	case r.general() && r.verdict == allowed:
		rule = "access takes away but never adds"
	default:
		rule = "most specific access tag"
	}
	result := openWord(open)
	if open && r.limited != facts.Unlimited {
		result = "open, not to pass through"
	}
	s.note(r.key, Decision{Mode: m, Direction: d, Rule: rule, Result: result})
}

func (s *set) traceSpeed(d facts.Direction, speed facts.Speed, k key) {
	rule := "default of the class"
	if k != noKey {
		rule = "tagged limit"
	}
	s.trace.add(Decision{
		SpeedQuestion, facts.Car, d, keyNames[k], s.get(k), rule, fmt.Sprintf("%.2f km/h", speed.KMH()),
	})
}

func openWord(open bool) string {
	if open {
		return "open"
	}
	return "closed"
}
