package fileio

import (
	"context"
	"errors"
	"runtime"
	"testing"
)

// TestOrCancelOfWhatEndsItsGoroutine: t.Fatal in do is no success.
func TestOrCancelOfWhatEndsItsGoroutine(t *testing.T) {
	if _, err := OrCancel(t.Context(), func() (int, error) { runtime.Goexit(); return 1, nil }); err == nil {
		t.Error("no error")
	}
}

func TestOrCancelEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("why")
	release := make(chan struct{})
	defer close(release)
	_, err := OrCancel(ctx, func() (int, error) { cancel(why); <-release; return 7, nil })
	if !errors.Is(err, why) {
		t.Error(err)
	}
}
