package ws

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
)

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
