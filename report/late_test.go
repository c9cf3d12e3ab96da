package report

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// listSink notes what it is told.
type listSink struct {
	told     []string
	interval time.Duration
}

func (s *listSink) Start(stage string)      { s.told = append(s.told, "start "+stage) }
func (s *listSink) Progress(p Progress)     { s.told = append(s.told, p.Stage+" "+p.String()) }
func (s *listSink) End(t StageTime)         { s.told = append(s.told, "end "+t.Name) }
func (s *listSink) Interval() time.Duration { return s.interval }

// A stage of less than a second is not seen; one that says nothing is seen from the first second on; progress comes as
// often as the sink wants it.
func TestLateSink(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		list := &listSink{interval: 10 * time.Second}
		r := New(Options{Sink: NewLateSink(list, time.Second)})
		short := r.Start("short")
		time.Sleep(900 * time.Millisecond)
		short.Progress(1, 2, "rows")
		short.End()
		silent := r.Start("silent")
		time.Sleep(2 * time.Second)
		silent.End()
		long := r.Start("long")
		for i := range int64(25) {
			time.Sleep(600 * time.Millisecond)
			long.Progress(i+1, 25, "rows")
		}
		long.End()
		want := []string{
			"start silent", "end silent",
			"start long", "long 72 %, 18 of 25 rows, 1 rows/s, 4.20 s left", "end long",
		}
		if diff := cmp.Diff(want, list.told); diff != "" {
			t.Error(diff)
		}
	})
}

// A stage that is silent when it is shown is shown with what it told before.
func TestLateSinkShowsHowFar(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		list := &listSink{interval: 100 * time.Millisecond}
		r := New(Options{Sink: NewLateSink(list, time.Second)})
		long := r.Start("long")
		time.Sleep(500 * time.Millisecond)
		long.Progress(1, 4, "rows")
		time.Sleep(5 * time.Second)
		long.End()
		if diff := cmp.Diff([]string{"start long", "long 25 %, 1 of 4 rows, 2 rows/s, 1.50 s left", "end long"}, list.told); diff != "" {
			t.Error(diff)
		}
	})
}

// The timer of a stage that has ended shows nothing when it is late itself.
func TestLateSinkAfterTheEnd(t *testing.T) {
	list := &listSink{interval: 10 * time.Second}
	s := NewLateSink(list, time.Hour).(*lateSink)
	s.Start("a")
	ended := s.current
	s.End(StageTime{Name: "a"})
	s.show(ended)
	if len(list.told) != 0 {
		t.Errorf("told %q, want nothing", list.told)
	}
}
