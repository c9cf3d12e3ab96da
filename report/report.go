package report

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"
)

// DefaultCap is the number of issues of one code that a Report keeps when Options say nothing.
const DefaultCap = 1000

// Options of a Report. The zero value works.
type Options struct {
	Cap  int  // how many issues of one code to keep, about 250 bytes each; 0 is DefaultCap. All are counted.
	Sink Sink // where to show progress; nil is nowhere
	// Spool takes every issue, also those that are not kept; nil is nowhere. Whoever made it closes it.
	Spool *Spool
	// Baseline has the issues that are no news; nil is none.
	Baseline *Baseline
}

// Report collects issues and stages. All methods may be called by many goroutines at once, and on a nil *Report, which
// takes everything and keeps nothing.
type Report struct {
	cap  int
	sink Sink
	all  *Spool
	now  func() time.Time
	use  func() usage

	mu     sync.Mutex
	known  *awaited // nil without a baseline
	codes  map[string]*codeIssues
	stages []*Stage // in the order of Start
}

// New returns an empty report.
func New(o Options) *Report {
	return &Report{
		cap:   cmp.Or(max(o.Cap, 0), DefaultCap),
		sink:  o.Sink,
		all:   o.Spool,
		now:   time.Now,
		use:   processUsage,
		known: o.Baseline.await(),
		codes: map[string]*codeIssues{},
	}
}

// CodeCount is the number of issues of one code.
type CodeCount struct {
	Code     string
	Severity Severity // the worst of them
	Count    int
	// New are those that are not in Options.Baseline: without one, all.
	New         int
	NewSeverity Severity // the worst of the new ones
}

// codeIssues are the issues of one code: all counted, the least of them kept in a heap with the greatest on top.
type codeIssues struct {
	count int
	worst Severity
	kept  []Issue

	fresh      int // not in the baseline
	freshWorst Severity
}

// add counts issues, some of which are new.
func (c *codeIssues) add(n, fresh int, s Severity) {
	c.count += n
	c.worst = max(c.worst, s)
	if c.fresh += fresh; fresh > 0 {
		c.freshWorst = max(c.freshWorst, s)
	}
}

// Add counts an issue, and keeps it if it is among the first of its code by object, file, line and message. So the same
// issues give the same report, whatever the order in which workers find them.
func (r *Report) Add(i Issue) {
	if r == nil {
		return
	}
	if all := r.spool(); all != nil {
		all.Add(i)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c, fresh := r.code(i.Code), 1
	if r.known.meet(&i) {
		fresh = 0
	}
	c.add(1, fresh, i.Severity)
	c.keep(i, r.cap)
}

// code returns the issues of a code.
func (r *Report) code(code string) *codeIssues {
	c := r.codes[code]
	if c == nil {
		c = &codeIssues{}
		r.codes[code] = c
	}
	return c
}

// AddCount counts issues of a code of which nothing else is known.
func (r *Report) AddCount(n CodeCount) {
	if r == nil || n.Count <= 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.code(n.Code).add(n.Count, n.Count-r.known.meetCount(n.Code, n.Count), n.Severity)
}

// SpoolTo has every issue from now on kept in s too, after those that are kept already. Of codes with more than
// Options.Cap issues so far, the others are lost. With nil it ends.
func (r *Report) SpoolTo(s *Spool) {
	if s != nil {
		for _, i := range r.Issues() {
			s.Add(i)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = s
}

func (r *Report) spool() *Spool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all
}

func (c *codeIssues) keep(i Issue, limit int) {
	if len(c.kept) < limit {
		c.kept = append(c.kept, i)
		c.up(len(c.kept) - 1)
		return
	}
	if i.compare(&c.kept[0]) < 0 {
		c.kept[0] = i
		c.down()
	}
}

func (c *codeIssues) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if c.kept[i].compare(&c.kept[parent]) <= 0 {
			return
		}
		c.kept[i], c.kept[parent] = c.kept[parent], c.kept[i]
		i = parent
	}
}

func (c *codeIssues) down() {
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(c.kept) {
			return
		}
		if child+1 < len(c.kept) && c.kept[child+1].compare(&c.kept[child]) > 0 {
			child++
		}
		if c.kept[child].compare(&c.kept[i]) <= 0 {
			return
		}
		c.kept[i], c.kept[child] = c.kept[child], c.kept[i]
		i = child
	}
}

// Counts returns the exact number of issues of each code, sorted by code.
func (r *Report) Counts() []CodeCount {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var counts []CodeCount
	for _, code := range slices.Sorted(maps.Keys(r.codes)) {
		c := r.codes[code]
		counts = append(counts, CodeCount{code, c.worst, c.count, c.fresh, c.freshWorst})
	}
	return counts
}

// Issues returns the issues that were kept, sorted by code, object, file, line and message.
func (r *Report) Issues() []Issue {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var issues []Issue
	for _, code := range slices.Sorted(maps.Keys(r.codes)) {
		from := len(issues)
		issues = append(issues, r.codes[code].kept...)
		slices.SortFunc(issues[from:], func(a, b Issue) int { return a.compare(&b) })
	}
	return issues
}
