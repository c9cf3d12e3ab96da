package gtfs

import (
	"math"
	"strconv"
	"time"
)

// parseInt reads a decimal number of at most 18 digits.
func parseInt(b []byte) (int64, bool) {
	negative := len(b) > 0 && b[0] == '-'
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 18 {
		return 0, false
	}
	var v int64
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	if negative {
		v = -v
	}
	return v, true
}

// parseFloat reads a finite number.
func parseFloat(b []byte) (float64, bool) {
	if len(b) == 0 || len(b) > 64 {
		return 0, false
	}
	if v, scale, ok := parseDecimal(b); ok {
		return float64(v) / scale, true
	}
	v, err := strconv.ParseFloat(string(b), 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// parseDecimal reads a plain decimal of at most 15 digits exactly, as v/scale.
func parseDecimal(b []byte) (v int64, scale float64, ok bool) {
	negative := b[0] == '-'
	if negative || b[0] == '+' {
		b = b[1:]
	}
	digits, scale, point := 0, 1.0, false
	for _, c := range b {
		switch {
		case c >= '0' && c <= '9' && digits < 15:
			v = v*10 + int64(c-'0')
			digits++
			if point {
				scale *= 10
			}
		case c == '.' && !point:
			point = true
		default:
			return 0, 0, false
		}
	}
	if negative {
		v = -v
	}
	return v, scale, digits > 0
}

// maxHours bounds the hour of a time: a trip lasts days, not years.
const maxHours = 2000

// parseTime reads H:MM:SS, with one to four digits for the hour, as seconds; seconds may be left out.
func parseTime(b []byte) (seconds int32, hasSeconds, ok bool) {
	hours, b, ok := timePart(b, 4)
	if !ok || hours > maxHours || len(b) == 0 {
		return 0, false, false
	}
	minutes, b, ok := timePart(b[1:], 2)
	if !ok || minutes > 59 {
		return 0, false, false
	}
	if len(b) == 0 {
		return hours*3600 + minutes*60, false, true
	}
	s, b, ok := timePart(b[1:], 2)
	if !ok || s > 59 || len(b) > 0 {
		return 0, false, false
	}
	return hours*3600 + minutes*60 + s, true, true
}

// timePart reads the digits up to a colon or the end.
func timePart(b []byte, most int) (v int32, rest []byte, ok bool) {
	i := 0
	for i < len(b) && i < most && b[i] >= '0' && b[i] <= '9' {
		v = v*10 + int32(b[i]-'0')
		i++
	}
	rest = b[i:]
	return v, rest, i > 0 && (len(rest) == 0 || rest[0] == ':')
}

// Day is a calendar day: the number of days after 1970-01-01.
type Day int32

// DayOf returns the day of a date of the Gregorian calendar.
func DayOf(year int, month time.Month, day int) Day {
	return Day(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / 86400)
}

// String returns the day as YYYY-MM-DD.
func (d Day) String() string { return time.Unix(int64(d)*86400, 0).UTC().Format(time.DateOnly) }

// Weekday returns 0 for Monday to 6 for Sunday.
func (d Day) Weekday() int { return int((d%7 + 7 + 3) % 7) }

// Years that a date may have. They bound the memory of a day set to 11 kB.
const (
	minYear = 1970
	maxYear = 2199
)

// parseDay reads YYYYMMDD.
func parseDay(b []byte) (Day, bool) {
	v, ok := parseInt(b)
	if !ok || len(b) != 8 {
		return 0, false
	}
	year, month, day := int(v/10000), time.Month(v/100%100), int(v%100)
	if year < minYear || year > maxYear {
		return 0, false
	}
	d := DayOf(year, month, day)
	back := time.Unix(int64(d)*86400, 0).UTC()
	return d, back.Month() == month && back.Day() == day
}

// parseColor reads RRGGBB, with or without a #.
func parseColor(b []byte) (uint32, bool) {
	if len(b) == 7 && b[0] == '#' {
		b = b[1:]
	}
	if len(b) != 6 {
		return 0, false
	}
	v, err := strconv.ParseUint(string(b), 16, 32)
	return uint32(v), err == nil
}

// parseE7 reads degrees within the limits as units of 1e-7, rounded half away from zero.
func parseE7(b []byte, limit int64) (int32, bool) {
	f, ok := parseFloat(b)
	if !ok || math.Abs(f) > float64(limit) {
		return 0, false
	}
	v, scale, ok := parseDecimal(b)
	if !ok {
		return int32(math.Round(f * 1e7)), true
	}
	if scale <= 1e7 {
		return int32(v * int64(1e7/scale)), true
	}
	unit := int64(scale / 1e7)
	if v < 0 {
		return int32(-((-v + unit/2) / unit)), true
	}
	return int32((v + unit/2) / unit), true
}
