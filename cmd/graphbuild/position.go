package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"graphbuild/geometry"
)

// position is a point that is [lon, lat] in JSON, as in GeoJSON.
type position geometry.Point

// MarshalJSON writes the exact decimals.
func (p position) MarshalJSON() ([]byte, error) { return appendPosition(nil, geometry.Point(p)), nil }

// UnmarshalJSON reads [lon, lat]; a third number, the altitude, is passed over.
func (p *position) UnmarshalJSON(data []byte) error {
	var v []*float64
	if err := json.Unmarshal(data, &v); err != nil || len(v) < 2 || len(v) > 3 || v[0] == nil || v[1] == nil {
		return fmt.Errorf("position %s: expected [lon, lat]", short(string(data)))
	}
	point, err := geometry.FromDegrees(*v[0], *v[1])
	*p = position(point)
	return err
}

// line is a list of points that is a list of positions in JSON.
type line []geometry.Point

// MarshalJSON writes the exact decimals.
func (l line) MarshalJSON() ([]byte, error) {
	out := make([]byte, 0, 26*len(l)+2)
	out = append(out, '[')
	for i, p := range l {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendPosition(out, p)
	}
	return append(out, ']'), nil
}

func appendPosition(out []byte, p geometry.Point) []byte {
	out = append(out, '[')
	out = appendDegrees(out, p.Lon)
	out = append(out, ',')
	out = appendDegrees(out, p.Lat)
	return append(out, ']')
}

// appendDegrees writes units of 1e-7 degrees as a decimal without needless zeros.
func appendDegrees(out []byte, v int32) []byte {
	u := int64(v)
	if u < 0 {
		out, u = append(out, '-'), -u
	}
	out = strconv.AppendInt(out, u/1e7, 10)
	if u %= 1e7; u == 0 {
		return out
	}
	digits := strconv.AppendInt(nil, 1e7+u, 10)[1:]
	return append(append(out, '.'), strings.TrimRight(string(digits), "0")...)
}

// latLon writes a point as people do: latitude first.
func latLon(p geometry.Point) string {
	return string(appendDegrees(nil, p.Lat)) + "," + string(appendDegrees(nil, p.Lon))
}

// parseDepart reads the wall clock time at which a trip begins. A zone after it is allowed and changes nothing.
func parseDepart(text string) (time.Time, error) {
	for _, layout := range []string{"2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339, "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("depart %q: expected a time such as 2026-01-31T08:00", short(text))
}

// parseLatLon reads LAT,LON as people paste it from a map.
func parseLatLon(text string) (geometry.Point, error) {
	lat, lon, ok := strings.Cut(text, ",")
	la, err1 := strconv.ParseFloat(strings.TrimSpace(lat), 64)
	lo, err2 := strconv.ParseFloat(strings.TrimSpace(lon), 64)
	if !ok || err1 != nil || err2 != nil {
		return geometry.Point{}, usageError("position %q: expected LAT,LON in degrees, as 39.7459,-75.5466", short(text))
	}
	p, err := geometry.FromDegrees(lo, la)
	if err != nil {
		return p, usageError("position %q (latitude first): %w", short(text), err)
	}
	return p, nil
}

// short cuts a text for a message.
func short(text string) string {
	if len(text) > 60 {
		return strings.ToValidUTF8(text[:60], "") + "..."
	}
	return text
}

// round1 rounds to one decimal, for lengths in metres and speeds.
func round1(v float64) float64 { return roundTo(v, 10) }

// round3 rounds to three decimals, for times in seconds.
func round3(v float64) float64 { return roundTo(v, 1000) }

func roundTo(v, scale float64) float64 {
	if v < 0 {
		return -roundTo(-v, scale)
	}
	return float64(int64(v*scale+0.5)) / scale
}
