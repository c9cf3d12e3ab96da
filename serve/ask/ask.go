// Package ask answers the queries of package wire on the graphs of a service: for handlers of one query, and for batches and
// streams, which take graph, search and a place of the gate anew for each piece of their work.
package ask

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/wire"
)

// Searcher returns what answers queries on a graph with a search of it, as long as that is not given back.
func Searcher(g *graphs.Graph, s *graphs.Search, l answer.Limits) *wire.Searcher {
	return &wire.Searcher{
		Graph: g.File, Street: s.Street, Journeys: s.Transit, Zone: g.Journeys.Zone(), Defaults: wire.StandardDefaults(),
		MaxPlaces: l.Points, Explain: explain,
	}
}

// explain says of an error what people may know.
func explain(err error) (code, message string) {
	e := answer.Of(err)
	return e.Code, e.Message
}

// Worker answers pieces of work, one goroutine at a time.
type Worker struct {
	ctx     context.Context
	graphs  graphs.Source
	limits  answer.Limits
	answers *answer.Held

	// Of the piece under way:
	graph    *graphs.Graph
	search   *graphs.Search
	searcher *wire.Searcher
	err      error    // why there is no searcher
	undo     []func() // what gives back what Begin took
}

// NewWorker returns a worker on the graphs of a source. All pieces end with ctx, whose Limits hold. Its answers are taken from what
// answers hold, and are to be given back when they are written.
func NewWorker(ctx context.Context, source graphs.Source, answers *answer.Held) *Worker {
	return &Worker{ctx: ctx, graphs: source, limits: answer.LimitsOf(ctx), answers: answers}
}

// Begin begins a piece: it waits for a place. Where it fails, all answers of the piece say why.
func (w *Worker) Begin() {
	defer w.abandonPanicked()
	w.err = w.begin()
}

func (w *Worker) begin() error {
	g, release, err := w.graphs()
	if err != nil {
		return err
	}
	w.undo = append(w.undo, release)
	ctx, end := answer.Within(w.ctx, w.limits.Time)
	w.undo = append(w.undo, end)
	leave, err := g.Enter(ctx)
	if err != nil {
		return err
	}
	w.undo = append(w.undo, leave)
	w.graph, w.search = g, g.Search(ctx)
	w.searcher = Searcher(g, w.search, w.limits)
	return nil
}

// Form is how answers are written.
type Form struct {
	What    string // the word for one of the queries, in errors: "line"
	Timed   bool   // with the time that each took
	Binary  bool   // queries and answers in the binary form of package wire, each answer behind its length
	Between string // goes before all answers but that to the first query
	End     string // goes behind each
}

// errRoom is in place of an answer for which there is no room.
var errRoom = &answer.Error{
	Status: http.StatusServiceUnavailable, Code: answer.CodeBusy, Message: "too many large answers wait for their clients: ask again, or for less",
}

// Append answers a query of the piece, and appends the answer, or where there is no room for it that.
func (w *Worker) Append(out []byte, x wire.Item, f Form) []byte {
	start, was := len(out), w.err
	out = w.append(out, x, &f)
	if w.answers.Take(len(out) - start) {
		return out
	}
	w.err = errRoom
	out = w.append(slices.Clone(out[:start]), x, &f)
	w.err = was
	w.answers.Add(len(out) - start)
	return out
}

func (w *Worker) append(out []byte, x wire.Item, f *Form) []byte {
	if x.Number > 1 {
		out = append(out, f.Between...)
	}
	a, start := w.answer(x, f), len(out)
	out = f.append(out, &a)
	if w.err == nil && w.graph.Usable() != nil {
		w.err = w.graph.Usable() // it read a damaged part, and may be wrong
		a = w.answer(x, f)
		out = f.append(out[:start], &a)
	}
	return append(out, f.End...)
}

func (w *Worker) answer(x wire.Item, f *Form) (a wire.Answer) {
	if f.Timed {
		defer func(start time.Time) { a.Took = time.Since(start) }(time.Now())
	}
	err := w.err
	if busy := (*answer.Error)(nil); errors.As(x.Err, &busy) {
		err = busy
	}
	switch {
	case err == nil && f.Binary:
		return w.searcher.AnswerBinary(x, f.What)
	case err == nil:
		return w.searcher.AnswerText(x, f.What)
	case !f.Binary:
		q, _ := wire.Read(x.Text)
		a.ID = q.ID
	}
	a.Fail(explain(err))
	a.NumberError(x, f.What)
	return a
}

func (f *Form) append(out []byte, a *wire.Answer) []byte {
	if !f.Binary {
		return a.AppendJSON(out)
	}
	start := len(out)
	out = a.AppendBinary(out)
	var length [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(length[:], uint64(len(out)-start))
	out = append(out, length[:n]...) // for the room
	copy(out[start+n:], out[start:])
	copy(out[start:], length[:n])
	return out
}

// End ends the piece. It must not be called when an answer panicked: what was used is then not fit for another; call Abandon.
func (w *Worker) End() {
	if w.search != nil {
		w.search.Release()
	}
	w.Abandon()
}

// EndOrAbandon ends the piece, for a defer: it knows whether the answers panicked, and goes on with that.
func (w *Worker) EndOrAbandon() {
	if p := recover(); p != nil {
		w.Abandon()
		panic(p)
	}
	w.End()
}

// Abandon ends the piece without giving back its search.
func (w *Worker) Abandon() {
	for i := len(w.undo) - 1; i >= 0; i-- {
		w.undo[i]()
	}
	w.graph, w.search, w.searcher, w.err, w.undo = nil, nil, nil, nil, w.undo[:0]
}

// Hold takes the graph of a source, for pieces that must all have the same one. The source that it returns is valid until release.
func Hold(take graphs.Source) (same graphs.Source, release func(), err error) {
	g, release, err := take()
	if err != nil {
		return nil, nil, err
	}
	if err := g.Usable(); err != nil {
		release()
		return nil, nil, err
	}
	return func() (*graphs.Graph, func(), error) { return g, func() {}, nil }, release, nil
}

// Queries are many queries that are answered together.
type Queries struct {
	Graphs  graphs.Source
	From    wire.Source
	Form    Form
	Answers *answer.Held // see NewWorker
	Texts   *answer.Held // what each query holds by its length until it is answered, nil for nothing
}

// Batch returns the machine that answers the queries with as many workers as the limits allow. A panic ends it, and becomes a Panic.
func (q *Queries) Batch(ctx context.Context) *wire.Batch {
	return &wire.Batch{
		Source: q.From, Workers: answer.LimitsOf(ctx).Workers,
		Fault: func(panicked any) error { return &Panic{panicked} },
		NewWorker: func() wire.Worker {
			w := NewWorker(ctx, q.Graphs, q.Answers)
			return wire.Worker{Begin: w.Begin, End: w.End, Append: func(out []byte, x wire.Item) []byte {
				defer w.abandonPanicked()
				out = w.Append(out, x, q.Form)
				if q.Texts != nil {
					q.Texts.Give(len(x.Text))
				}
				return out
			}}
		},
	}
}

// abandonPanicked gives back what a piece took when its answer panics.
func (w *Worker) abandonPanicked() {
	if p := recover(); p != nil {
		w.Abandon()
		panic(p)
	}
}

// Panic is the error of a batch whose worker panicked, for the goroutine of the request to go on with.
type Panic struct{ Value any }

func (p *Panic) Error() string { return fmt.Sprintf("a worker panicked: %v", p.Value) }
