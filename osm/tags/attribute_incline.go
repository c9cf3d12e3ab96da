package tags

import (
	"math"
	"strconv"
	"strings"
)

// maxInclinePercent bounds an incline that is believed: steps have 60, ladders are vertical.
const maxInclinePercent = 1000

// readIncline reads https://wiki.openstreetmap.org/wiki/Key:incline in percent, positive where the way rises in drawing
// direction: "10%", "-5.5 %", "6°", "1:20", "up", "down". A number without a sign of percent is taken for percent. "yes" and
// "steep" give no direction and are not kept.
func readIncline(v string) (string, bool) {
	switch v {
	case "up", "down":
		return v, true
	case "0", "no", "flat":
		return "0", true
	case "yes", "steep", "unknown":
		return "", true
	}
	sign := 1.0
	number := strings.TrimLeft(v, "+-−")
	if strings.HasPrefix(v, "-") || strings.HasPrefix(v, "−") {
		sign = -1
	}
	x, unit, ok := parseNumber(number)
	percent := x
	switch unit = strings.TrimSpace(unit); {
	case unit == "" || unit == "%":
	case unit == "°" || unit == "deg":
		percent = 100 * math.Tan(x*math.Pi/180)
	case strings.HasPrefix(unit, ":"):
		run, rest, good := parseNumber(strings.TrimSpace(unit[1:]))
		ok = ok && good && rest == "" && run > 0
		percent = 100 * x / run
	default:
		ok = false
	}
	if !ok || !(percent >= 0 && percent <= maxInclinePercent) {
		return "", false
	}
	return decimal(sign*percent, 1), true
}

// decimal writes a number with at most so many digits after the point, the way strconv.ParseFloat reads it.
func decimal(x float64, digits int) string {
	scale := math.Pow10(digits)
	return strconv.FormatFloat(math.Round(x*scale)/scale+0, 'f', -1, 64)
}
