package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// reported returns the counts of issues against a baseline of others.
func reported(t *testing.T, before, now []Issue) *Report {
	t.Helper()
	var file bytes.Buffer
	if err := WriteJSONLines(&file, before); err != nil {
		t.Fatal(err)
	}
	b, err := ReadBaseline(&file)
	if err != nil {
		t.Fatal(err)
	}
	r := New(Options{Baseline: b})
	for _, i := range now {
		r.Add(i)
	}
	return r
}

func TestBaseline(t *testing.T) {
	way := Issue{Code: "w", Severity: Error, Object: "way/1", Message: "3 of 9 nodes"}
	line := Issue{Code: "l", Severity: Warning, File: "x/stops.txt", Line: 7, Message: "no name"}
	edit := func(i Issue, change func(*Issue)) Issue {
		change(&i)
		return i
	}
	other := edit(way, func(i *Issue) { i.Object = "way/2"; i.Severity = Info })
	for _, c := range []struct {
		name        string
		before, now []Issue
		want        []CodeCount
	}{
		{"no baseline", nil, []Issue{way}, []CodeCount{{"w", Error, 1, 1, Error}}},
		{"known", []Issue{way, line}, []Issue{line, way}, []CodeCount{{"l", Warning, 1, 0, Info}, {"w", Error, 1, 0, Info}}},
		{"an object is known whatever is said of it", []Issue{way}, []Issue{edit(way, func(i *Issue) { i.Message = "4 of 9 nodes" })}, []CodeCount{{"w", Error, 1, 0, Info}}},
		{"a line may shift", []Issue{line}, []Issue{edit(line, func(i *Issue) { i.Line = 9 })}, []CodeCount{{"l", Warning, 1, 0, Info}}},
		{"another file", []Issue{line}, []Issue{edit(line, func(i *Issue) { i.File = "y/stops.txt" })}, []CodeCount{{"l", Warning, 1, 1, Warning}}},
		{"another object", []Issue{way}, []Issue{way, other}, []CodeCount{{"w", Error, 2, 1, Info}}},
		{"more often", []Issue{line}, []Issue{line, line, line}, []CodeCount{{"l", Warning, 3, 2, Warning}}},
		{"another code", []Issue{way}, []Issue{edit(way, func(i *Issue) { i.Code = "v" })}, []CodeCount{{"v", Error, 1, 1, Error}}},
	} {
		if diff := cmp.Diff(c.want, reported(t, c.before, c.now).Counts()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// Issues that are counted alone are known as long as the baseline has others of their code.
func TestBaselineOfCounts(t *testing.T) {
	known := []Issue{{Code: "w", Object: "way/1"}, {Code: "w", Object: "way/2"}, {Code: "w", Object: "way/3"}}
	r := reported(t, known, known[:1])
	r.AddCount(CodeCount{Code: "w", Count: 5, Severity: Warning})
	if diff := cmp.Diff([]CodeCount{{"w", Warning, 6, 3, Warning}}, r.Counts()); diff != "" {
		t.Error(diff)
	}
}

// A baseline serves several builds.
func TestBaselineIsNotUsedUp(t *testing.T) {
	b, err := ReadBaseline(strings.NewReader(`{"code":"w","severity":"error","message":"m","object":"way/1"}`))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r := New(Options{Baseline: b})
		r.Add(Issue{Code: "w", Object: "way/1"})
		if n := r.Counts()[0].New; n != 0 {
			t.Errorf("%d new", n)
		}
	}
}

func TestReadBaselineErrors(t *testing.T) {
	good := `{"code":"w","severity":"error","message":"m"}` + "\n"
	for text, want := range map[string]string{
		good + "\n{":                             "line 3: expected an issue as JSON",
		good + `{"severity":"info"}`:             "line 2: expected an issue with a code",
		`{"code":"w","severity":"bad"}`:          "line 1: expected an issue as JSON: severity",
		`{"code":5}`:                             "line 1: expected an issue as JSON: code: expected a text, found number",
		good + "[1]":                             "line 2: expected an issue as JSON: expected an object, found array",
		good + strings.Repeat(" ", maxIssueLine): "a line is longer than",
	} {
		if _, err := ReadBaseline(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

func TestIssueRoundTrip(t *testing.T) {
	want := Issue{Code: "w", Severity: Error, Message: "m", Object: "way/1", File: "f", Line: 3, Lon: -75.5, Lat: 39.25, Located: true, Action: "kept"}
	text, err := want.MarshalJSON()
	var got Issue
	if err == nil {
		err = got.UnmarshalJSON(text)
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestTableOfNewIssues(t *testing.T) {
	issue := Issue{Code: "w", Object: "way/1", Message: "m"}
	r := reported(t, []Issue{issue}, []Issue{issue, {Code: "w", Object: "way/2", Message: "n"}})
	var got strings.Builder
	if err := WriteIssueCounts(&got, r.Counts(), r.Issues()); err != nil {
		t.Fatal(err)
	}
	want := "severity  count  new  issue  for example\ninfo          2    1  w      way/1: m\n"
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}
