package stop

import (
	"context"
	"errors"
	"testing"
)

func TestWatch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var w Watch
	w.Set(ctx)
	for range 3 * every {
		if w.Stopped() || w.Err() != nil {
			t.Fatal("stopped before the end")
		}
	}
	cancel()
	asked := 1
	for ; !w.Stopped(); asked++ {
	}
	if asked > every || !errors.Is(w.Err(), context.Canceled) {
		t.Errorf("stopped after %d questions, %v", asked, w.Err())
	}
}

func TestWatchOfNothing(t *testing.T) {
	var w Watch
	for range 2 {
		for range 2 * every {
			if w.Stopped() || w.Err() != nil {
				t.Fatal("stopped")
			}
		}
		w.Set(context.Background())
	}
}
