package report

import (
	"encoding/json"
	"sync/atomic"
	"time"
)

// StageTime is what a stage took.
type StageTime struct {
	Name string
	Wall time.Duration
	CPU  time.Duration // user and system time of the whole process while the stage ran; 0 where it is not known
	// PeakRSSBytes is the most memory that the process has had resident since it began, up to the end of the stage.
	PeakRSSBytes int64
	Failed       bool // its work ended with an error, which is told elsewhere
}

// MarshalJSON returns {"name","wall_s","cpu_s","peak_rss_bytes"}.
func (t StageTime) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name         string  `json:"name"`
		WallS        float64 `json:"wall_s"`
		CPUS         float64 `json:"cpu_s"`
		PeakRSSBytes int64   `json:"peak_rss_bytes"`
	}{t.Name, t.Wall.Seconds(), t.CPU.Seconds(), t.PeakRSSBytes})
}

// Progress is how far a stage is.
type Progress struct {
	Stage   string
	Done    int64
	Total   int64  // 0 where it is not known
	Unit    string // plural: "blocks", "ways"; "bytes" are shown as MB
	Elapsed time.Duration
}

// PerSecond returns the rate so far.
func (p Progress) PerSecond() float64 {
	if p.Elapsed <= 0 {
		return 0
	}
	return float64(p.Done) / p.Elapsed.Seconds()
}

// Left estimates the time to the end of the stage from the rate so far; false where it cannot.
func (p Progress) Left() (time.Duration, bool) {
	if p.Done <= 0 || p.Total < p.Done || p.Elapsed <= 0 {
		return 0, false
	}
	return time.Duration(float64(p.Elapsed) * float64(p.Total-p.Done) / float64(p.Done)), true
}

// usage is what the process has used since it began.
type usage struct {
	cpu     time.Duration
	peakRSS int64
}

// Stage is a part of the work that has started. All methods may be called by many goroutines at once, and on nil.
type Stage struct {
	report  *Report
	name    string
	start   time.Time
	cpu     time.Duration
	nextNS  atomic.Int64 // when to show progress again, after start
	ended   bool         // guarded by report.mu, as is took
	took    StageTime
	sinkGap time.Duration
}

// Start begins a stage and shows that. Call End when it is done.
func (r *Report) Start(name string) *Stage {
	if r == nil {
		return nil
	}
	s := &Stage{report: r, name: name, start: r.now(), cpu: r.use().cpu}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stages = append(r.stages, s)
	if r.sink != nil {
		s.sinkGap = r.sink.Interval()
		s.nextNS.Store(int64(s.sinkGap))
		r.sink.Start(name)
	}
	return s
}

// Progress says that done of total units are done, total 0 being unknown. It costs little unless it is time to show it
// again: call it once a block, not once an object.
func (s *Stage) Progress(done, total int64, unit string) {
	if s == nil || s.report.sink == nil {
		return
	}
	elapsed := s.report.now().Sub(s.start)
	next := s.nextNS.Load()
	if int64(elapsed) < next || !s.nextNS.CompareAndSwap(next, int64(elapsed+s.sinkGap)) {
		return
	}
	s.report.mu.Lock()
	defer s.report.mu.Unlock()
	if !s.ended {
		s.report.sink.Progress(Progress{Stage: s.name, Done: done, Total: total, Unit: unit, Elapsed: elapsed})
	}
}

// End ends the stage, keeps what it took and shows it. A second End does nothing.
func (s *Stage) End() { s.end(false) }

// EndWith is End for a stage whose work ended with an error, or nil.
func (s *Stage) EndWith(err error) { s.end(err != nil) }

func (s *Stage) end(failed bool) {
	if s == nil {
		return
	}
	r := s.report
	used := r.use()
	r.mu.Lock()
	defer r.mu.Unlock()
	if s.ended {
		return
	}
	s.ended = true
	s.took = StageTime{Name: s.name, Wall: r.now().Sub(s.start), CPU: used.cpu - s.cpu, PeakRSSBytes: used.peakRSS, Failed: failed}
	if r.sink != nil {
		r.sink.End(s.took)
	}
}

// Stages returns what the stages that have ended took, in the order in which they started.
func (r *Report) Stages() []StageTime {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var times []StageTime
	for _, s := range r.stages {
		if s.ended {
			times = append(times, s.took)
		}
	}
	return times
}
