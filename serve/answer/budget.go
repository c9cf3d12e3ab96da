package answer

import "sync/atomic"

// SmallBytes is up to what length room is always granted: the small would pay for the large.
const SmallBytes = 4 << 10

// Budget bounds what many requests hold in memory together, in bytes. Many goroutines may use it at once.
type Budget struct {
	limit int64
	used  atomic.Int64
}

// NewBudget returns a budget of so many bytes.
func NewBudget(limit int64) *Budget { return &Budget{limit: limit} }

// Used returns how many bytes are held.
func (b *Budget) Used() int64 { return b.used.Load() }

// Held is what one request takes of a Budget. Many goroutines may use it at once.
type Held struct {
	Budget *Budget
	bytes  atomic.Int64
}

// Take takes n bytes, false where there is no room for them.
func (h *Held) Take(n int) bool {
	for {
		used := h.Budget.used.Load()
		if n > SmallBytes && used+int64(n) > h.Budget.limit {
			return false
		}
		if h.Budget.used.CompareAndSwap(used, used+int64(n)) {
			h.bytes.Add(int64(n))
			return true
		}
	}
}

// Add takes n bytes whether there is room or not.
func (h *Held) Add(n int) {
	h.bytes.Add(int64(n))
	h.Budget.used.Add(int64(n))
}

// Give gives back n bytes that were taken.
func (h *Held) Give(n int) { h.Add(-n) }

// Release gives back all of them.
func (h *Held) Release() { h.Budget.used.Add(-h.bytes.Swap(0)) }
