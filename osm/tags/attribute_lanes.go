package tags

import "strconv"

// maxLanes bounds a number of lanes that is believed.
const maxLanes = 30

// readLanes reads https://wiki.openstreetmap.org/wiki/Key:lanes: the number of lanes for all directions together. Half a lane
// ("1.5", a narrow road) is kept.
func readLanes(v string) (string, bool) {
	x, rest, ok := parseNumber(v)
	if !ok || rest != "" || x < 0.5 || x > maxLanes {
		return "", false
	}
	return decimal(x, 1), true
}

// readLayer reads https://wiki.openstreetmap.org/wiki/Key:layer.
func readLayer(v string) (string, bool) {
	x, err := strconv.Atoi(v)
	if err != nil || x < -20 || x > 20 {
		return "", false
	}
	return strconv.Itoa(x), true
}
