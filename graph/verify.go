package graph

import (
	"fmt"
	"iter"
)

// Problem is a broken invariant of a graph.
type Problem struct {
	Table string // name in the file
	Row   int
	Text  string // what was expected and what found
}

// Error returns the problem in one line.
func (p Problem) Error() string { return fmt.Sprintf("%s row %d: %s", p.Table, p.Row, p.Text) }

// checker looks for problems in one graph; found is false once nobody wants more.
type checker struct {
	g     *Graph
	table string
	yield func(Problem) bool
	done  bool
}

// problem reports a problem in a row.
func (c *checker) problem(row int, format string, args ...any) {
	if !c.done {
		c.done = !c.yield(Problem{c.table, row, fmt.Sprintf(format, args...)})
	}
}

// below reports a value that is not below n, and returns whether it is.
func (c *checker) below(row int, what string, value, n int) bool {
	if uint(value) < uint(n) { // on 32 bits a large id is negative
		return true
	}
	c.problem(row, "%s is %d of %d", what, value, n)
	return false
}

// belowOr is below for a value that may be missing.
func (c *checker) belowOr(row int, what string, value uint32, n int) {
	if value != missing {
		c.below(row, what, int(value), n)
	}
}

// missing is the value of all ids that name nothing.
const missing = 1<<32 - 1

// checks are the invariants, by the table that they are about.
var checks = []struct {
	table string
	check func(*checker)
}{
	{"vertices", checkDegrees},
	{"vertices", checkPoints},
	{"vertices", checkNodes},
	{"vertex_access", checkAccess},
	{"facts", checkFacts},
	{"pairs", checkPairs},
	{"pairs", checkBack},
	{"pairs", checkWays},
	{"pairs", checkDurations},
	{"pairs", checkLengths},
	{"index", checkIndex},
	{"restrictions", checkRestrictions},
	{"conditions", checkConditions},
	{"components", checkComponents},
	{"attributes", checkAttributes},
	{"elevation", checkElevation},
	{"walk_hierarchy", checkHierarchies}, // and the others
	{"street_areas", checkStreetAreas},
	{"elevators", checkElevators},
	{"links", checkLinks},
	{"continuations", checkContinuations},
	{"calls", checkCalls},
	{"areas", checkFlexAreas},
	{"flex_trips", checkFlexTrips},
	{"flex_calls", checkFlexCalls},
	{"raw_tables", checkRawTables},
	{"agencies", checkAgencies},
	{"stops", checkStops},
	{"routes", checkRoutes},
	{"patterns", checkPatterns},
	{"profiles", checkProfiles},
	{"trips", checkTrips},
	{"services", checkServices},
	{"frequencies", checkFrequencies},
	{"transfers", checkTransfers},
	{"walk_transfers", checkWalkTransfers},
	{"pathways", checkPathways},
	{"meta", checkStats},
}

// Check yields every broken invariant of a graph. It reads all of it: seconds on a country. Checksums are checked by
// Graph.File().Verify.
func Check(g *Graph) iter.Seq[Problem] { return check(g, func(int) {}) }

// check is Check, and calls progress with the number of checks that are done.
func check(g *Graph, progress func(done int)) iter.Seq[Problem] {
	return func(yield func(Problem) bool) {
		c := checker{g: g, yield: yield}
		for i, x := range checks {
			if c.table = x.table; !c.done {
				progress(i)
				x.check(&c)
			}
		}
	}
}
