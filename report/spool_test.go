package report

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Issues that do not fit into memory come out as if they did.
func TestSpool(t *testing.T) {
	var want, got bytes.Buffer
	var all []Issue
	dir := t.TempDir()
	s := NewSpool(dir)
	s.most = 7
	r := New(Options{Cap: 3, Spool: s})
	for i := range 100 {
		x := Issue{Code: fmt.Sprint("code", i%3), Line: (i * 37) % 100, Message: "m", Lon: 1.5, Lat: float64(i) / 7, Located: i%2 == 0}
		all = append(all, x)
		r.Add(x)
	}
	sortIssues(all)
	if err := WriteJSONLines(&want, all); err != nil {
		t.Fatal(err)
	}
	if err := s.WriteJSONLines(&got); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want.String(), got.String()); d != "" {
		t.Error(d)
	}
	if n := len(r.Issues()); n != 9 {
		t.Errorf("%d issues kept, want 9", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%d files left behind", len(left))
	}
}

// TestSpoolOfOddBytes: names that are no UTF-8 stand in one order, however many issues memory holds.
func TestSpoolOfOddBytes(t *testing.T) {
	var outputs [2]bytes.Buffer
	for k, most := range []int{2, 100} {
		s := NewSpool(t.TempDir())
		s.most = most
		for _, name := range []string{"\xc3", "\ufff0", "b", "\xff\xff", "\U00010000", "\xf4", "a"} {
			s.Add(Issue{Code: "x", Object: name})
		}
		if err := s.WriteJSONLines(&outputs[k]); err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
	if d := cmp.Diff(outputs[1].String(), outputs[0].String()); d != "" {
		t.Errorf("with few in memory (+) the order is another:\n%s", d)
	}
}

func TestSpoolWithoutFolder(t *testing.T) {
	s := NewSpool(t.TempDir() + "/missing")
	s.most = 1
	for range 10 {
		s.Add(Issue{Code: "x"})
	}
	if len(s.held) > 1 {
		t.Errorf("%d issues are held that can never be written", len(s.held))
	}
	if err := s.WriteJSONLines(new(bytes.Buffer)); err == nil {
		t.Error("no error where the temporary file cannot be made")
	}
}
