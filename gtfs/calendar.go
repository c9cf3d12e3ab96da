package gtfs

import (
	"fmt"
	"slices"
)

// Service is a service id with its row of calendar.txt, if any, and its rows of calendar_dates.txt.
type Service struct {
	ID         string
	Weekdays   uint8 // bit 0 Monday ... bit 6 Sunday; 0 where there is no row
	Start, End Day   // both days included
	Added      []Day // ascending, each once
	Removed    []Day // likewise, none that is in Added
	Line       int   // in calendar.txt, else of the first row in calendar_dates.txt
	// DatesOnly says that Line is one of calendar_dates.txt.
	DatesOnly bool
}

// RunsOn reports whether the service runs on day d. An exception outside Start to End changes that day alone.
func (s *Service) RunsOn(d Day) bool {
	if _, ok := slices.BinarySearch(s.Added, d); ok {
		return true
	}
	if _, ok := slices.BinarySearch(s.Removed, d); ok {
		return false
	}
	return d >= s.Start && d <= s.End && s.Weekdays>>d.Weekday()&1 != 0
}

// Days calls yield with each day on which the service runs, ascending.
func (s *Service) Days(yield func(Day) bool) {
	first, last := s.Start, s.End
	if s.Weekdays == 0 {
		first, last = 0, -1
	}
	if n := len(s.Added); n > 0 {
		if first > last {
			first, last = s.Added[0], s.Added[n-1]
		}
		first, last = min(first, s.Added[0]), max(last, s.Added[n-1])
	}
	for d := first; d <= last; d++ {
		if s.RunsOn(d) && !yield(d) {
			return
		}
	}
}

var weekdayColumns = [7]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

func (r *reader) readCalendar() error {
	t, err := r.open("calendar.txt", append(weekdayColumns[:], "service_id", "start_date", "end_date")...)
	if t == nil {
		return err
	}
	key, start, end := t.column("service_id"), t.column("start_date"), t.column("end_date")
	t.keyed("service", key)
	var weekdays [7]column
	for i, name := range weekdayColumns {
		weekdays[i] = t.column(name)
	}
	for t.next() {
		s, ok := id(t, key, r.services)
		if !ok {
			continue
		}
		service := Service{ID: s, Line: t.s.line}
		if service.Start, ok = day(t, start); !ok {
			continue
		}
		if service.End, ok = day(t, end); !ok {
			continue
		}
		if service.End < service.Start {
			t.drop("gtfs_bad_date", end, fmt.Sprintf("is before start_date %s", service.Start))
			continue
		}
		for i, c := range weekdays {
			service.Weekdays |= t.enum(c, 1, 0) << i
		}
		r.services[s] = ServiceIndex(len(r.feed.Services))
		r.feed.Services = append(r.feed.Services, service)
	}
	return t.close()
}

// day reads a date; a row without it is dropped.
func day(t *table, c column) (Day, bool) {
	d, ok := parseDay(t.bytes(c))
	if !ok {
		t.drop("gtfs_bad_date", c, fmt.Sprintf("is not a date YYYYMMDD of the years %d to %d", minYear, maxYear))
	}
	return d, ok
}

// exception is a row of calendar_dates.txt.
type exception struct {
	service ServiceIndex
	day     Day
	added   bool
}

// readCalendarDates takes calendar_dates.txt. Of a day that is both added and removed, the addition holds.
func (r *reader) readCalendarDates() error {
	t, err := r.open("calendar_dates.txt", "service_id", "date", "exception_type")
	if t == nil {
		return err
	}
	key, date, kind := t.column("service_id"), t.column("date"), t.column("exception_type")
	t.keyed("service", key)
	seen := map[exception]bool{}
	for t.next() {
		x, ok := r.exception(t, key, date, kind)
		if !ok {
			continue
		}
		other := exception{service: x.service, day: x.day, added: !x.added}
		same := exception{service: x.service, day: x.day, added: x.added}
		switch {
		case seen[same]:
			t.drop("gtfs_duplicate_date", date, "stands in an earlier row of the service")
			continue
		case seen[other]:
			t.dropped++
			t.repair("gtfs_contradicting_date", date, "is both added and removed", "taken as added, row of the removal dropped")
		}
		seen[same] = true
		s := &r.feed.Services[x.service]
		if x.added {
			s.Added = append(s.Added, x.day)
		} else {
			s.Removed = append(s.Removed, x.day)
		}
	}
	r.sortExceptions()
	return t.close()
}

func (r *reader) exception(t *table, key, date, kind column) (exception, bool) {
	var x exception
	name := t.bytes(key)
	if len(name) == 0 {
		t.drop("gtfs_missing_id", key, "is empty")
		return x, false
	}
	d, ok := day(t, date)
	if !ok {
		return x, false
	}
	k := t.bytes(kind)
	if len(k) != 1 || k[0] != '1' && k[0] != '2' {
		t.drop("gtfs_bad_number", kind, "is not 1 (added) or 2 (removed)")
		return x, false
	}
	i, ok := lookup(r.services, name)
	if !ok {
		i = ServiceIndex(len(r.feed.Services))
		id := t.text(key)
		r.services[id] = i
		r.feed.Services = append(r.feed.Services, Service{ID: id, Line: t.s.line, DatesOnly: true})
	}
	return exception{service: i, day: d, added: k[0] == '1'}, true
}

func (r *reader) sortExceptions() {
	for i := range r.feed.Services {
		s := &r.feed.Services[i]
		slices.Sort(s.Added)
		slices.Sort(s.Removed)
		s.Removed = slices.DeleteFunc(s.Removed, func(d Day) bool {
			_, ok := slices.BinarySearch(s.Added, d)
			return ok
		})
	}
}
