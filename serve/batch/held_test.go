package batch_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/answer"
	"graphbuild/serve/batch"
)

// TestBatchesShareTheRoom: where other requests hold all the room, large lines and large answers are refused one by one, small ones
// are answered, and what a batch took is given back at its end.
func TestBatchesShareTheRoom(t *testing.T) {
	s := servetest.Sample(t, serve.Defaults())
	long := `{"id":"` + strings.Repeat("x", 2*answer.SmallBytes) + `","kind":"vertex","vertex":1}`
	const short = `{"kind":"vertex","vertex":1}`
	for _, c := range []struct {
		name, kind, body string
		lines, answers   int64 // room
		found, refused   int
	}{
		{"all fits", lines, long + "\n\n" + short + "\n", 1 << 20, 1 << 20, 2, 0},
		{"no room for lines", lines, long + "\n" + short + "\n", 1, 1 << 20, 1, 1},
		{"no room for answers to lines", lines, long + "\n" + short + "\n", 1 << 20, 1, 1, 1},
		{"no room for answers to a list", list, "[" + long + "," + short + "]", 1 << 20, 1, 1, 1},
	} {
		in, out := answer.NewBudget(c.lines), answer.NewBudget(c.answers)
		held := answer.Held{Budget: in}
		scope := answer.Scope{Limits: answer.Default(), Held: &held, Answers: out}
		r := httptest.NewRequestWithContext(scope.Context(t.Context()), http.MethodPost, "/batch/v1", io.NopCloser(strings.NewReader(c.body)))
		r.Header.Set("Content-Type", c.kind)
		w := httptest.NewRecorder()
		if err := batch.Routes()[0].Stream(w, r, s.Set.Source("")); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		got := w.Body.String()
		if found, refused := strings.Count(got, `"status":"ok"`), strings.Count(got, `"code":"TooBusy"`); found != c.found || refused != c.refused {
			t.Errorf("%s: got %d answers and %d refusals: %.200s", c.name, found, refused, got)
		}
		if c.kind == lines && in.Used() != 0 || out.Used() != 0 {
			t.Errorf("%s: %d bytes of lines and %d of answers are still held", c.name, in.Used(), out.Used())
		}
	}
}
