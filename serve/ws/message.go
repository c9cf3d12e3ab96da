package ws

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"time"

	"github.com/coder/websocket"

	"graphbuild/serve/answer"
	"graphbuild/serve/ask"
	"graphbuild/wire"
)

// message is what a client sends.
type message struct {
	binary bool
	id     json.RawMessage // in JSON, nil for none
	number uint64          // in the binary form: the id
	text   []byte          // of a query by itself
	list   *wire.Array     // of a list, else nil
}

// Bytes that binary messages begin with: the version, and what it is.
const (
	version     = 1
	queriesType = 0
	answersType = 1
	errorType   = 2
)

// newMessage returns a message of which nothing is known but its kind.
func newMessage(kind websocket.MessageType) *message {
	return &message{binary: kind == websocket.MessageBinary}
}

// readMessage finds the queries of a message. On an error the message is there as far as it says how to answer.
func readMessage(kind websocket.MessageType, in []byte) (*message, error) {
	m := newMessage(kind)
	if m.binary {
		return m, m.readBinary(in)
	}
	in = bytes.TrimLeft(in, " \t\r\n")
	var err error
	switch {
	case len(in) > 0 && in[0] == '[':
		m.list, err = wire.NewArray(in)
	case bytes.Contains(in, []byte(`"queries"`)):
		err = m.readObject(in)
	default:
		m.text = in
	}
	if err != nil {
		return m, answer.Errorf(answer.CodeQuery, "%v", err)
	}
	return m, nil
}

// readObject reads {"id":...,"queries":[...]}; an object that is something else is a query.
func (m *message) readObject(in []byte) error {
	var x struct {
		ID      json.RawMessage `json:"id"`
		Queries json.RawMessage `json:"queries"`
	}
	if err := json.Unmarshal(in, &x); err != nil || x.Queries == nil {
		m.text = in // the error is that of the query
		return nil
	}
	m.id = x.ID
	var err error
	m.list, err = wire.NewArray(x.Queries)
	return err
}

// readBinary reads version, type, id and the list of queries.
func (m *message) readBinary(in []byte) error {
	if len(in) < 2 || in[0] != version || in[1] != queriesType {
		return answer.Errorf(answer.CodeVersion, "expected a message that begins with bytes %d %d", version, queriesType)
	}
	id, n := binary.Uvarint(in[2:])
	if n <= 0 {
		return answer.Errorf(answer.CodeQuery, "the message has no id")
	}
	m.number = id
	var err error
	if m.list, err = wire.NewBinaryList(in[2+n:]); err != nil {
		return answer.Errorf(answer.CodeQuery, "%v", err)
	}
	return nil
}

func (m *message) form() ask.Form {
	f := ask.Form{What: "query", Timed: true, Binary: m.binary}
	if !m.binary {
		f.Between = ","
	}
	return f
}

// appendHead appends what goes before the answers of a list.
func (m *message) appendHead(out []byte) []byte {
	if m.binary {
		out = binary.AppendUvarint(append(out, version, answersType), m.number)
		return binary.AppendUvarint(out, uint64(m.list.Len()))
	}
	out = append(out, '{')
	if m.id != nil {
		out = append(append(append(out, `"id":`...), m.id...), ',')
	}
	return append(out, `"answers":[`...)
}

// appendTail appends what goes behind them.
func (m *message) appendTail(out []byte, took time.Duration) []byte {
	if m.binary {
		return binary.AppendUvarint(out, uint64(took))
	}
	out = wire.AppendFloat(append(out, `],"time_us":`...), float64(took)/1000)
	return append(out, '}')
}

// appendError appends the answer to a message that is not answered.
func (m *message) appendError(out []byte, e *answer.Error) []byte {
	var a wire.Answer
	a.Fail(e.Code, e.Message)
	if !m.binary {
		a.ID = m.id
		return a.AppendJSON(out)
	}
	out = binary.AppendUvarint(append(out, version, errorType), m.number)
	return a.AppendBinary(out)
}
