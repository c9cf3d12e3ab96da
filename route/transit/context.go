package transit

import "context"

// SetContext has every query of the search from now on end soon after a context is done, within some milliseconds, with an
// error that wraps ctx.Err(): errors.Is(err, context.DeadlineExceeded) tells. context.Background() is no
// context, as at first. A service that keeps searches in a pool sets the context of each request, and that one before it gives
// the search back. What the router reads once is not stopped: see Router.Prepare.
func (s *Search) SetContext(ctx context.Context) {
	s.watch.Set(ctx)
	s.streets.SetContext(ctx)
}
