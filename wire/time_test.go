package wire

import (
	"testing"
	"time"
)

// TestTimesThatNoClockShows reads times around those at which the clock is put forward and back.
func TestTimesThatNoClockShows(t *testing.T) {
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2026-03-08T01:59":          "2026-03-08T01:59:00-05:00",
		"2026-03-08T02:00":          "2026-03-08T03:00:00-04:00",
		"2026-03-08T02:30":          "2026-03-08T03:30:00-04:00",
		"2026-03-08T02:59:59":       "2026-03-08T03:59:59-04:00",
		"2026-03-08T03:00":          "2026-03-08T03:00:00-04:00",
		"2026-03-08T02:30:00-05:00": "2026-03-08T02:30:00-05:00",
		"2026-03-08T02:30Z":         "2026-03-08T02:30:00Z",
		"2026-11-01T01:30":          "2026-11-01T01:30:00-04:00", // the first of two
	} {
		if got, err := parseTime("depart", text, zone); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s is %s, expected %s; %v", text, got.Format(time.RFC3339), want, err)
		}
	}
}
