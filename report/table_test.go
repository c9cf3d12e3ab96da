package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWriteStages(t *testing.T) {
	var got strings.Builder
	if err := WriteStages(&got, run(nil).Stages()); err != nil {
		t.Fatal(err)
	}
	want := `stage    wall     cpu  peak memory
scan   20.5 s  41.0 s      70.0 MB
link   11.0 s  22.0 s      81.0 MB
total  31.5 s   1 min 03 s      81.0 MB
`
	want = strings.NewReplacer(
		"stage    wall     cpu", "stage    wall         cpu",
		"20.5 s  41.0 s", "20.5 s      41.0 s",
		"11.0 s  22.0 s", "11.0 s      22.0 s",
		"31.5 s   1 min", "31.5 s  1 min",
	).Replace(want)
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

func someIssues() *Report {
	r := New(Options{})
	for range 1200 {
		r.Add(Issue{Code: "osm_way_missing_nodes", Severity: Warning, Object: "way/17", Message: "3 of 9 nodes are not in the file"})
	}
	r.Add(Issue{Code: "gtfs_bad_time", Severity: Error, File: "newport/stop_times.txt", Line: 12, Message: "time 8h: expected HH:MM:SS"})
	r.Add(Issue{Code: "osm_speed", Severity: Warning, Object: "way/3", File: "x.osm", Message: "speed fast"})
	r.Add(Issue{Code: "note", Message: "Zürich has no place"})
	return r
}

func TestWriteIssueCounts(t *testing.T) {
	var got strings.Builder
	r := someIssues()
	if err := WriteIssueCounts(&got, r.Counts(), r.Issues()); err != nil {
		t.Fatal(err)
	}
	want := `severity  count  issue                  for example
error         1  gtfs_bad_time          newport/stop_times.txt:12: time 8h: expected HH:MM:SS
warning   1,200  osm_way_missing_nodes  way/17: 3 of 9 nodes are not in the file
warning       1  osm_speed              way/3 in x.osm: speed fast
info          1  note                   Zürich has no place
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
	if want := "\n\x1b[31merror\x1b[0m         1"; !strings.Contains(colored(got.String()), want) {
		t.Errorf("no red error in %q", colored(got.String()))
	}
}

func TestWriteIssueCountsOfNone(t *testing.T) {
	var got strings.Builder
	if err := WriteIssueCounts(&got, nil, nil); err != nil || got.Len() > 0 {
		t.Errorf("wrote %q, %v", got.String(), err)
	}
}

func TestTableTakesShortAndLongRows(t *testing.T) {
	table := NewTable("a", " b", "c")
	table.Add("1")
	table.Add("1", "22", "333", "4444")
	table.Add("ü", "2", "")
	var got strings.Builder
	if err := table.Write(&got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("a   b  c\n1\n1  22  333\nü   2\n", got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.00 kB", 9994: "9.99 kB", 9996: "10.0 kB", 999_400: "999 kB", 999_600: "1.00 MB",
		7_812_234: "7.81 MB", 117e6: "117 MB", 5e9: "5.00 GB", 1 << 62: "4.61 EB", -5: "-5 B",
	} {
		if got := Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                               "0 ms",
		1499 * time.Microsecond:         "1 ms",
		999_400 * time.Microsecond:      "999 ms",
		999_600 * time.Microsecond:      "1.00 s",
		12_340 * time.Millisecond:       "12.3 s",
		59_940 * time.Millisecond:       "59.9 s",
		59_960 * time.Millisecond:       "1 min 00 s",
		200 * time.Second:               "3 min 20 s",
		3599_600 * time.Millisecond:     "1 h 00 min",
		125*time.Minute + 5*time.Second: "2 h 05 min",
	} {
		if got := Duration(d); got != want {
			t.Errorf("Duration(%v) = %s, want %s", int64(d), got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1,000", -1000: "-1,000", -999: "-999", 1234567: "1,234,567",
	} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestCounted(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 1234: "1,234 rows"} {
		if got := Counted(n, "row", "rows"); got != want {
			t.Errorf("Counted(%d) = %s, want %s", n, got, want)
		}
	}
}
