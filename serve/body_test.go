package serve

import (
	"io"
	"math"
	"net/http"
	"strings"
	"testing"

	"graphbuild/serve/answer"
)

// TestTheLargestLimitOfBodies: limits next to the largest number do not wrap around.
func TestTheLargestLimitOfBodies(t *testing.T) {
	l := answer.Default()
	l.BodyBytes = math.MaxInt64
	s := newTestServer(t, Options{Limits: l}, nil)
	for path, want := range map[string]string{"/echo": "[{}]", "/batch/v1": `[{"status":`} {
		if w := ask(s, "POST", path, "[{}]", "Content-Type: application/json"); w.Code != 200 || !strings.HasPrefix(w.Body.String(), want) {
			t.Errorf("%s: got %d %s", path, w.Code, w.Body)
		}
	}
}

// TestBodiesAreBoundedTogether has slow clients send most of a large body each: those for whom there is no room are refused, small
// bodies are not, and when the slow ones are gone all is as before.
func TestBodiesAreBoundedTogether(t *testing.T) {
	s := newTestServer(t, Options{}, nil)
	const large = 100_000
	s.bodies = answer.NewBudget(5 * large)
	address, _ := serveOn(t, s)
	for _, path := range []string{"/echo", "/batch/v1"} {
		var slow []*io.PipeWriter
		refused := make(chan int, 10)
		for range 10 {
			in, out := io.Pipe()
			slow = append(slow, out)
			go func() {
				status := 0
				if r, err := http.Post("http://"+address+path, "application/json", in); err == nil {
					status = r.StatusCode
					r.Body.Close()
				}
				in.Close()
				refused <- status
			}()
			go out.Write(make([]byte, large-10))
		}
		if got := <-refused; got != http.StatusServiceUnavailable {
			t.Errorf("%s: the first that is answered got %d", path, got)
		}
		if used := s.bodies.Used(); used > 5*large+10*2*answer.SmallBytes {
			t.Errorf("%s: %d bytes are held", path, used)
		}
		if w := ask(s, "POST", path, "[]"); w.Code != 200 {
			t.Errorf("%s: a small body: got %d %s", path, w.Code, w.Body)
		}
		for _, out := range slow {
			out.CloseWithError(io.ErrUnexpectedEOF)
		}
		for range 9 {
			<-refused
		}
		waitFor(t, func() bool { return s.bodies.Used() == 0 })
	}
	if w := ask(s, "POST", "/echo", strings.Repeat("x", large)); w.Code != 200 {
		t.Errorf("afterwards: got %d", w.Code)
	}
}
