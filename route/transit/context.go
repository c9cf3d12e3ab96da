package transit

import "context"

// SetContext makes later queries of the search stop within milliseconds after ctx is done, with an error that wraps ctx.Err():
// errors.Is(err, context.DeadlineExceeded) tells. context.Background() is no
// context, as at first. A service that keeps searches in a pool sets the context of each request, and that one before it gives
// the search back. What the router reads once is not stopped: see Router.Prepare.
func (s *Search) SetContext(ctx context.Context) {
	s.watch.Set(ctx)
	s.streets.SetContext(ctx)
}
