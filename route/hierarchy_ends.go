package route

import (
	"slices"

	"graphbuild/graph"
	"graphbuild/route/hierarchy"
)

// leave finds the nodes of the core that the start leads to, by limited edges too; false when those are too many.
func (s *Search) leave(f *fast) bool {
	x := &s.fast
	x.out, x.from, x.fromStep = x.out[:0], x.from[:0], x.fromStep[:0]
	x.known.reset()
	s.queue = s.queue[:0]
	for i := range s.from {
		p := &s.from[i]
		at := entry{p.arc.Edge, s.m.turns.first.at(p.arc.Edge)}
		x.out = s.step(x.out, step{
			entry: at, vertex: p.arc.To, cost: part(p.ms, 1-p.portion), dm: p.dm(p.portion, 1),
			next: -1, place: int32(i), zone: p.pace&limited != 0,
		})
	}
	for len(s.queue) > 0 && len(x.out) < maxSteps {
		q := s.queue.pop()
		at := x.out[q.state]
		if n, _ := x.known.get(at.key()); n != uint32(q.state) {
			continue
		}
		x.from = append(x.from, hierarchy.Seed{
			Node: f.lookup(at.vertex, at.entry), Cost: capped(at.cost), Trait: hierarchy.Trait{Last: uint32(at.edge), Length: at.dm},
		})
		x.fromStep = append(x.fromStep, int32(q.state))
		if !at.zone {
			continue
		}
		s.arcs = f.follow(s.arcs[:0], at.vertex, at.entry)
		for _, a := range s.arcs {
			if p := s.m.paceOf(a); p&limited != 0 {
				x.out = s.step(x.out, step{
					entry: f.after(at.entry, a.Edge), vertex: a.To, cost: at.cost + s.m.rides[at.vertex] + s.m.ms(s.g, a, p),
					dm: at.dm + a.LengthDM, next: int32(q.state), place: at.place, zone: true,
				})
			}
		}
	}
	return len(s.queue) == 0
}

// step queues a step unless as good a one is known for its entry.
func (s *Search) step(list []step, x step) []step {
	if n, ok := s.fast.known.get(x.key()); ok && list[n].cost <= x.cost {
		return list
	}
	s.fast.known.put(x.key(), uint32(len(list)))
	s.queue.push(queued{bound: x.cost, cost: x.cost, state: stateID(len(list))})
	return append(list, x)
}

func (x *step) key() uint64 { return uint64(x.node)<<32 | uint64(x.edge) }

// enter finds the nodes of the core that lead to the target, by limited edges too; false when those are too many.
func (s *Search) enter(f *fast) bool {
	x := &s.fast
	x.in, x.to, x.toStep = x.in[:0], x.to[:0], x.toStep[:0]
	x.known.reset()
	s.queue = s.queue[:0]
	for i := range s.to {
		p := &s.to[i]
		x.in = s.step(x.in, step{
			entry: entry{edge: p.arc.Edge}, vertex: p.tail, cost: s.m.rides[p.tail] + part(p.ms, p.portion), dm: p.dm(0, p.portion),
			next: -1, place: int32(i), zone: p.pace&limited != 0,
		})
	}
	for len(s.queue) > 0 && len(x.in) < maxSteps {
		q := s.queue.pop()
		at := x.in[q.state]
		if n, _ := x.known.get(at.key()); n != uint32(q.state) {
			continue
		}
		s.seedsBefore(f, &at, int32(q.state))
		if at.zone {
			s.stepsBefore(f, &at, int32(q.state))
		}
	}
	return len(s.queue) == 0
}

// seedsBefore appends the nodes of the core from which a step may go on: the vertex and those of its copies that may.
func (s *Search) seedsBefore(f *fast, at *step, id int32) {
	x := &s.fast
	seed := func(node uint32) {
		trait := hierarchy.Trait{First: uint32(at.edge), Length: at.dm, Unsound: at.via}
		x.to = append(x.to, hierarchy.Seed{Node: node, Cost: capped(at.cost), Trait: trait})
		x.toStep = append(x.toStep, id)
	}
	if !f.blocked(at.vertex) {
		seed(uint32(at.vertex))
	}
	x.copies = f.appendAt(x.copies[:0], at.vertex)
	for _, c := range x.copies {
		if s.mayGo(f, at.vertex, c.entry, at.edge) {
			seed(c.node)
		}
	}
}

// mayGo reports whether an edge out of v may follow a state there.
func (s *Search) mayGo(f *fast, v graph.VertexID, x entry, e graph.EdgeID) bool {
	s.todo = f.follow(s.todo[:0], v, x)
	return slices.ContainsFunc(s.todo, func(a graph.Arc) bool { return a.Edge == e })
}

// stepsBefore queues the limited edges that a step may follow. It knows of restrictions by the last edge alone: those with
// a chain of ways are checked at the end.
func (s *Search) stepsBefore(f *fast, at *step, id int32) {
	s.arcs = s.g.AppendArcsIn(s.arcs[:0], at.vertex)
	for _, a := range s.arcs {
		p := s.m.paceOf(a)
		if p&limited != 0 && s.mayGo(f, at.vertex, entry{a.Edge, s.m.turns.first.at(a.Edge)}, at.edge) {
			s.fast.in = s.step(s.fast.in, step{
				entry: entry{edge: a.Edge}, vertex: a.To, cost: at.cost + s.m.rides[a.To] + s.m.ms(s.g, a, p),
				dm: at.dm + a.LengthDM, next: id, place: at.place, zone: true, via: at.via || s.m.turns.inside[a.Edge],
			})
		}
	}
}
