package report

import (
	"fmt"
	"strconv"
	"time"
)

// Bytes returns a size for people, in powers of 1,000: "999 B", "12.3 kB", "4.56 MB".
func Bytes(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	units := []string{"kB", "MB", "GB", "TB", "PB", "EB"}
	value, unit := float64(n)/1000, 0
	for value >= 999.5 && unit+1 < len(units) {
		value, unit = value/1000, unit+1
	}
	return threeDigits(value) + " " + units[unit]
}

// Duration returns a time span for people: "312 ms", "1.25 s", "3 min 20 s", "2 h 05 min".
func Duration(d time.Duration) string {
	switch {
	case d < 999500*time.Microsecond:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d < 59950*time.Millisecond:
		return threeDigits(d.Seconds()) + " s"
	case d < time.Hour-time.Second/2:
		d = d.Round(time.Second)
		return fmt.Sprintf("%d min %02d s", d/time.Minute, d%time.Minute/time.Second)
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%d h %02d min", d/time.Hour, d%time.Hour/time.Minute)
}

// Count returns a number with commas between its thousands: "1,234,567".
func Count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(digits) - 3; i > first; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Counted returns a number with what it counts: "1 row", "1,234 rows".
func Counted(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return Count(int64(n)) + " " + many
}

// threeDigits returns a number under 1,000 with three digits in all.
func threeDigits(v float64) string {
	switch {
	case v < 9.995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 99.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}
