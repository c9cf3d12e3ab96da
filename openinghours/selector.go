package openinghours

import (
	"errors"
	"fmt"
	"strings"
)

var weekdayNames = [...]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

var monthNames = [...]string{
	"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
}

// nameIndex finds the name that a word begins; short is the least number of letters.
func nameIndex(names []string, word string, short int) (int, bool) {
	word = strings.ToLower(word)
	for i, n := range names {
		if len(word) >= short && strings.HasPrefix(n, word) {
			return i, true
		}
	}
	return 0, false
}

// weekday takes a weekday away where one stands next.
func (p *parser) weekday() (int, bool) {
	w := p.word()
	i, ok := nameIndex(weekdayNames[:], w, 2)
	if ok {
		p.rest = p.rest[len(w):]
	}
	return i, ok
}

// weekdays reads "Mo-Fr,Su", also with PH in the list. 0 is no weekday.
func (p *parser) weekdays() (set uint8, err error) {
	ph := false
	for {
		p.space()
		saved := p.rest
		switch w := p.word(); {
		case w == "PH":
			ph, p.holidays = true, true
			p.rest = p.rest[len(w):]
		case w == "SH":
			return 0, errors.New("school holidays are not known")
		default:
			days, ok, err := p.weekdayRange()
			if err != nil {
				return 0, err
			}
			if !ok {
				if p.rest = saved; set != 0 || ph {
					return 0, fmt.Errorf("at %q: expected a weekday", p.rest)
				}
				return 0, nil
			}
			set |= days
		}
		if p.space(); !p.weekdayFollows() {
			p.onlyHolidays = ph && set == 0
			return set, nil
		}
		p.skip(",")
	}
}

// weekdayFollows reports whether a comma and one more weekday stand next.
func (p *parser) weekdayFollows() bool {
	q := parser{rest: p.rest}
	if !q.skip(",") {
		return false
	}
	q.space()
	w := q.word()
	_, ok := nameIndex(weekdayNames[:], w, 2)
	return ok || w == "PH" || w == "SH"
}

// weekdayRange reads "Mo" or "Fr-Su"; a range may run over the end of the week.
func (p *parser) weekdayRange() (set uint8, ok bool, err error) {
	from, ok := p.weekday()
	if !ok {
		return 0, false, nil
	}
	if strings.HasPrefix(p.rest, "[") {
		return 0, false, fmt.Errorf("at %q: single weekdays of a month are not understood", p.rest)
	}
	to := from
	if p.space(); p.skip("-") {
		p.space()
		if to, ok = p.weekday(); !ok {
			return 0, false, fmt.Errorf("at %q: expected a weekday", p.rest)
		}
	}
	for d := from; ; d = (d + 1) % 7 {
		set |= 1 << d
		if d == to {
			return set, true, nil
		}
	}
}

// times reads "07:00-09:00,16:00-18:30". A comma before anything but a time is left.
func (p *parser) times() ([]span, error) {
	var list []span
	for {
		p.space()
		saved := p.rest
		if len(list) > 0 && !p.skip(",") {
			return list, nil
		}
		p.space()
		if p.digits() == "" {
			p.rest = saved
			return list, nil
		}
		s, err := p.timeRange()
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
}

func (p *parser) timeRange() (s span, err error) {
	if s.from, err = p.clock(24); err != nil {
		return s, err
	}
	if p.space(); !p.skip("-") {
		return s, fmt.Errorf("at %q: expected a range of times", p.rest)
	}
	p.space()
	if s.to, err = p.clock(48); err != nil {
		return s, err
	}
	if strings.HasPrefix(p.rest, "+") || strings.HasPrefix(p.rest, "/") {
		return s, fmt.Errorf("at %q", p.rest)
	}
	if s.to <= s.from {
		s.to += minutesOfDay
	}
	return s, nil
}

// clock reads hours and minutes.
func (p *parser) clock(maxHours int) (int, error) {
	hours, err := p.number(2, 0, maxHours)
	if err != nil {
		return 0, err
	}
	if !p.skip(":") {
		return 0, fmt.Errorf("at %q: expected minutes", p.rest)
	}
	if len(p.digits()) != 2 {
		return 0, fmt.Errorf("at %q: expected two digits", p.rest)
	}
	minutes, err := p.number(2, 0, 59)
	return hours*60 + minutes, err
}

// isClock reports whether a colon and a digit stand next, as after the hours of a time.
func isClock(rest string) bool {
	return len(rest) >= 2 && rest[0] == ':' && rest[1] >= '0' && rest[1] <= '9'
}

// Years that are believed.
const (
	firstYear = 1900
	endYear   = 2200
)

// dates reads "Jan-Mar,May", "Jan 15-Aug 15", "2026 Oct 01-2027 Mar 31", "2026-2028". None is every day.
func (p *parser) dates() ([]dateRange, error) {
	var list []dateRange
	for {
		p.space()
		saved := p.rest
		if len(list) > 0 && !p.skip(",") {
			return list, nil
		}
		p.space()
		if !p.dateFollows() {
			p.rest = saved
			return list, nil
		}
		r, err := p.dateRange()
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
}

// dateFollows reports whether a year or a month stands next.
func (p *parser) dateFollows() bool {
	_, isMonth := nameIndex(monthNames[:], p.word(), 3)
	return isMonth || len(p.digits()) == 4
}

func (p *parser) dateRange() (r dateRange, err error) {
	if r.from, err = p.date(); err != nil {
		return r, err
	}
	p.space()
	r.to = r.from
	if !p.skip("-") {
		return r, r.check()
	}
	p.space()
	switch {
	case p.dateFollows():
		if r.to, err = p.date(); err != nil {
			return r, err
		}
		if r.to.year == 0 {
			r.to.year = r.from.year
		}
	case r.from.day != 0:
		r.to.day, err = p.number(2, 1, lastDay)
	default:
		err = fmt.Errorf("at %q: expected a month", p.rest)
	}
	return r, errors.Join(err, r.check())
}

// check refuses ranges whose ends are not alike.
func (r dateRange) check() error {
	switch {
	case (r.from.month == 0) != (r.to.month == 0), (r.from.year == 0) != (r.to.year == 0), (r.from.day == 0) != (r.to.day == 0):
		return errors.New("the ends of a range of dates are not alike")
	case r.from.year != 0 && number(r.from.year, r.from.month, r.from.day) > number(r.to.year, r.to.month, r.to.day):
		return errors.New("a range of dates ends before it starts")
	}
	return nil
}

// date reads a year, a month, a day of the month, or what there is of them.
func (p *parser) date() (d date, err error) {
	if len(p.digits()) == 4 {
		if d.year, err = p.number(4, firstYear, endYear); err != nil {
			return d, err
		}
		p.space()
	}
	w := p.word()
	m, ok := nameIndex(monthNames[:], w, 3)
	if !ok {
		return d, nil
	}
	p.rest = p.rest[len(w):]
	d.month = m + 1
	saved := p.rest
	p.space()
	if n := len(p.digits()); n == 0 || n > 2 || isClock(p.rest[n:]) {
		p.rest = saved // a time, a year, or nothing
		return d, nil
	}
	d.day, err = p.number(2, 1, lastDay)
	return d, err
}
