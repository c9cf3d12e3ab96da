package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"graphbuild/graph"
)

// Item is one query among many.
type Item struct {
	Text   []byte // valid until it has been answered
	Number int    // from 1
	Err    error  // why the text is not the whole query, else nil
}

// numbered puts the number of the query before a text; what is the word for one of them.
func (x *Item) numbered(what, text string) string {
	return fmt.Sprintf("%s %d: %s", what, x.Number, text)
}

// Source yields queries. It is used by one goroutine at a time.
type Source interface {
	// Next appends the text of the next query to buf, and says which one it is. Err of the item is for that query alone; the
	// error is io.EOF after the last, any other ends the batch.
	Next(buf []byte) (Item, []byte, error)
	// Ready reports whether Next would not have to wait.
	Ready() bool
}

// Worker answers queries, one goroutine at a time. All but Append may be nil.
type Worker struct {
	Begin  func()                          // is called before some queries are answered in a row
	Append func(out []byte, x Item) []byte // appends the answer, and what goes between answers
	End    func()                          // is called after them, unless Append panics
}

// Batch answers the queries of a source in parallel and in their order. It holds a few queries and answers a worker, so that a
// stream of any length takes no more memory, and hands out an answer at once when the next one is not ready.
type Batch struct {
	Source    Source
	NewWorker func() Worker // is called once for each worker, by the goroutine that uses it
	Workers   int           // 0: one a core
	// Fault turns what a worker panicked with into the error that ends the batch; without it, or with nil from it, the panic goes on.
	Fault func(panicked any) error
	// Interrupt makes a call of Source.Next that is under way return an error. Run calls it, more than once if need be, when it
	// ends before the source does, and waits for that. Where it is nil, Run leaves behind a goroutine that still reads, as from
	// a terminal.
	Interrupt func()
	// Buffers is where the memory of answers is taken from and given back to: of *[]byte, to be shared by batches, so that those that
	// wait keep none. Nil: it is the batch's own.
	Buffers *sync.Pool
}

// Flusher is where answers go, such as a bufio.Writer. Flush is called before they have to wait for others.
type Flusher interface {
	io.Writer
	Flush() error
}

// Answers are parts of about partBytes, so that a worker takes many small queries at once and large ones singly.
const (
	partBytes     = 16 << 10
	maxPartItems  = 32
	partsAWorker  = 8
	maxKeptAnswer = 1 << 20 // of the memory that is used again
	maxKeptText   = 4 * partBytes
)

// part is a few queries in a row on their way through the workers.
type part struct {
	text   []byte
	items  []partItem
	answer *[]byte       // of Buffers, from when it is answered until that is written
	done   chan struct{} // has a token when the answer is there
}

type partItem struct {
	end, number int
	err         error
}

// batchRun is a batch under way.
type batchRun struct {
	*Batch
	ctx               context.Context
	cancel            context.CancelCauseFunc
	free, todo, order chan *part
	readErr           error         // of read, when order is closed
	ended             chan struct{} // closed before order
	// answers and bytes are how much was answered, from which the size of parts follows.
	answers, bytes atomic.Int64
}

// Run answers all queries and writes the answers to w. It returns when that is done, when ctx is, or with the first error of
// the source, a worker or w.
func (b *Batch) Run(ctx context.Context, w Flusher) error {
	workers := b.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if b.Buffers == nil {
		b.Buffers = new(sync.Pool)
	}
	n := partsAWorker * workers
	r := &batchRun{Batch: b, free: make(chan *part, n), todo: make(chan *part, n), order: make(chan *part, n), ended: make(chan struct{})}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	for range n {
		r.free <- &part{done: make(chan struct{}, 1)}
	}
	var running sync.WaitGroup
	for range workers {
		running.Go(r.work)
	}
	go r.read()
	err := r.write(w)
	r.cancel(nil)
	running.Wait() // what the workers search in may be closed next
	r.interrupt()
	return err
}

// interrupt has read end, and waits for that.
func (r *batchRun) interrupt() {
	for pause := time.Millisecond; r.Interrupt != nil; pause *= 2 {
		select {
		case <-r.ended:
			return
		default:
		}
		r.Interrupt()
		select {
		case <-r.ended:
		case <-time.After(pause): // it may have begun another call
		}
	}
}

