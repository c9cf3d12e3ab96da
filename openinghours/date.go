package openinghours

import "time"

// day is a date.
type day struct {
	year, month, day int
	weekday          int // 0 is Monday
}

func dayOf(t time.Time) day {
	return day{t.Year(), int(t.Month()), t.Day(), (int(t.Weekday()) + 6) % 7}
}

// date is an end of a range of dates. Year 0 is every year, month 0 the whole year, day 0 the whole month.
type date struct {
	year, month, day int
}

// dateRange is a range of dates, both ends included. Without years it may run over the end of the year. With a year at
// its start but none at its end both are in that year.
type dateRange struct {
	from, to date
}

// lastDay stands for the end of a month.
const lastDay = 31

// contains reports whether a day lies in the range.
func (r dateRange) contains(d day) bool {
	from, to := r.from, r.to
	if from.month == 0 { // years alone
		return d.year >= from.year && d.year <= to.year
	}
	if to.day == 0 {
		to.day = lastDay
	}
	if from.year != 0 {
		at := number(d.year, d.month, d.day)
		return at >= number(from.year, from.month, from.day) && at <= number(to.year, to.month, to.day)
	}
	at, first, last := number(0, d.month, d.day), number(0, from.month, from.day), number(0, to.month, to.day)
	if first <= last {
		return at >= first && at <= last
	}
	return at >= first || at <= last
}

// number orders dates.
func number(year, month, day int) int { return (year*16+month)*32 + day }
