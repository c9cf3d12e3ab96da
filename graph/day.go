package graph

import (
	"fmt"
	"time"
)

// Day is a service day: days after 1970-01-01 in the proleptic Gregorian calendar, without a time zone.
type Day int32

// ParseDay reads YYYY-MM-DD.
func ParseDay(s string) (Day, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return 0, fmt.Errorf("graph: day %q is not YYYY-MM-DD", s)
	}
	return DayOf(t), nil
}

// DayOf returns the calendar day of a time in its own zone.
func DayOf(t time.Time) Day {
	y, m, d := t.Date()
	return Day(time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix() / secondsPerDay)
}

const secondsPerDay = 86400

// String returns YYYY-MM-DD.
func (d Day) String() string { return time.Unix(int64(d)*secondsPerDay, 0).UTC().Format(time.DateOnly) }

// Start returns the instant from which GTFS counts the times of the day: noon less 12 hours, which is midnight but on
// days when the clocks change.
func (d Day) Start(zone *time.Location) time.Time {
	y, m, day := time.Unix(int64(d)*secondsPerDay, 0).UTC().Date()
	return time.Date(y, m, day, 12, 0, 0, 0, zone).Add(-12 * time.Hour)
}
