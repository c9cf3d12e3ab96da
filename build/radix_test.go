package build

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// keysOf draws keys that share digits, as ids do, and some that share none.
func keysOf(t *rapid.T) []uint64 {
	narrow := rapid.SliceOf(rapid.Uint64Range(1<<33, 1<<33+5000)).Draw(t, "narrow")
	wide := rapid.SliceOf(rapid.Uint64()).Draw(t, "wide")
	return append(narrow, wide...)
}

func TestSortKeysSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := keysOf(t)
		want := slices.Sorted(slices.Values(keys))
		if got := sortKeys(keys, make([]uint64, len(keys))); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestSortByKeyIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := keysOf(t)
		for i := range keys {
			keys[i] %= 1000 // many equal ones
		}
		before := slices.Clone(keys)
		rows := make([]uint32, len(keys))
		for i := range rows {
			rows[i] = uint32(i)
		}
		sortByKey(keys, rows)
		for i := range rows {
			if keys[i] != before[rows[i]] {
				t.Fatalf("row %d has key %d, want %d", rows[i], keys[i], before[rows[i]])
			}
			if i > 0 && (keys[i-1] > keys[i] || keys[i-1] == keys[i] && rows[i-1] >= rows[i]) {
				t.Fatalf("rows %d and %d are out of order", rows[i-1], rows[i])
			}
		}
	})
}

func TestIDKeyKeepsTheOrderOfSignedIDs(t *testing.T) {
	ids := []int64{math.MinInt64, -3, -1, 0, 1, 1 << 40, math.MaxInt64}
	for i, id := range ids {
		if keyID(idKey(id)) != id {
			t.Errorf("id %d comes back as %d", id, keyID(idKey(id)))
		}
		if i > 0 && idKey(ids[i-1]) >= idKey(id) {
			t.Errorf("key of %d is not smaller than that of %d", ids[i-1], id)
		}
	}
}

func TestMatcherFindsWhatIsThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfDistinct(rapid.Int64Range(-50, 200), rapid.ID[int64]).Draw(t, "ids")
		slices.Sort(ids)
		match := matcher{ids: ids}
		for _, id := range rapid.SliceOf(rapid.Int64Range(-60, 210)).Draw(t, "queries") {
			wantSlot, want := slices.BinarySearch(ids, id)
			slot, ok := match.find(id)
			if ok != want || ok && int(slot) != wantSlot {
				t.Fatalf("find(%d) in %v = %d, %v; want %d, %v", id, ids, slot, ok, wantSlot, want)
			}
		}
	})
}

func BenchmarkSortKeys(b *testing.B) {
	ids := make([]uint64, 1<<20)
	for i := range ids {
		ids[i] = 1<<32 + uint64(i)*2654435761%(1<<32)
	}
	keys, scratch := make([]uint64, len(ids)), make([]uint64, len(ids))
	b.SetBytes(int64(8 * len(ids)))
	for b.Loop() {
		copy(keys, ids)
		sortKeys(keys, scratch)
	}
}
