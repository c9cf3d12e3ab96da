package ws_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"graphbuild/internal/servetest"
	"graphbuild/serve"
)

// TestLongListsComeInFragments looks at the frames: a list is not held until its last answer is there.
func TestLongListsComeInFragments(t *testing.T) {
	s := servetest.File(t, town(t, "ABC"), serve.Options{})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	const n = 5000
	text := "[" + strings.Repeat(`{"kind":"edge","edge":0},`, n-1) + `{"kind":"edge","edge":0}]`
	io.WriteString(conn, "GET /ws/v1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
	frame := binary.BigEndian.AppendUint64([]byte{0x81, 0xff}, uint64(len(text)))
	conn.Write(append(append(frame, 0, 0, 0, 0), text...)) // masked by zeros
	in := bufio.NewReader(conn)
	if r, err := http.ReadResponse(in, nil); err != nil || r.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal(r, err)
	}
	message, frames := readFrames(t, in)
	var got struct{ Answers []struct{ Status string } }
	if err := json.Unmarshal(message, &got); err != nil || len(got.Answers) != n || got.Answers[n-1].Status != "ok" {
		t.Errorf("%d answers, expected %d: %v", len(got.Answers), n, err)
	}
	if frames < 3 {
		t.Errorf("%d bytes came in %d frames", len(message), frames)
	}
}

// readFrames reads the frames of a message.
func readFrames(t *testing.T, in io.Reader) (message []byte, frames int) {
	t.Helper()
	for last := false; !last; frames++ {
		head := make([]byte, 2, 10)
		if _, err := io.ReadFull(in, head); err != nil {
			t.Fatal(err)
		}
		last = head[0]&0x80 != 0
		size := uint64(head[1])
		if extra := map[byte]int{126: 2, 127: 8}[head[1]]; extra > 0 {
			rest := make([]byte, 8)
			if _, err := io.ReadFull(in, rest[8-extra:]); err != nil {
				t.Fatal(err)
			}
			size = binary.BigEndian.Uint64(rest)
		}
		var part bytes.Buffer
		if _, err := io.CopyN(&part, in, int64(size)); err != nil {
			t.Fatal(err)
		}
		message = append(message, part.Bytes()...)
	}
	return message, frames
}
