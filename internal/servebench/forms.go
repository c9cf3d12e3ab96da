package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"graphbuild/graph"
	"graphbuild/route"
	"graphbuild/wire"
)

// timeIn returns the time that an answer of a WebSocket says it took.
func timeIn(answer []byte) time.Duration {
	_, rest, _ := bytes.Cut(answer, []byte(`"time_us":`))
	end := bytes.IndexFunc(rest, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	us, _ := strconv.ParseFloat(string(rest[:max(end, 0)]), 64)
	return time.Duration(us * float64(time.Microsecond))
}

// askBinary asks one question in the binary form, and returns the answer.
func (s *socket) askBinary(q question) ([]byte, error) {
	const version, queries, number, one, asJSON = 1, 0, 0, 1, 0
	b := binary.AppendUvarint([]byte{version, queries, number, one}, uint64(1+len(q.line)))
	if err := s.c.Write(s.ctx, websocket.MessageBinary, append(append(b, asJSON), q.line...)); err != nil {
		return nil, err
	}
	return s.receive()
}

// askText asks one question in JSON, and returns the answer.
func (s *socket) askText(q question) ([]byte, error) {
	if err := s.send(q.line); err != nil {
		return nil, err
	}
	return s.receive()
}

// forms prints a small and a large answer in their forms.
func (b *bench) forms() error {
	g, err := graph.Open(b.path)
	if err != nil {
		return err
	}
	defer g.Close()
	s, err := dialSocket(b.service.address())
	if err != nil {
		return err
	}
	defer s.close()
	searcher := &wire.Searcher{Graph: g, Street: route.NewRouter(g).NewSearch(), Defaults: wire.StandardDefaults()}
	fmt.Printf("\nForms of answers\n| answer | form | bytes | ms by WebSocket (least) | µs to write it | bytes allocated for that | bytes allocated with the query |\n|---|---|---|---|---|---|---|\n")
	for _, kind := range []struct {
		name string
		q    question
	}{{"vertex", b.asked.vertices[0]}, {"long route", b.asked.long[0]}} {
		for _, form := range []struct {
			name  string
			ask   func(question) ([]byte, error)
			write func(*wire.Answer, []byte) []byte
		}{{"JSON", s.askText, (*wire.Answer).AppendJSON}, {"binary", s.askBinary, (*wire.Answer).AppendBinary}} {
			var answer []byte
			took, err := least(func() (err error) { answer, err = form.ask(kind.q); return err }, 50)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", kind.name, form.name, err)
			}
			written, all := costs(searcher, kind.q, form.write)
			fmt.Printf("| %s | %s | %d | %s | %.1f | %d | %d |\n", kind.name, form.name, len(answer), ms(took), written.us, written.bytes, all.bytes)
		}
	}
	return nil
}

// cost is what something takes.
type cost struct {
	us    float64
	bytes uint64 // allocated
}

// costs measures writing an answer into a buffer that is used again, and the whole of reading the query, answering and writing.
func costs(s *wire.Searcher, q question, write func(*wire.Answer, []byte) []byte) (written, all cost) {
	var buf []byte
	item := wire.Item{Number: 1, Text: []byte(q.line)}
	a := s.AnswerText(item, "query")
	buf = write(&a, buf[:0])
	written = costOf(func() { buf = write(&a, buf[:0]) })
	all = costOf(func() { a := s.AnswerText(item, "query"); buf = write(&a, buf[:0]) })
	return written, all
}

func costOf(do func()) cost {
	const runs = 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	took, _ := least(func() error { do(); return nil }, runs)
	runtime.ReadMemStats(&after)
	return cost{float64(took.Nanoseconds()) / 1000, (after.TotalAlloc - before.TotalAlloc) / runs}
}
