package wire

import (
	"strings"
	"testing"
	"time"
)

// TestTimesThatNoClockShows reads times around those at which the clock is put forward and back.
func TestTimesThatNoClockShows(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	const none, twice = "no clock showed", "clocks showed"
	for text, want := range map[string]struct{ time, note string }{
		"2026-03-08T01:59":          {"2026-03-08T01:59:00-05:00", ""},
		"2026-03-08T02:00":          {"2026-03-08T03:00:00-04:00", none},
		"2026-03-08T02:30":          {"2026-03-08T03:30:00-04:00", none},
		"2026-03-08T02:59:59":       {"2026-03-08T03:59:59-04:00", none},
		"2026-03-08 02:30":          {"2026-03-08T03:30:00-04:00", none},
		"2026-03-08T03:00":          {"2026-03-08T03:00:00-04:00", ""},
		"2026-03-08T02:30:00-05:00": {"2026-03-08T02:30:00-05:00", ""},
		"2026-03-08T02:30Z":         {"2026-03-08T02:30:00Z", ""},
		"2026-11-01T00:59:59":       {"2026-11-01T00:59:59-04:00", ""},
		"2026-11-01T01:00":          {"2026-11-01T01:00:00-04:00", twice},
		"2026-11-01T01:30":          {"2026-11-01T01:30:00-04:00", twice},
		"2026-11-01 01:59:59":       {"2026-11-01T01:59:59-04:00", twice},
		"2026-11-01T02:00":          {"2026-11-01T02:00:00-05:00", ""},
		"2026-11-01T01:30:00-05:00": {"2026-11-01T01:30:00-05:00", ""},
		"2026-12-01 08:00":          {"2026-12-01T08:00:00-05:00", ""},
	} {
		got, note, err := parseTime("depart", text, zone)
		if err != nil || got.Format(time.RFC3339) != want.time || (note == "") != (want.note == "") || !strings.HasPrefix(note, want.note) {
			t.Errorf("%s is %s with note %q, expected %s with %q; %v", text, got.Format(time.RFC3339), note, want.time, want.note, err)
		}
	}
}
