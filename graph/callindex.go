package graph

import "sync"

// callIndex finds the calls of patterns by stop. It is made when first asked for: 8 bytes a call of a pattern and 4 a stop.
type callIndex struct {
	once  sync.Once
	first []uint32 // stops and one more
	calls []patternCall
}

// patternCall is a call of a pattern: the place of a stop in its list.
type patternCall struct {
	pattern PatternID
	call    uint32
}

// callsAt returns the calls at a stop, by pattern and place.
func (g *Graph) callsAt(s StopID) []patternCall {
	x := &g.lookup.calls
	x.once.Do(func() { x.build(g) })
	if int(s)+1 >= len(x.first) {
		return nil
	}
	return x.calls[x.first[s]:x.first[s+1]]
}

func (x *callIndex) build(g *Graph) {
	x.first = make([]uint32, g.NumStops()+1)
	each := func(visit func(StopID, patternCall)) {
		var stops []StopID
		for p := range PatternID(g.NumPatterns()) {
			stops = Pattern{g, p}.AppendStops(stops[:0])
			for call, s := range stops {
				if int(s) < len(x.first)-1 {
					visit(s, patternCall{p, uint32(call)})
				}
			}
		}
	}
	each(func(s StopID, _ patternCall) { x.first[s+1]++ })
	for s := range len(x.first) - 1 {
		x.first[s+1] += x.first[s]
	}
	x.calls = make([]patternCall, x.first[len(x.first)-1])
	next := append([]uint32(nil), x.first...)
	each(func(s StopID, c patternCall) {
		x.calls[next[s]] = c
		next[s]++
	})
}
