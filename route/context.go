package route

import (
	"context"
	"fmt"
)

// SetContext has every query of the search from now on end soon after a context is done, within some milliseconds, with an
// error that wraps ctx.Err(): errors.Is(err, context.DeadlineExceeded) tells. At first it is context.Background(). A service
// that keeps searches in a pool sets the context of each request, and context.Background() before it gives the search back.
func (s *Search) SetContext(ctx context.Context) { s.watch.Set(ctx) }

// stopped returns an error when the context of the search is done. What has been found is then not to be trusted.
func (s *Search) stopped() error {
	if err := s.watch.Err(); err != nil {
		return fmt.Errorf("route: stopped: %w", err)
	}
	return nil
}
