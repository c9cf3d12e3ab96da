package build

import (
	"context"
	"fmt"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"graphbuild/facts"
	"graphbuild/geometry"
	"graphbuild/osm"
	"graphbuild/report"
)

// A sight is a straight way across an area, between two nodes of its rings that see each other.
type sight struct{ a, b uint32 } // slots

const (
	// defaultAreaNodes is how many nodes of one area are looked from, where Config.AreaNodes does not say.
	defaultAreaNodes = 200
	// maxSightTests bounds the work for one area: pairs of nodes times edges of rings, and rings times their points. It is a
	// tenth of a second.
	maxSightTests = 4e7
)

// corner is a node of an area that ways across may start, end or bend at.
type corner struct {
	slot  uint32
	entry bool // another street meets the area there
}

// sightResult is what looking across one area gave.
type sightResult struct {
	found, used int // nodes worth looking from, and those that were
}

// lookAcross finds the sights of all areas: those on a shortest way from one entry to another, over sights and along the
// rings. Entries are the nodes where other streets meet the area. It marks the nodes that sights end at as vertices.
//
// Time: a square of 200 nodes takes 10 ms; maxSightTests bounds it. Memory: 160 KB an area at work.
func (r *run) lookAcross(ctx context.Context, areas []area, touches []touch) error {
	r.areas = areas
	entries := r.entriesAmong(touches)
	limit := cornerLimit(r.config.AreaNodes)
	results := make([]sightResult, len(areas))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(r.workers)
	for i := range areas {
		group.Go(func() error {
			results[i] = r.lookAcrossArea(&areas[i], entries, limit)
			return context.Cause(ctx)
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i := range areas {
		if x := results[i]; x.used < x.found {
			r.addThinned(&areas[i], x)
		}
		for _, s := range areas[i].sights {
			r.nodes.use[s.a] |= usedVertex
			r.nodes.use[s.b] |= usedVertex
		}
	}
	return nil
}

// cornerLimit returns how many corners an area may have; none where Config.AreaNodes is negative.
func cornerLimit(configured int) int {
	if configured == 0 {
		return defaultAreaNodes
	}
	return max(configured, 0)
}

func (r *run) addThinned(a *area, x sightResult) {
	object := osm.ObjectName(osm.Ways, r.ways.id[a.ways[0]])
	if a.relation != 0 {
		object = osm.ObjectName(osm.Relations, a.relation)
	}
	r.report.Add(at(report.Issue{
		Code: "osm_area_thinned", Severity: report.Info, Object: object,
		Message: fmt.Sprintf("%d nodes of the area are entries or corners, %d were looked from", x.found, x.used),
		Action:  "ways across it may make detours",
	}, r.nodes.point[a.rings[0][0]]))
}

// lookAcrossArea sets the sights of one area.
func (r *run) lookAcrossArea(a *area, streets []touch, limit int) sightResult {
	if limit == 0 || !sightModes(r.facts.rows[a.facts]).Has(facts.Walk) && !sightModes(r.facts.rows[a.facts]).Has(facts.Bike) {
		return sightResult{}
	}
	if n := a.polygon.NumPoints(); len(a.rings)*n > maxSightTests {
		return sightResult{found: n}
	}
	all, entries := r.cornersOf(a, streets)
	if entries < 2 {
		return sightResult{}
	}
	limit = min(limit, int(math.Sqrt(2*maxSightTests/float64(a.polygon.NumPoints()))))
	corners := thin(all, entries, limit)
	m := r.newMesh(a, corners)
	a.sights = m.useful()
	return sightResult{len(all), len(corners)}
}

// cornersOf returns the entries of an area, where one of the streets meets it, and its reflex corners, where shortest ways
// bend, in the order of its rings.
func (r *run) cornersOf(a *area, streets []touch) (list []corner, entries int) {
	seen := map[uint32]bool{}
	for i, reflex := range a.polygon.Reflex() {
		for k, slot := range a.rings[i] {
			if seen[slot] {
				continue
			}
			seen[slot] = true
			entry := a.isEntry(touchesAt(streets, slot))
			if entry {
				entries++
			}
			if entry || reflex[k] {
				list = append(list, corner{slot, entry})
			}
		}
	}
	return list, entries
}

// entriesAmong returns the visits of streets that people walk or ride along, of each street one at a node.
func (r *run) entriesAmong(touches []touch) []touch {
	var list []touch
	for _, t := range touches {
		e := &r.facts.rows[r.ways.facts[t.way]]
		if m := e.Modes[facts.Forward] | e.Modes[facts.Backward]; !m.Has(facts.Walk) && !m.Has(facts.Bike) {
			continue
		}
		if n := len(list); n == 0 || list[n-1].slot != t.slot || list[n-1].way != t.way {
			list = append(list, t)
		}
	}
	return list
}

// isEntry reports whether one of the streets at a node does not bound the area.
func (a *area) isEntry(streets []touch) bool {
	return slices.ContainsFunc(streets, func(t touch) bool {
		_, own := slices.BinarySearch(a.ways, t.way)
		return !own
	})
}

// thin keeps at most so many corners: all entries and an even choice of the others, or an even choice of the entries.
func thin(list []corner, entries, limit int) []corner {
	if len(list) <= limit {
		return list
	}
	keepEntries := min(entries, limit)
	keepOthers := limit - keepEntries
	others := len(list) - entries
	var out []corner
	e, o := 0, 0
	for _, c := range list {
		if c.entry {
			if picked(e, entries, keepEntries) {
				out = append(out, c)
			}
			e++
			continue
		}
		if picked(o, others, keepOthers) {
			out = append(out, c)
		}
		o++
	}
	return out
}

// picked reports whether item i of n is one of an even choice of k.
func picked(i, n, k int) bool { return (i+1)*k/n > i*k/n }

// mesh is the corners of an area and the ways between them: straight across, and along the rings.
type mesh struct {
	corners []corner
	mm      []uint32 // length by row and column; 0 is none
	across  []bool   // that it is a sight
}

func (r *run) newMesh(a *area, corners []corner) *mesh {
	n := len(corners)
	m := &mesh{corners: corners, mm: make([]uint32, n*n), across: make([]bool, n*n)}
	r.addRings(m, a)
	for i := range corners {
		p := r.nodes.point[corners[i].slot]
		for j := range i {
			if q := r.nodes.point[corners[j].slot]; a.polygon.Sees(p, q) {
				m.connect(i, j, geometry.Distance(p, q), true)
			}
		}
	}
	return m
}

// connect enters a way if it is the shortest so far; one along a ring stays where both are equal.
func (m *mesh) connect(i, j int, lengthM float64, across bool) {
	mm := uint32(math.Round(min(lengthM*1000, math.MaxUint32/4))) + 1
	for _, at := range [...]int{i*len(m.corners) + j, j*len(m.corners) + i} {
		if i != j && (m.mm[at] == 0 || mm < m.mm[at]) {
			m.mm[at], m.across[at] = mm, across
		}
	}
}

// addRings enters the ways along the rings between corners that follow each other.
func (r *run) addRings(m *mesh, a *area) {
	number := make(map[uint32]int, len(m.corners))
	for i, c := range m.corners {
		number[c.slot] = i
	}
	for _, ring := range a.rings {
		last, lengthM := -1, 0.0
		for k := range 2*len(ring) + 1 { // twice around, so that the last corner meets the first
			slot := ring[k%len(ring)]
			if k > 0 {
				lengthM += geometry.Distance(r.nodes.point[ring[(k-1)%len(ring)]], r.nodes.point[slot])
			}
			if i, ok := number[slot]; ok {
				if last >= 0 {
					m.connect(last, i, lengthM, false)
				}
				last, lengthM = i, 0
			}
		}
	}
}

// useful returns the sights that lie on a shortest way between two entries, sorted.
func (m *mesh) useful() []sight {
	n := len(m.corners)
	used := make([]bool, n*n)
	d := dense{mesh: m, dist: make([]uint64, n), prev: make([]int, n), done: make([]bool, n)}
	for i := range m.corners {
		if !m.corners[i].entry {
			continue
		}
		d.from(i)
		for j := range m.corners {
			if !m.corners[j].entry {
				continue
			}
			for at := j; d.prev[at] >= 0; at = d.prev[at] {
				used[max(at, d.prev[at])*n+min(at, d.prev[at])] = true
			}
		}
	}
	var list []sight
	for i := range n {
		for j := range i {
			if at := i*n + j; used[at] && m.across[at] {
				list = append(list, sight{m.corners[j].slot, m.corners[i].slot})
			}
		}
	}
	return list
}

// dense finds shortest ways in a mesh, in which most corners see many others: Dijkstra without a queue.
type dense struct {
	*mesh
	dist []uint64
	prev []int
	done []bool
}

// from finds the ways from one corner to all others. Of equal ones the one by the first corner wins.
func (d *dense) from(start int) {
	n := len(d.corners)
	for i := range n {
		d.dist[i], d.prev[i], d.done[i] = math.MaxUint64, -1, false
	}
	d.dist[start] = 0
	for {
		at := -1
		for i := range n {
			if !d.done[i] && d.dist[i] != math.MaxUint64 && (at < 0 || d.dist[i] < d.dist[at]) {
				at = i
			}
		}
		if at < 0 {
			return
		}
		d.done[at] = true
		for i, mm := range d.mm[at*n : at*n+n] {
			if length := d.dist[at] + uint64(mm); mm != 0 && length < d.dist[i] {
				d.dist[i], d.prev[i] = length, at
			}
		}
	}
}

// addSights appends the pieces across areas, after all others. Each has two places of its own among the slots.
func (r *run) addSights() {
	r.sightFrom = len(r.pieces.way)
	for i := range r.areas {
		a := &r.areas[i]
		for _, s := range a.sights {
			if at := uint32(len(r.slots)); uint64(len(r.slots)) < maxRefs {
				r.slots = append(r.slots, s.a, s.b)
				if r.inBox(at, at+1) {
					r.pieces.add(r.sightWay(a), at, at+1)
				}
			}
		}
		a.sights = nil
	}
}

// sightWay returns the way that stands for the ways across an area: one that has no facts of its own, if there is any.
func (r *run) sightWay(a *area) int {
	for _, w := range a.ways {
		if r.ways.facts[w] == a.facts {
			return w
		}
	}
	return a.ways[0]
}

// sightFacts returns the facts of ways across an area from those of its ring: for people on foot and bicycles, in both
// directions.
func sightFacts(e facts.Edge) facts.Edge {
	e.Type = facts.Area
	m := sightModes(e)
	e.Modes, e.Speed = [2]facts.Modes{m, m}, [2]facts.Speed{}
	e.Flags &^= facts.SpeedTagged
	for d := range e.Limited {
		e.Limited[d][facts.Car] = facts.Unlimited
	}
	return e
}

// sightModes returns the modes that cross an area.
func sightModes(e facts.Edge) facts.Modes {
	return e.Modes[facts.Forward] & e.Modes[facts.Backward] & facts.ModesOf(facts.Walk, facts.Bike, facts.Wheelchair)
}
