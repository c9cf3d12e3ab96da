package build

import "slices"

// prune drops the pieces of islands with fewer than Config.Prune ends and junctions, however few modes may use them.
func (r *run) prune() {
	if r.config.Prune <= 1 {
		return
	}
	islands := newSets(len(r.nodes.id))
	for p := range r.pieces.way {
		islands.join(r.slots[r.pieces.first[p]], r.slots[r.pieces.last[p]])
	}
	var kept pieceTable
	sightFrom := 0
	for p, way := range r.pieces.way {
		root := islands.find(r.slots[r.pieces.first[p]])
		if int(islands.size(root)) >= r.config.Prune {
			kept.add(int(way), r.pieces.first[p], r.pieces.last[p])
			if p < r.sightFrom {
				sightFrom++
			}
		}
	}
	r.sightFrom = sightFrom
	r.pieces = pieceTable{slices.Clip(kept.way), slices.Clip(kept.first), slices.Clip(kept.last)}
}
