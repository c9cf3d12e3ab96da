package osm

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
)

// Scan decodes all blocks that hold objects of the wanted kinds; columns of other kinds are empty. process runs on
// Workers goroutines at once, each call with a Block of its own, valid until it returns. deliver gets the results in file
// order on the caller's goroutine; neither may keep a part of a Block.
//
// Memory is bounded by Workers times the largest block, and by the results of about as many blocks.
//
// Scan stops at the first error in file order, whatever the number of workers: of reading (naming file, block and byte, or
// line), of process, or of deliver. It stops within a block's time once ctx is done, and returns its cause. No goroutine
// outlives it. A panic in process comes out of Scan. See ErrTruncated, ErrNoWays and ErrMisordered.
func Scan[T any](ctx context.Context, f *File, want Kinds, process func(*Block) (T, error), deliver func(T) error) error {
	s, err := f.scan(want)
	if err != nil {
		return f.wrap(err)
	}
	return scanAll(ctx, f, s, process, deliver)
}

// ScanSome is Scan for the blocks whose number (Block.Seq, of an earlier scan) keep picks; others may come along.
func ScanSome[T any](ctx context.Context, f *File, want Kinds, keep func(seq int) bool, process func(*Block) (T, error),
	deliver func(T) error) error {
	s, err := f.scan(want)
	if err != nil {
		return f.wrap(err)
	}
	if p, ok := s.(*pbfScan); ok {
		p.plan = slices.DeleteFunc(p.plan, func(i int32) bool { return !keep(int(i)) })
	}
	return scanAll(ctx, f, s, process, deliver)
}

func scanAll[T any](ctx context.Context, f *File, s scan, process func(*Block) (T, error), deliver func(T) error) error {
	var err error
	for more := true; more; {
		r := runner[T]{scan: s, process: process, deliver: deliver, workers: f.o.workers()}
		if err := r.run(ctx); err != nil {
			return f.wrap(err)
		}
		if more, err = s.finish(); err != nil {
			return f.wrap(err)
		}
	}
	return nil
}

func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// scan is a pass over a file of one format.
type scan interface {
	// feed emits the tasks in file order until there are no more, or emit returns false. It runs on its own goroutine.
	feed(emit func(task) bool)
	// settle is called for each task that was loaded without an error, in file order, before its result is delivered.
	settle(t task) error
	// finish is called after feed and all tasks are done; more asks for one more round.
	finish() (more bool, err error)
}

// task is a block to be loaded, by a worker.
type task interface {
	load() (*Block, error) // nil where there is nothing in it
	release()
}

// unit is a task on its way through a runner.
type unit[T any] struct {
	task  task
	value T
	err   error
	panic string
	empty bool // nothing to process
	done  chan struct{}
}

// runner is one round of a scan.
type runner[T any] struct {
	scan    scan
	process func(*Block) (T, error)
	deliver func(T) error
	workers int
}

func (r *runner[T]) run(caller context.Context) error {
	ctx, cancel := context.WithCancel(caller)
	order := make(chan *unit[T], r.workers)
	work := make(chan *unit[T])
	var all sync.WaitGroup
	defer all.Wait() // also when process or deliver panics
	defer cancel()
	all.Go(func() { r.feed(ctx, order, work) })
	for range r.workers {
		all.Go(func() {
			for u := range work {
				u.run(ctx, r.process)
			}
		})
	}
	if err := r.collect(order); err != nil {
		return err
	}
	return context.Cause(caller)
}

// feed hands each task to the collector, which bounds how far it runs ahead, and then to a worker.
func (r *runner[T]) feed(ctx context.Context, order, work chan<- *unit[T]) {
	defer close(order)
	defer close(work)
	r.scan.feed(func(t task) bool {
		u := &unit[T]{task: t, done: make(chan struct{})}
		select {
		case order <- u:
		case <-ctx.Done():
			t.release()
			return false
		}
		work <- u
		return true
	})
}

// run loads and processes one block. A panic is kept for the caller's goroutine, which can recover from it.
func (u *unit[T]) run(ctx context.Context, process func(*Block) (T, error)) {
	defer close(u.done)
	defer u.task.release()
	defer func() {
		if p := recover(); p != nil {
			u.panic = fmt.Sprintf("%v\n\nin a worker of osm.Scan:\n%s", p, debug.Stack())
		}
	}()
	if u.err = context.Cause(ctx); u.err != nil {
		return
	}
	b, err := u.task.load()
	if err != nil {
		u.err = err
		return
	}
	if u.empty = b == nil; !u.empty {
		u.value, u.err = process(b)
	}
}

// collect delivers the results in file order.
func (r *runner[T]) collect(order <-chan *unit[T]) error {
	for u := range order {
		<-u.done
		if u.panic != "" {
			panic(u.panic)
		}
		if u.err != nil {
			return u.err
		}
		if err := r.scan.settle(u.task); err != nil {
			return err
		}
		if u.empty {
			continue
		}
		if err := r.deliver(u.value); err != nil {
			return err
		}
	}
	return nil
}

func (f *File) scan(want Kinds) (scan, error) { return f.reader.scan(want) }
