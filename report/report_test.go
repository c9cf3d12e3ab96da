package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func manyIssues() []Issue {
	var issues []Issue
	for i := range 500 {
		issues = append(issues,
			Issue{Code: "a_code", Severity: Warning, Object: fmt.Sprintf("way/%d", i%60), File: "x.osm", Line: i},
			Issue{Code: "b_code", Severity: Info, Message: fmt.Sprint("message ", i%7)})
	}
	return append(issues, Issue{Code: "b_code", Severity: Error, Message: "message 9", Lon: 1, Lat: 2, Located: true})
}

// TestOrderOfAddMakesNoDifference adds the same issues in other orders and from several goroutines.
func TestOrderOfAddMakesNoDifference(t *testing.T) {
	issues := manyIssues()
	want := New(Options{Cap: 20})
	for _, i := range issues {
		want.Add(i)
	}
	sorted := slices.Clone(issues)
	slices.SortFunc(sorted, func(a, b Issue) int { return strings.Compare(a.Code, b.Code)*1000 + a.compare(&b) })
	if diff := cmp.Diff(sorted[:20], want.Issues()[:20]); diff != "" {
		t.Errorf("not the least 20 of a code:\n%s", diff)
	}
	for seed := range uint64(5) {
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(issues), func(i, j int) { issues[i], issues[j] = issues[j], issues[i] })
		got := New(Options{Cap: 20})
		var group sync.WaitGroup
		for part := range slices.Chunk(issues, 100) {
			group.Go(func() {
				for _, i := range part {
					got.Add(i)
				}
			})
		}
		group.Wait()
		if diff := cmp.Diff(want.Issues(), got.Issues()); diff != "" {
			t.Errorf("seed %d:\n%s", seed, diff)
		}
		if diff := cmp.Diff(want.Counts(), got.Counts()); diff != "" {
			t.Errorf("seed %d:\n%s", seed, diff)
		}
	}
}

func TestCounts(t *testing.T) {
	r := New(Options{Cap: 3})
	for _, i := range manyIssues() {
		r.Add(i)
	}
	want := []CodeCount{{"a_code", Warning, 500, 500, Warning}, {"b_code", Error, 501, 501, Error}}
	if diff := cmp.Diff(want, r.Counts()); diff != "" {
		t.Error(diff)
	}
	if got := len(r.Issues()); got != 6 {
		t.Errorf("%d issues kept, want 3 of each code", got)
	}
}

func TestDefaultCap(t *testing.T) {
	r := New(Options{})
	for i := range DefaultCap + 10 {
		r.Add(Issue{Code: "c", Line: i})
	}
	if got := len(r.Issues()); got != DefaultCap {
		t.Errorf("%d kept, want %d", got, DefaultCap)
	}
}

func TestNilReportTakesEverything(t *testing.T) {
	var r *Report
	r.Add(Issue{Code: "a"})
	s := r.Start("scan")
	s.Progress(1, 2, "blocks")
	s.End()
	if r.Counts() != nil || r.Issues() != nil || r.Stages() != nil {
		t.Error("a nil report has kept something")
	}
}

func TestIssueJSON(t *testing.T) {
	var got bytes.Buffer
	issues := []Issue{
		{Code: "osm_x", Severity: Warning, Message: "a < b", Object: "way/1", Lon: -75.5, Lat: 39, Located: true, Action: "kept"},
		{Code: "gtfs_y", Severity: Error, Message: "m", File: "newport/stops.txt", Line: 7},
	}
	if err := WriteJSONLines(&got, issues); err != nil {
		t.Fatal(err)
	}
	want := `{"code":"osm_x","severity":"warning","message":"a \u003c b","object":"way/1","position":[-75.5,39],"action":"kept"}
{"code":"gtfs_y","severity":"error","message":"m","file":"newport/stops.txt","line":7}
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestSeverityText(t *testing.T) {
	for _, s := range []Severity{Info, Warning, Error} {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var back Severity
		if err := json.Unmarshal(text, &back); err != nil || back != s {
			t.Errorf("%v: %s gave %v, %v", s, text, back, err)
		}
	}
	var s Severity
	if err := s.UnmarshalText([]byte("fatal")); err == nil {
		t.Error("read severity fatal")
	}
	if got := Severity(9).String(); got != "severity(9)" {
		t.Error(got)
	}
}
