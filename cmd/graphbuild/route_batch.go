package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"graphbuild/route"
	"graphbuild/route/transit"
)

// maxQueryBytes is the longest line of a batch that is read; a longer one is a bad request.
const maxQueryBytes = 1 << 20

// batchJob is one query of a batch on its way through the workers.
type batchJob struct {
	text   []byte
	number int // of the line, from 1
	tooBig bool
	answer []byte
	done   chan struct{}
}

// batch answers queries, in parallel and in their order. It holds a few queries a worker, so that a stream of any length
// takes no more memory, and writes an answer out at once when the next one is not ready.
func (c *routeCmd) batch(s *session, router *route.Router, journeys *transit.Router) error {
	in, err := c.openBatch(s)
	if err != nil {
		return err
	}
	defer in.Close()
	fallback, err := c.query()
	if err != nil {
		return err
	}
	workers := c.Jobs
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancelCause(s.ctx)
	defer stop(nil)
	inner := *s
	inner.ctx = ctx
	b := &batchRun{session: &inner, cancel: stop, todo: make(chan *batchJob), order: make(chan *batchJob, 16*workers), stop: make(chan struct{})}
	var running sync.WaitGroup
	for range workers {
		running.Go(func() { b.work(&batchWorker{router.NewSearch(), c.newPlanner(journeys)}, fallback) })
	}
	go b.read(in) // not waited for: it may hang on a terminal
	err = b.write()
	close(b.stop)
	running.Wait() // the graph is closed next
	return err
}

func (c *routeCmd) openBatch(s *session) (io.ReadCloser, error) {
	if c.Batch == "-" {
		return io.NopCloser(s.in), nil
	}
	return os.Open(c.Batch)
}

// batchWorker is what one worker of a batch searches with.
type batchWorker struct {
	*route.Search
	planner *planner
}

// batchRun is a batch under way.
type batchRun struct {
	*session
	todo, order chan *batchJob
	cancel      context.CancelCauseFunc
	stop        chan struct{} // closed when nobody takes answers any more
	readErr     error         // of read, when order is closed
}

// read hands out the lines that are not blank.
func (b *batchRun) read(in io.Reader) {
	defer close(b.todo)
	defer close(b.order)
	r := bufio.NewReaderSize(in, 1<<16)
	for number := 1; ; number++ {
		job := &batchJob{number: number, done: make(chan struct{})}
		var err error
		job.text, job.tooBig, err = readLine(r)
		if number == 1 {
			job.text = bytes.TrimPrefix(job.text, []byte("\xef\xbb\xbf")) // of a file from Windows
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				b.readErr = fmt.Errorf("route: batch: %w", err)
			}
			return
		}
		if len(bytes.TrimSpace(job.text)) == 0 && !job.tooBig {
			continue
		}
		select {
		case b.order <- job:
		case <-b.stop:
			return
		}
		select {
		case b.todo <- job:
		case <-b.stop:
			return
		}
	}
}

// readLine returns the next line, cut where it is too big, and io.EOF after the last.
func readLine(r *bufio.Reader) (text []byte, tooBig bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if len(text) <= maxQueryBytes {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(text) > 0:
			err = nil
		}
		return text, len(text) > maxQueryBytes, err
	}
}

// work answers queries until there are no more.
func (b *batchRun) work(search *batchWorker, fallback route.Query) {
	watchFaults()
	defer func() {
		if r := recover(); r != nil {
			err := faultOf(r)
			if err == nil {
				panic(r)
			}
			b.cancel(err)
		}
	}()
	for {
		select {
		case job, ok := <-b.todo:
			if !ok {
				return
			}
			job.answer = b.answer(job, search, fallback)
			close(job.done)
		case <-b.stop:
			return
		}
	}
}

func (b *batchRun) answer(job *batchJob, search *batchWorker, fallback route.Query) []byte {
	var a route.Answer
	l, q, err := readQuery(job.text, fallback)
	if job.tooBig {
		err = fmt.Errorf("query is longer than %d bytes", maxQueryBytes)
	}
	if err == nil {
		if l.Mode == transitMode || l.Mode == "" && search.planner.c.Mode == transitMode {
			return jsonLine(search.planner.answer(&l, job.number))
		}
		a, err = search.Route(q)
	}
	if err != nil {
		if l.ID == nil {
			err = fmt.Errorf("line %d: %w", job.number, err)
		}
		a = route.Answer{Status: route.BadRequest, Error: err.Error()}
	}
	return jsonLine(answerJSON(l.ID, a))
}

// jsonLine writes an answer as a line.
func jsonLine(answer any) []byte {
	text, err := json.Marshal(answer)
	if err != nil { // an id that is no JSON can't get here: it was parsed
		text = []byte(`{"status":"bad_request"}`)
	}
	return append(text, '\n')
}

// write writes the answers in the order of the queries.
func (b *batchRun) write() error {
	out := bufio.NewWriterSize(b.out, 1<<16)
	for {
		job, err := await(b, out, b.order)
		if err != nil {
			return errors.Join(err, out.Flush())
		}
		if job == nil { // order is closed
			return errors.Join(out.Flush(), b.readErr)
		}
		if _, err := await(b, out, job.done); err != nil {
			return errors.Join(err, out.Flush())
		}
		if _, err := out.Write(job.answer); err != nil {
			return err
		}
	}
}

// await receives from a channel. What was written goes out before it has to wait.
func await[T any](b *batchRun, out *bufio.Writer, from <-chan T) (T, error) {
	select {
	case x := <-from:
		return x, nil
	default:
	}
	var none T
	if err := out.Flush(); err != nil {
		return none, err
	}
	select {
	case x := <-from:
		return x, nil
	case <-b.ctx.Done():
		return none, context.Cause(b.ctx)
	}
}
