package ws

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"

	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/serve/live"
	"graphbuild/wire"
)

func TestLargeAnswersAreRefusedWhereThereIsNoRoom(t *testing.T) {
	nothing := func() (*live.Graph, func(), error) { return nil, nil, live.ErrDamaged }
	w := ask.NewWorker(t.Context(), nothing)
	w.Begin()
	defer w.End()
	all := answer.NewBudget(3 * answer.SmallBytes)
	m := &message{}
	large := wire.Item{Text: []byte(`{"id":"` + strings.Repeat("x", 2*answer.SmallBytes) + `"}`), Number: 1}
	first, second := held{answer.Held{Budget: all}}, held{answer.Held{Budget: all}}
	if got := first.append(w, nil, large, m); !strings.Contains(string(got), `"GraphUnavailable"`) {
		t.Errorf("the first is refused: %s", got[2*answer.SmallBytes:])
	}
	if got := second.append(w, []byte("before"), large, m); !strings.HasPrefix(string(got), "before{") || !strings.Contains(string(got), `"TooBusy"`) {
		t.Errorf("the second is not refused: %s", got[2*answer.SmallBytes:])
	}
	if got := second.append(w, nil, wire.Item{Text: []byte(`{}`), Number: 2}, m); !strings.Contains(string(got), `,{"status":"error","code":"GraphUnavailable"`) {
		t.Errorf("a small one is refused: %s", got)
	}
	first.Release()
	second.Release()
	if n := all.Used(); n != 0 {
		t.Errorf("%d bytes are still held", n)
	}
}

func TestWatchKeepsWhatComesAndNoticesTheEnd(t *testing.T) {
	client, server := net.Pipe()
	c := &lazyConn{Conn: server}
	stop := c.watch(func() { t.Error("the client is there") })
	if _, err := io.WriteString(client, "early"); err != nil { // is read by nobody but the watch
		t.Fatal(err)
	}
	stop()
	go io.WriteString(client, " late")
	got := make([]byte, 10)
	if _, err := io.ReadFull(c, got); err != nil || string(got) != "early late" {
		t.Fatalf("%q %v", got, err)
	}
	ctx, gone := context.WithCancel(t.Context())
	stop = c.watch(gone)
	client.Close()
	<-ctx.Done()
	stop()
	if _, err := c.Read(got); !errors.Is(err, io.EOF) {
		t.Errorf("read after the end: %v", err)
	}
}
