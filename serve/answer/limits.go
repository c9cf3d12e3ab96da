package answer

import (
	"context"
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

type limitsKey struct{}

// WithLimits returns a context with limits.
func WithLimits(ctx context.Context, l Limits) context.Context {
	return context.WithValue(ctx, limitsKey{}, l)
}

// LimitsOf returns the limits of a request, from the context of a Handler or of the request of a Stream.
func LimitsOf(ctx context.Context) Limits {
	if l, ok := ctx.Value(limitsKey{}).(Limits); ok {
		return l
	}
	return Default()
}

type endingKey struct{}

// WithEnding returns a context with the channel that is closed when the service begins to end.
func WithEnding(ctx context.Context, ending <-chan struct{}) context.Context {
	return context.WithValue(ctx, endingKey{}, ending)
}

// Ending returns a channel that is closed when the service begins to end, for Streams that wait for their client: they should
// finish what they have begun and leave. It blocks for ever where there is none.
func Ending(ctx context.Context) <-chan struct{} {
	c, _ := ctx.Value(endingKey{}).(<-chan struct{})
	return c
}
