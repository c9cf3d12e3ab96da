package report

import (
	"sync"
	"time"
)

// lateSink shows a stage once it has run for a while, so that short work leaves nothing behind.
type lateSink struct {
	sink  Sink
	after time.Duration

	mu      sync.Mutex // the timer runs on a goroutine of its own
	current *lateStage // nil between stages
}

// lateStage is a stage that is shown or waits for its time.
type lateStage struct {
	name  string
	timer *time.Timer
	shown bool
	last  Progress
	next  time.Duration // when the sink wants progress again, after start
}

// NewLateSink returns a sink that shows nothing of a stage that ends within after its start, and else what the other sink
// shows, from then on. Its stages run one after another.
func NewLateSink(sink Sink, after time.Duration) Sink { return &lateSink{sink: sink, after: after} }

// Start has the stage shown later, also when it never tells of progress.
func (s *lateSink) Start(stage string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := &lateStage{name: stage, next: s.sink.Interval()}
	s.current = x
	x.timer = time.AfterFunc(s.after, func() { s.show(x) })
}

// show shows a stage that has not ended.
func (s *lateSink) show(x *lateStage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == x {
		x.shown = true
		s.sink.Start(x.name)
		s.tell(x)
	}
}

// tell passes on how far a stage is, unless it is too early for the sink.
func (s *lateSink) tell(x *lateStage) {
	if x.last.Elapsed >= x.next {
		x.next = x.last.Elapsed + s.sink.Interval()
		s.sink.Progress(x.last)
	}
}

func (s *lateSink) Progress(p Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.current
	if x == nil {
		return
	}
	x.last = p
	if x.shown {
		s.tell(x)
	}
}

func (s *lateSink) End(t StageTime) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.current
	if s.current = nil; x == nil {
		return
	}
	x.timer.Stop()
	if x.shown {
		s.sink.End(t)
	}
}

// Interval is short enough for a stage to be shown with how far it is.
func (s *lateSink) Interval() time.Duration { return min(s.after, s.sink.Interval()) }
