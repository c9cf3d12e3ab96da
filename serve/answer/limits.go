package answer

import (
	"context"
	"math"
	"time"
)

// Limits are those of one request.
type Limits struct {
	Points    int           // in a query: coordinates, or places of a table (sources and targets together)
	Items     int           // in a batch, or in one message of a stream
	BodyBytes int64         // of a request, or of one message of a stream
	Time      time.Duration // for the answer, or for each piece of work of a stream
	Workers   int           // goroutines that one request may search with
}

// Default returns the limits that hold where nobody says others.
func Default() Limits {
	return Limits{Points: 1000, Items: 10_000, BodyBytes: 8 << 20, Time: 30 * time.Second, Workers: 1}
}

// Scope is what a request is bound by.
type Scope struct {
	Limits  Limits
	Ending  <-chan struct{} // see Ending
	Held    *Held           // see HeldOf
	Answers *Budget         // see AnswersOf
}

type scopeKey struct{}

// Context returns a context with the scope, which must not change from then on.
func (s *Scope) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, scopeKey{}, s)
}

func scopeOf(ctx context.Context) *Scope {
	if s, ok := ctx.Value(scopeKey{}).(*Scope); ok {
		return s
	}
	return &Scope{Limits: Default(), Held: &Held{Budget: NewBudget(math.MaxInt64)}, Answers: NewBudget(math.MaxInt64)}
}

// LimitsOf returns the limits of a request, from the context of a Handler or of the request of a Stream.
func LimitsOf(ctx context.Context) Limits { return scopeOf(ctx).Limits }

// Ending returns a channel that is closed when the service begins to end, for Streams that wait for their client: they should
// finish what they have begun and leave. It blocks for ever where there is none.
func Ending(ctx context.Context) <-chan struct{} { return scopeOf(ctx).Ending }

// HeldOf returns what the request of a Stream holds of the budget of what comes in: see ReadBody. It is given back when the request
// ends.
func HeldOf(ctx context.Context) *Held { return scopeOf(ctx).Held }

// AnswersOf returns the budget of what the answers of all Streams hold while they wait for their clients.
func AnswersOf(ctx context.Context) *Budget { return scopeOf(ctx).Answers }
