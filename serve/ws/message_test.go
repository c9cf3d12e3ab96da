package ws

import (
	"encoding/json"
	"testing"

	"github.com/coder/websocket"

	"graphbuild/serve/answer"
)

// FuzzReadMessage reads messages of both kinds. What is refused is answered in the form of the message.
func FuzzReadMessage(f *testing.F) {
	for _, text := range []string{`{"id":1,"queries":[{}]}`, `[{},[]]`, `{"queries":5}`, `{"id":}"queries"`, "\x01\x00\x05\x01\x02\x02\x07", "\x01\x00\xff", ""} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, kind := range []websocket.MessageType{websocket.MessageText, websocket.MessageBinary} {
			m, err := readMessage(kind, in)
			if err == nil {
				continue
			}
			out := m.appendError(nil, answer.Of(err))
			if kind == websocket.MessageText && !json.Valid(out) || kind == websocket.MessageBinary && (len(out) < 4 || out[1] != errorType) {
				t.Errorf("%q is refused by %q", in, out)
			}
		}
	})
}
