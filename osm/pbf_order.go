package osm

import "sort"

// choose plans which blocks to read. Where the header says that the objects are sorted by type, the blocks in which the
// wanted kinds begin and end are found by bisection, so that of n others about 2 log n are unpacked. The claim is checked
// by all blocks that are read, and given up for good where it proves wrong.
func (s *pbfScan) choose() error {
	f := s.file
	first, last := 0, len(f.frames)
	if f.h.Sorted {
		var err error
		if first, last, err = f.bounds(s.want); err != nil {
			return err
		}
	}
	for i, fr := range f.frames {
		inside := i >= first && i < last && !fr.known
		if inside || fr.known && fr.kinds&s.want != 0 || !f.h.Sorted && !fr.known {
			s.plan = append(s.plan, int32(i))
		}
	}
	return nil
}

// bounds returns the range of blocks outside of which there are none of the wanted kinds, if the file is sorted.
func (f *pbfFile) bounds(want Kinds) (first, last int, err error) {
	n := len(f.frames)
	if low := want.lowest(); low > Nodes {
		first = sort.Search(n, func(i int) bool { return err != nil || f.probe(i, &err).highest() >= low })
	}
	if err != nil {
		return 0, n, err
	}
	last = n
	if high := want.highest(); high < Relations {
		last = first + sort.Search(n-first, func(i int) bool { return err != nil || f.probe(first+i, &err).lowest() > high })
	}
	return first, last, err
}

// probe returns the kinds that block i holds. An empty block gives up the claim of order: it cannot be placed.
func (f *pbfFile) probe(i int, err *error) Kinds {
	fr := &f.frames[i]
	if fr.known {
		return fr.kinds
	}
	d := f.take()
	defer f.give(d)
	found, e := d.readBlock(f, i, 0)
	if e != nil {
		*err = e
		return 0
	}
	fr.known, fr.kinds = true, found
	if found == 0 {
		f.h.Sorted = false
	}
	return found
}

// lowest returns the first of the kinds in the set, in the order of a sorted file; 0 of an empty set.
func (k Kinds) lowest() Kinds { return k & -k }

// highest returns the last of the kinds in the set, in the order of a sorted file; 0 of an empty set.
func (k Kinds) highest() Kinds {
	for _, one := range [...]Kinds{Relations, Ways, Nodes} {
		if k&one != 0 {
			return one
		}
	}
	return 0
}

// String names the kinds: "nodes and ways".
func (k Kinds) String() string {
	names := ""
	for i, one := range [...]Kinds{Nodes, Ways, Relations} {
		if k&one == 0 {
			continue
		}
		if names != "" {
			names += " and "
		}
		names += [...]string{"nodes", "ways", "relations"}[i]
	}
	if names == "" {
		return "nothing"
	}
	return names
}
