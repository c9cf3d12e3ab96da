package gtfs

// grouped returns where each group starts when rows are grouped by key, one more than groups, and the rows in that order,
// stable. It is a counting sort: 4 bytes a row and 4 a group.
func grouped[K ~uint32](keys []K, groups int) (start, rows []uint32) {
	start = make([]uint32, groups+1)
	for _, k := range keys {
		start[k+1]++
	}
	for g := range groups {
		start[g+1] += start[g]
	}
	rows = make([]uint32, len(keys))
	for i, k := range keys {
		rows[start[k]] = uint32(i)
		start[k]++
	}
	copy(start[1:], start)
	start[0] = 0
	return start, rows
}

// permuted returns the values in the order of rows.
func permuted[T any](values []T, rows []uint32) []T {
	if values == nil {
		return nil
	}
	out := make([]T, len(rows))
	for i, row := range rows {
		out[i] = values[row]
	}
	return out
}

// inOrder reports whether rows are 0, 1, 2...
func inOrder(rows []uint32) bool {
	for i, row := range rows {
		if row != uint32(i) {
			return false
		}
	}
	return true
}
