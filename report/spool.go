package report

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
)

// spoolRun is the number of issues that a Spool holds in memory, about 300 bytes each.
const spoolRun = 20_000

// Spool keeps all issues that are added, however many: sorted runs in a temporary file, of which the memory holds one.
// Its methods may be called by many goroutines at once.
type Spool struct {
	mu   sync.Mutex
	dir  string
	file *os.File
	held []Issue
	runs []spoolPart
	most int // issues held
	err  error
}

// spoolPart is a run in the file.
type spoolPart struct{ offset, bytes int64 }

// NewSpool returns an empty spool, whose temporary file, if it comes to need one, is in dir. It must be closed.
func NewSpool(dir string) *Spool { return &Spool{dir: dir, most: spoolRun} }

// Add keeps an issue. A disk that is full shows in WriteJSONLines; from then on nothing is kept.
func (s *Spool) Add(i Issue) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	i.makeUTF8()
	s.held = append(s.held, i)
	if len(s.held) < s.most {
		return
	}
	if s.err = s.flush(); s.err != nil {
		s.held = nil
	}
}

// compareInReport orders by code, then as issues of one code are.
func (i *Issue) compareInReport(j *Issue) int {
	return cmp.Or(cmp.Compare(i.Code, j.Code), i.compare(j))
}

func sortIssues(list []Issue) {
	slices.SortFunc(list, func(a, b Issue) int { return a.compareInReport(&b) })
}

// flush writes the held issues as a run.
func (s *Spool) flush() error {
	if s.file == nil {
		f, err := os.CreateTemp(s.dir, ".graphbuild-issues.*.tmp")
		if err != nil {
			return err
		}
		s.file = f
	}
	from, err := s.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	sortIssues(s.held)
	b := bufio.NewWriter(s.file)
	e := json.NewEncoder(b)
	for i := range s.held {
		if err := e.Encode(s.held[i]); err != nil {
			return err
		}
	}
	if err := b.Flush(); err != nil {
		return err
	}
	end, err := s.file.Seek(0, io.SeekCurrent)
	s.runs, s.held = append(s.runs, spoolPart{from, end - from}), s.held[:0]
	return err
}

// WriteJSONLines writes all issues, one JSON object a line, sorted by code, object, file, line and message.
func (s *Spool) WriteJSONLines(w io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return fmt.Errorf("report: issues: %w", s.err)
	}
	sortIssues(s.held)
	if len(s.runs) == 0 {
		return WriteJSONLines(w, s.held)
	}
	merged := runHeap{{rest: s.held}}
	for _, r := range s.runs {
		in := bufio.NewReader(io.NewSectionReader(s.file, r.offset, r.bytes))
		merged = append(merged, &runReader{in: json.NewDecoder(in)})
	}
	return merged.write(w)
}

// Close removes the temporary file.
func (s *Spool) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		return nil
	}
	err := errors.Join(s.file.Close(), os.Remove(s.file.Name()))
	s.file = nil
	return err
}

// runReader reads a run, from memory or from the file.
type runReader struct {
	rest []Issue
	in   *json.Decoder
	head Issue
}

// next moves to the next issue, and returns io.EOF after the last.
func (r *runReader) next() error {
	r.head = Issue{}
	if r.in != nil {
		return r.in.Decode(&r.head)
	}
	if len(r.rest) == 0 {
		return io.EOF
	}
	r.head, r.rest = r.rest[0], r.rest[1:]
	return nil
}

// runHeap has the run with the least issue in front.
type runHeap []*runReader

func (h runHeap) Len() int           { return len(h) }
func (h runHeap) Less(i, j int) bool { return h[i].head.compareInReport(&h[j].head) < 0 }
func (h runHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push appends a run.
func (h *runHeap) Push(x any) { *h = append(*h, x.(*runReader)) }

// Pop removes the last run.
func (h *runHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// write merges the runs, none of which has been read yet.
func (h runHeap) write(w io.Writer) error {
	var live runHeap
	for _, r := range h {
		switch err := r.next(); {
		case err == nil:
			live = append(live, r)
		case err != io.EOF:
			return err
		}
	}
	heap.Init(&live)
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	for len(live) > 0 {
		if err := e.Encode(live[0].head); err != nil {
			return err
		}
		switch err := live[0].next(); {
		case err == nil:
			heap.Fix(&live, 0)
		case err == io.EOF:
			heap.Pop(&live)
		default:
			return err
		}
	}
	return b.Flush()
}
