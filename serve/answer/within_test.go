package answer

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestWithin compares Within with context.WithTimeout, asked for Done and not, over the time before and behind the deadline.
func TestWithin(t *testing.T) {
	type key struct{}
	parent := context.WithValue(context.Background(), key{}, 1)
	soon, cancelSoon := context.WithTimeout(parent, time.Second)
	defer cancelSoon()
	gone, cancel := context.WithCancel(parent)
	cancel()
	for name, of := range map[string]context.Context{"plain": parent, "ends sooner": soon, "is cancelled": gone} {
		for _, asked := range []bool{false, true} {
			got, end := Within(of, time.Hour)
			want, endWant := context.WithTimeout(of, time.Hour)
			if asked {
				got.Done()
			}
			if !errors.Is(got.Err(), want.Err()) || got.Value(key{}) != 1 {
				t.Errorf("%s, asked %v: got %v, expected %v", name, asked, got.Err(), want.Err())
			}
			at, _ := got.Deadline()
			if wantAt, ok := want.Deadline(); !ok || at.Sub(wantAt).Abs() > time.Minute {
				t.Errorf("%s: it ends at %v, expected %v", name, at, wantAt)
			}
			end()
			endWant()
		}
	}
}

func TestWithinEndsInTime(t *testing.T) {
	for _, asked := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			ctx, end := Within(t.Context(), time.Minute)
			defer end()
			if asked {
				ctx.Done()
			}
			time.Sleep(59 * time.Second)
			if err := ctx.Err(); err != nil {
				t.Errorf("asked %v: %v before the end", asked, err)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			if err := ctx.Err(); err != context.DeadlineExceeded {
				t.Errorf("asked %v: got %v at the end", asked, err)
			}
			select {
			case <-ctx.Done():
			default:
				t.Errorf("asked %v: it is not done at the end", asked)
			}
		})
	}
}
