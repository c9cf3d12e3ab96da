package ws_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"graphbuild/internal/servetest"
	"graphbuild/serve"
	"graphbuild/serve/answer"
	"graphbuild/serve/ws"
)

// TestMessagesShareTheRoom: a message that is half sent holds what came of it; where that leaves no room others are refused, unless
// they are small, and all is given back.
func TestMessagesShareTheRoom(t *testing.T) {
	const all = 128 << 10
	room, answers := answer.NewBudget(all), answer.NewBudget(1<<20)
	set := servetest.File(t, town(t, "ABC"), serve.Options{}).Set
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		held := answer.Held{Budget: room}
		defer held.Release()
		scope := answer.Scope{Limits: answer.Default(), Held: &held, Answers: answers}
		if err := ws.Routes()[0].Stream(w, r.WithContext(scope.Context(r.Context())), set.Source("")); err != nil {
			t.Error(err)
		}
	}))
	defer h.Close()
	s := &servetest.Service{URL: h.URL}
	const small = `{"id":1,"kind":"edge","edge":0}`
	large := `{"id":2,"kind":"edge","edge":0` + strings.Repeat(" ", all/2) + "}"

	half := dial(t, s, nil)
	begun, err := half.Writer(half.ctx, websocket.MessageText)
	if err != nil {
		t.Fatal(err)
	}
	begun.Write([]byte(large[:len(large)-1]))
	wait(t, half.ctx, func() bool { return room.Used() == all/2 })
	c := dial(t, s, nil)
	for kind, begin := range map[websocket.MessageType]string{
		websocket.MessageText: `{"status":"error","code":"TooBusy"`, websocket.MessageBinary: "\x01\x02\x00\x05\x00\x07TooBusy",
	} {
		c.send(kind, large)
		if got := c.receive(); !strings.HasPrefix(got, begin) {
			t.Errorf("a large one beside it: %q, expected %q", got, begin)
		}
	}
	if got := c.ask(small); !strings.Contains(got, `"id":1,"status":"ok"`) {
		t.Errorf("a small one beside it: %s", got)
	}
	wait(t, c.ctx, func() bool { return room.Used() == all/2 })
	begun.Write([]byte("}"))
	begun.Close()
	if got := half.receive(); !strings.Contains(got, `"id":2,"status":"ok"`) {
		t.Errorf("the one that had begun: %s", got)
	}
	wait(t, c.ctx, func() bool { return room.Used() == 0 })
	c.send(websocket.MessageText, large)
	if got := c.receive(); !strings.Contains(got, `"id":2,"status":"ok"`) {
		t.Errorf("a large one after it: %s", got)
	}
	wait(t, c.ctx, func() bool { return room.Used() == 0 && answers.Used() == 0 })
}

// wait waits until something holds.
func wait(t *testing.T, ctx context.Context, holds func() bool) {
	t.Helper()
	for !holds() {
		if ctx.Err() != nil {
			t.Fatal("it does not come")
		}
		time.Sleep(time.Millisecond)
	}
}
