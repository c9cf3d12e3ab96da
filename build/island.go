package build

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"graphbuild/facts"
	"graphbuild/graph"
	"graphbuild/osm"
	"graphbuild/report"
)

// exits says whether edges lead out of a component and into it.
type exits uint8

const (
	leadsOut exits = 1 << iota
	leadsIn
)

// island is a component that is not the largest of its mode.
type island struct {
	mode  facts.Mode
	first graph.VertexID // of the component
	size  int
	exits exits
}

// islandsOf lists the components of a mode that are cut off from the largest one, at least in one direction. Those that
// one-way streets lead into and out of again are none.
//
// Memory: 9 bytes a component.
func islandsOf(t *graph.Tables, mode facts.Mode, component []uint32) []island {
	n := 0
	for _, c := range component {
		if c != graph.NoComponent {
			n = max(n, int(c)+1)
		}
	}
	list := make([]island, n)
	for v := len(component) - 1; v >= 0; v-- {
		if c := component[v]; c != graph.NoComponent {
			list[c].first = graph.VertexID(v)
			list[c].size++
		}
	}
	markExits(t, mode, component, list)
	for i := range list {
		list[i].mode = mode
	}
	return slices.DeleteFunc(list[min(1, n):], func(x island) bool { return x.exits == leadsOut|leadsIn })
}

// markExits notes which components have edges to others. Vertices that the mode may not pass lead nowhere.
func markExits(t *graph.Tables, mode facts.Mode, component []uint32, list []island) {
	blocked := blockedVertices(t, mode)
	p := &t.Pairs
	for pair := range p.From {
		a, b := p.From[pair], p.To[pair]
		ca, cb := component[a], component[b]
		if ca == cb || ca == graph.NoComponent || cb == graph.NoComponent || blocked != nil && (blocked[a] || blocked[b]) {
			continue
		}
		modes := t.Facts[p.Facts[pair]].Modes
		if modes[facts.Forward].Has(mode) {
			list[ca].exits |= leadsOut
			list[cb].exits |= leadsIn
		}
		if modes[facts.Backward].Has(mode) {
			list[cb].exits |= leadsOut
			list[ca].exits |= leadsIn
		}
	}
}

// reportIslands tells of the islands of all modes, those of several modes at one place once.
func (r *run) reportIslands(byMode [][]island) {
	list := slices.Concat(byMode...)
	slices.SortFunc(list, func(a, b island) int {
		return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.exits, b.exits), cmp.Compare(a.size, b.size), cmp.Compare(a.mode, b.mode))
	})
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && list[to].first == list[from].first && list[to].exits == list[from].exits && list[to].size == list[from].size {
			to++
		}
		r.reportIsland(list[from:to])
		from = to
	}
}

// islandIssues are code and text by exits.
var islandIssues = [...]struct{ code, text string }{
	0:        {"street_island", "cannot be reached from the other streets, nor left"},
	leadsOut: {"street_island_no_entry", "can be left, but not reached"},
	leadsIn:  {"street_trap", "can be reached, but not left"},
}

func (r *run) reportIsland(same []island) {
	var modes []string
	for _, x := range same {
		modes = append(modes, x.mode.String())
	}
	x := same[0]
	kind := islandIssues[x.exits]
	i := report.Issue{
		Code: kind.code, Severity: report.Info,
		Message: fmt.Sprintf("%s: %s (vertices: %d)", strings.Join(modes, ", "), kind.text, x.size),
		Object:  osm.ObjectName(osm.Nodes, r.tables.Vertices.NodeID.At(int(x.first))),
	}
	r.report.Add(at(i, r.tables.Vertices.Point[x.first]))
}

// maxStoredInfo is how many issues of severity Info and one code the file keeps: there is an island for each park that
// somebody has drawn alone, and all are in the report and counted.
const maxStoredInfo = 100

// storedIssues returns the issues that go into the file.
func storedIssues(list []report.Issue) []report.Issue {
	kept := map[string]int{}
	return slices.DeleteFunc(slices.Clone(list), func(i report.Issue) bool {
		kept[i.Code]++
		return i.Severity == report.Info && kept[i.Code] > maxStoredInfo
	})
}
