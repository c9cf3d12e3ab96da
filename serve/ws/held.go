package ws

import (
	"net/http"
	"sync/atomic"

	"graphbuild/serve/answer"
)

// maxHeldBytes is how much the answers of all connections may take together while they wait for their clients.
const maxHeldBytes = 256 << 20

// smallBytes is up to what length an answer is never refused: others would pay for those who hold too much.
const smallBytes = 4 << 10

// errHeld is in place of an answer for which there is no room.
var errHeld = &answer.Error{
	Status: http.StatusServiceUnavailable, Code: answer.CodeBusy, Message: "too many large answers wait for their clients: ask again, or for less",
}

// budget is what all connections share.
type budget struct {
	limit int64 // bytes
	used  atomic.Int64
}

// held is what the answers to one message take of a budget. Many goroutines may use it at once.
type held struct {
	*budget
	bytes atomic.Int64
}

// take takes n bytes, false where there is no room.
func (h *held) take(n int) bool {
	h.add(n)
	if n <= smallBytes || h.used.Load() <= h.limit {
		return true
	}
	h.give(n)
	return false
}

// add takes n bytes whether there is room or not.
func (h *held) add(n int) {
	h.bytes.Add(int64(n))
	h.used.Add(int64(n))
}

// give gives back n bytes that were taken.
func (h *held) give(n int) { h.add(-n) }

// release gives back all of them.
func (h *held) release() { h.used.Add(-h.bytes.Swap(0)) }
