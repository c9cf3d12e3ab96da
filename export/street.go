package export

import (
	"strings"

	"graphbuild/facts"
	"graphbuild/graph"
)

// modesText lists the modes of a set, separated by spaces.
func modesText(s facts.Modes) string { return strings.Join(s.Names(), " ") }

// modeTexts has modesText of every set.
var modeTexts = func() (t [1 << facts.NumModes]string) {
	for s := range t {
		t[s] = modesText(facts.Modes(s))
	}
	return t
}()

// factTexts makes a text of each row of facts, once: pairs share few of them.
func factTexts(g *graph.Graph, text func(f *facts.Edge) string) []string {
	texts := make([]string, g.NumFacts())
	for i := range texts {
		texts[i] = text(g.FactsAt(graph.FactsID(i)))
	}
	return texts
}
