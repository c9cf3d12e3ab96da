package gtfs

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParseTime(t *testing.T) {
	for in, want := range map[string]int32{
		"00:00:00": 0, "8:00:00": 28800, "08:00:00": 28800, "25:35:00": 92100, "149:09:00": 536940, "08:30": 30600, "1:2:3": 3723,
	} {
		if got, _, ok := parseTime([]byte(in)); !ok || got != want {
			t.Errorf("%q: %d %v, want %d", in, got, ok, want)
		}
	}
	for _, in := range []string{"", "8", ":", "::", "08:70:00", "08:00:99", "08:00:00:00", "-1:00:00", "08.00.00", "99999:00:00", "08:00:", "08:000:00", "noon"} {
		if got, _, ok := parseTime([]byte(in)); ok {
			t.Errorf("%q: read as %d", in, got)
		}
	}
}

func TestParseE7(t *testing.T) {
	for in, want := range map[string]int32{
		"0": 0, "-75.55": -755500000, "39.7400001": 397400001, "39.74000005": 397400001, "-39.74000005": -397400001, "39.740000049": 397400000,
		"90": 900000000, "3.974e1": 397400000, "+1.5": 15000000, ".5": 5000000, "39.739999999999999999": 397400000,
	} {
		if got, ok := parseE7([]byte(in), 90); !ok || got != want {
			t.Errorf("%q: %d %v, want %d", in, got, ok, want)
		}
	}
	for _, in := range []string{"", "NaN", "Inf", "-inf", "90.00000001", "abc", "1,5", "0x10p1000", "-", "1e400"} {
		if got, ok := parseE7([]byte(in), 90); ok {
			t.Errorf("%q: read as %d", in, got)
		}
	}
}

func TestParseDay(t *testing.T) {
	for in, want := range map[string]string{"20260228": "2026-02-28", "20240229": "2024-02-29", "19700101": "1970-01-01"} {
		if got, ok := parseDay([]byte(in)); !ok || got.String() != want {
			t.Errorf("%q: %s %v", in, got, ok)
		}
	}
	for _, in := range []string{"", "2026022", "20260229", "20260001", "20261301", "2026-1-1", "19691231", "22000101", "202601011"} {
		if got, ok := parseDay([]byte(in)); ok {
			t.Errorf("%q: read as %s", in, got)
		}
	}
}

func TestParseColor(t *testing.T) {
	if got, ok := parseColor([]byte("#1f5FA8")); !ok || got != 0x1F5FA8 {
		t.Errorf("%x %v", got, ok)
	}
	if _, ok := parseColor([]byte("red")); ok {
		t.Error("red is a color")
	}
}

// A service's days are those of a walk over calendar and exceptions, day by day.
func TestServiceDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := DayOf(2026, time.January, 1)
		day := rapid.Custom(func(t *rapid.T) Day { return base + Day(rapid.IntRange(0, 120).Draw(t, "day")) })
		s := Service{Weekdays: rapid.Uint8Range(0, 127).Draw(t, "weekdays"), Start: day.Draw(t, "start")}
		s.End = s.Start + Day(rapid.IntRange(0, 40).Draw(t, "length"))
		r := reader{feed: &Feed{Services: []Service{s}}}
		added := map[Day]bool{}
		removed := map[Day]bool{}
		for range rapid.IntRange(0, 10).Draw(t, "exceptions") {
			d := day.Draw(t, "exception")
			if rapid.Bool().Draw(t, "added") && !removed[d] && !added[d] {
				added[d] = true
				r.feed.Services[0].Added = append(r.feed.Services[0].Added, d)
			} else if !added[d] && !removed[d] {
				removed[d] = true
				r.feed.Services[0].Removed = append(r.feed.Services[0].Removed, d)
			}
		}
		r.sortExceptions()
		var got, want []string
		for d := range r.feed.Services[0].Days {
			got = append(got, d.String())
		}
		for d := base; d < base+200; d++ {
			date := time.Date(2026, time.January, 1+int(d-base), 12, 0, 0, 0, time.UTC)
			weekday := (int(date.Weekday()) + 6) % 7
			runs := d >= s.Start && d <= s.End && s.Weekdays>>weekday&1 == 1
			if (runs || added[d]) && !removed[d] {
				want = append(want, date.Format(time.DateOnly))
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
