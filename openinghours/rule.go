// Package openinghours reads the conditions of https://wiki.openstreetmap.org/wiki/Conditional_restrictions as far as they
// are of time, which is a part of https://wiki.openstreetmap.org/wiki/Key:opening_hours: years, months, dates, weekdays,
// times, off. What else there is (weights, weather, sunset, weeks, school holidays) is an error, so that nobody takes a
// rule that was not understood for one that does not hold.
//
// No calendar of public holidays is known: in a rule that names them beside other days (Sa-Su,PH) each day is taken for an
// ordinary one, and Rule.Holidays says so.
//
// The package knows nothing of streets and imports nothing of ours. Its values may be used by many goroutines.
package openinghours

import "time"

// Rule says when something holds, in local time. The zero Rule never does.
type Rule struct {
	all      [][]part // the rule holds where each of these does
	holidays bool
}

// Holidays reports whether the rule names public holidays, of which nothing is known.
func (r *Rule) Holidays() bool { return r.holidays }

// Active reports whether the rule holds at the wall clock time of t, in whatever zone t is.
func (r *Rule) Active(t time.Time) bool {
	for _, parts := range r.all {
		if !active(parts, t) {
			return false
		}
	}
	return len(r.all) > 0
}

// part is one selector of days and times. Of the parts of a rule the last one that matches the day decides, but that parts
// of kind also and off without a match change nothing.
type part struct {
	dates    []dateRange // any of them; none: all
	weekdays uint8       // bit 0 is Monday; 0: all
	times    []span      // minutes after midnight, any of them; none: the whole day
	off      bool
	also     bool // adds to what holds already, where others replace it for their days
}

// span is a stretch of minutes. Its end, which is not in it, may lie on the day after.
type span struct {
	from, to int
}

// minutesOfDay is the length of a day; wall clocks know no other.
const minutesOfDay = 24 * 60

// active evaluates the parts of one rule.
func active(parts []part, t time.Time) bool {
	now := t.Hour()*60 + t.Minute()
	day := dayOf(t)
	yesterday := dayOf(time.Date(day.year, time.Month(day.month), day.day-1, 0, 0, 0, 0, time.UTC))
	holds := false
	for i := range parts {
		p := &parts[i]
		today := p.matches(day)
		inside := today && p.contains(now) || p.matches(yesterday) && p.contains(now+minutesOfDay)
		switch {
		case inside:
			holds = !p.off
		case today && !p.also && !p.off:
			holds = false
		}
	}
	return holds
}

// contains reports whether a minute, from the start of the day that the part matches, lies in its times.
func (p *part) contains(minute int) bool {
	if len(p.times) == 0 {
		return minute < minutesOfDay
	}
	for _, s := range p.times {
		if minute >= s.from && minute < s.to {
			return true
		}
	}
	return false
}

func (p *part) matches(d day) bool {
	if p.weekdays != 0 && p.weekdays>>d.weekday&1 == 0 {
		return false
	}
	for _, r := range p.dates {
		if r.contains(d) {
			return true
		}
	}
	return len(p.dates) == 0
}
