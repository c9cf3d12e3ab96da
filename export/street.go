package export

import (
	"math"
	"strings"

	"graphbuild/facts"
	"graphbuild/graph"
)

// modesText lists the modes of a set, separated by spaces.
func modesText(s facts.Modes) string { return strings.Join(s.Names(), " ") }

// modeTexts has modesText of every set, also those that a damaged file may have.
var modeTexts = func() (t [math.MaxUint8 + 1]string) {
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
