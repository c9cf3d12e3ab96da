package graph

import "graphbuild/geometry"

// expandStreets unpacks the hot columns of a file into slices; cold columns stay where they are.
func expandStreets(p streets) streets {
	s := p
	s.packed = nil
	s.expandVertices(&p)
	s.expandPairs(&p)
	s.expandArcs()
	return s
}

func (s *streets) expandVertices(p *streets) {
	n := p.vertices
	s.fwd, s.back = make([]uint32, n+1), make([]uint32, n+1)
	s.pos, s.specials = make([]geometry.Point, n), make([]uint64, (n+63)/64)
	for v := range VertexID(n) {
		_, s.fwd[v+1] = p.starting(v)
		_, s.back[v+1] = p.ending(v)
		s.pos[v] = p.point(v)
		if p.special(v) {
			s.specials[v/64] |= 1 << (v % 64)
		}
	}
}

func (s *streets) expandPairs(p *streets) {
	n := p.pairs
	s.from, s.to, s.lengthDM = make([]VertexID, n), make([]VertexID, n), make([]uint32, n)
	s.facts, s.backPair = make([]FactsID, n), make([]PairID, n)
	for v := range VertexID(p.vertices) {
		for i := s.fwd[v]; i < s.fwd[v+1]; i++ {
			s.from[i] = v
			s.to[i], s.facts[i], s.lengthDM[i] = p.pairAt(PairID(i), v)
		}
		for i := s.back[v]; i < s.back[v+1]; i++ {
			s.backPair[i], _ = p.refAt(i, v)
		}
	}
}

// expandArcs puts the edges out of each vertex side by side.
func (s *streets) expandArcs() {
	s.arcFirst, s.arcs = make([]uint32, s.vertices+1), make([]Arc, 0, 2*s.pairs)
	for v := range VertexID(s.vertices) {
		s.arcs = s.appendPlain(s.arcs, v, 0)
		s.arcFirst[v+1] = uint32(len(s.arcs))
	}
}
