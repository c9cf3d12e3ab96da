package answer_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"graphbuild/serve/answer"
)

func TestReadBody(t *testing.T) {
	for _, n := range []int{0, 1, 511, 512, 513, 100_000} {
		text := bytes.Repeat([]byte("x"), n)
		for _, length := range []int64{-1, int64(n)} {
			for _, limit := range []int64{int64(n), math.MaxInt64} {
				held := answer.Held{Budget: answer.NewBudget(1 << 20)}
				got, err := answer.ReadBody(bytes.NewReader(text), length, limit, &held)
				if err != nil || !bytes.Equal(got, text) {
					t.Errorf("%d bytes, stated %d, at most %d: %d bytes, %v", n, length, limit, len(got), err)
				}
				if used := held.Budget.Used(); used < int64(n) || used > int64(2*n+1024) {
					t.Errorf("%d bytes, stated %d: %d are held", n, length, used)
				}
				held.Release()
				if used := held.Budget.Used(); used != 0 {
					t.Errorf("%d bytes: %d are held after the end", n, used)
				}
			}
		}
		if n == 0 {
			continue
		}
		for _, length := range []int64{-1, int64(n)} {
			var tooLarge *http.MaxBytesError
			held := answer.Held{Budget: answer.NewBudget(1 << 20)}
			if _, err := answer.ReadBody(bytes.NewReader(text), length, int64(n-1), &held); !errors.As(err, &tooLarge) || tooLarge.Limit != int64(n-1) {
				t.Errorf("%d bytes, stated %d, of at most %d: %v", n, length, n-1, err)
			}
		}
	}
}

// TestReadBodyOfAllTheRoom: the longest body fits where there is room for one, and for the byte that shows its end.
func TestReadBodyOfAllTheRoom(t *testing.T) {
	const limit = 1 << 20
	text := bytes.Repeat([]byte("x"), limit)
	for _, length := range []int64{-1, limit} {
		held := answer.Held{Budget: answer.NewBudget(limit + 1)}
		if got, err := answer.ReadBody(bytes.NewReader(text), length, limit, &held); err != nil || len(got) != limit {
			t.Errorf("stated %d: %d bytes, %v", length, len(got), err)
		}
	}
}

func TestReadBodyFails(t *testing.T) {
	held := answer.Held{Budget: answer.NewBudget(1 << 20)}
	broken := errors.New("broken")
	if _, err := answer.ReadBody(io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(broken)), 10, 100, &held); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// TestReadBodyTakesNoMoreThanThereIs: a length that is stated takes nothing before the bytes come; large bodies are refused where
// there is no room, and small ones are not.
func TestReadBodyTakesNoMoreThanThereIs(t *testing.T) {
	all := answer.NewBudget(10_000)
	first, second, third := answer.Held{Budget: all}, answer.Held{Budget: all}, answer.Held{Budget: all}
	if _, err := answer.ReadBody(strings.NewReader("few"), 1<<40, math.MaxInt64, &first); err != nil || all.Used() > answer.SmallBytes {
		t.Errorf("%v, and %d are held", err, all.Used())
	}
	if _, err := answer.ReadBody(strings.NewReader(strings.Repeat("x", 9000)), 9000, math.MaxInt64, &second); err != nil {
		t.Errorf("within the budget: %v", err)
	}
	var busy *answer.Error
	large := strings.Repeat("x", 9000)
	if _, err := answer.ReadBody(strings.NewReader(large), -1, math.MaxInt64, &third); !errors.As(err, &busy) || busy.Code != answer.CodeBusy || busy.Status != 503 {
		t.Errorf("beyond the budget: %v", err)
	}
	third.Release()
	if _, err := answer.ReadBody(strings.NewReader(large[:1000]), -1, math.MaxInt64, &third); err != nil {
		t.Errorf("a small one: %v", err)
	}
	first.Release()
	second.Release()
	third.Release()
	if all.Used() != 0 {
		t.Errorf("%d are held after the end", all.Used())
	}
}