// read hands out queries until there are no more.
func (r *batchRun) read() {
	defer close(r.todo)
	defer close(r.order)
	defer close(r.ended)
	for {
		var p *part
		select {
		case p = <-r.free:
		case <-r.ctx.Done():
			return
		}
		err := r.fill(p)
		if len(p.items) > 0 {
			r.order <- p // never waits: there are no more parts than places
			r.todo <- p
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				r.readErr = err
			}
			return
		}
	}
}

// fill reads queries into a part until it is full or one would have to wait for the next.
func (r *batchRun) fill(p *part) error {
	p.text, p.items = p.text[:0], p.items[:0]
	for size := r.partItems(); len(p.items) < size && len(p.text) < partBytes; {
		item, text, err := r.Source.Next(p.text)
		if err != nil {
			return err
		}
		p.text = text
		p.items = append(p.items, partItem{len(text), item.Number, item.Err})
		if !r.Source.Ready() {
			break
		}
	}
	return nil
}

// partItems returns how many queries to take at once, by the answers so far.
func (r *batchRun) partItems() int {
	answers, bytes := r.answers.Load(), r.bytes.Load()
	if bytes == 0 {
		return 1
	}
	return int(max(1, min(maxPartItems, answers*partBytes/bytes)))
}

// work answers queries until there are no more. A read of a part of a mapped file that is gone is a panic like others.
func (r *batchRun) work() {
	graph.WatchFaults()
	defer r.recover()
	w := r.NewWorker()
	for {
		select {
		case p, ok := <-r.todo:
			if !ok {
				return
			}
			if !r.answer(p, &w) {
				return
			}
		case <-r.ctx.Done():
			return
		}
	}
}

func (r *batchRun) recover() {
	p := recover()
	if p == nil {
		return
	}
	var err error
	if r.Fault != nil {
		err = r.Fault(p)
	}
	if err == nil {
		panic(p)
	}
	r.cancel(err)
}

// buffer returns an empty buffer.
func (r *batchRun) buffer() *[]byte {
	b, ok := r.Buffers.Get().(*[]byte)
	if !ok {
		return new([]byte)
	}
	*b = (*b)[:0]
	return b
}

// answer answers the queries of a part, false when nobody wants the answers any more.
func (r *batchRun) answer(p *part, w *Worker) bool {
	if w.Begin != nil {
		w.Begin()
	}
	start, out := 0, r.buffer()
	for _, x := range p.items {
		if r.ctx.Err() != nil {
			break
		}
		*out = w.Append(*out, Item{p.text[start:x.end], x.number, x.err})
		start = x.end
	}
	if w.End != nil {
		w.End()
	}
	if r.ctx.Err() != nil {
		return false
	}
	if cap(p.text) > maxKeptText { // answers may wait for long
		p.text = nil
	}
	r.answers.Add(int64(len(p.items)))
	r.bytes.Add(int64(len(*out)))
	p.answer = out
	p.done <- struct{}{}
	return true
}

// write writes the answers in the order of the queries.
func (r *batchRun) write(w Flusher) error {
	for {
		p, err := await(r.ctx, w, r.order)
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		if p == nil { // order is closed
			return errors.Join(w.Flush(), r.readErr)
		}
		if _, err := await(r.ctx, w, p.done); err != nil {
			return errors.Join(err, w.Flush())
		}
		if _, err := w.Write(*p.answer); err != nil {
			return err
		}
		if cap(*p.answer) <= maxKeptAnswer {
			r.Buffers.Put(p.answer)
		}
		p.answer = nil
		r.free <- p
	}
}

// await receives from a channel. What was written goes out before it has to wait.
func await[T any](ctx context.Context, w Flusher, from <-chan T) (T, error) {
	select {
	case x := <-from:
		return x, nil
	default:
	}
	var none T
	if err := w.Flush(); err != nil {
		return none, err
	}
	select {
	case x := <-from:
		return x, nil
	case <-ctx.Done():
		return none, context.Cause(ctx)
	}
}
