package wire

import (
	"encoding/json"
	"fmt"
	"strings"

	"graphbuild/geometry"
)

// Position is a point that is [lon, lat] in JSON, as in GeoJSON.
type Position geometry.Point

// MarshalJSON writes the exact decimals.
func (p Position) MarshalJSON() ([]byte, error) { return AppendPosition(nil, geometry.Point(p)), nil }

// UnmarshalJSON reads [lon, lat]; a third number, the altitude, is passed over.
func (p *Position) UnmarshalJSON(data []byte) error {
	var v []*float64
	if err := json.Unmarshal(data, &v); err != nil || len(v) < 2 || len(v) > 3 || v[0] == nil || v[1] == nil {
		return fmt.Errorf("position %s: expected [lon, lat]", Short(string(data)))
	}
	point, err := geometry.FromDegrees(*v[0], *v[1])
	*p = Position(point)
	return err
}

// Line is a list of points that is a list of positions in JSON.
type Line []geometry.Point

// MarshalJSON writes the exact decimals.
func (l Line) MarshalJSON() ([]byte, error) {
	return AppendLine(make([]byte, 0, 26*len(l)+2), l), nil
}

// AppendLine appends points as a list of positions.
func AppendLine(out []byte, points []geometry.Point) []byte {
	out = append(out, '[')
	for i, p := range points {
		if i > 0 {
			out = append(out, ',')
		}
		out = AppendPosition(out, p)
	}
	return append(out, ']')
}

// AppendPosition appends a point as [lon,lat].
func AppendPosition(out []byte, p geometry.Point) []byte {
	out = append(out, '[')
	out = AppendDegrees(out, p.Lon)
	out = append(out, ',')
	out = AppendDegrees(out, p.Lat)
	return append(out, ']')
}

// AppendDegrees appends units of 1e-7 degrees as a decimal without needless zeros.
func AppendDegrees(out []byte, v int32) []byte {
	if v < 0 {
		return appendUnits(append(out, '-'), uint64(-int64(v)), 7)
	}
	return appendUnits(out, uint64(v), 7)
}

// LatLon writes a point as people do: latitude first.
func LatLon(p geometry.Point) string {
	return string(AppendDegrees(nil, p.Lat)) + "," + string(AppendDegrees(nil, p.Lon))
}

// Short cuts a text for a message.
func Short(text string) string {
	if len(text) > 60 {
		return strings.ToValidUTF8(text[:60], "") + "..."
	}
	return text
}

// RoundM rounds to one decimal, for lengths in metres and speeds.
func RoundM(v float64) float64 { return roundTo(v, 10) }

// RoundS rounds to three decimals, for times in seconds.
func RoundS(v float64) float64 { return roundTo(v, 1000) }

func roundTo(v, scale float64) float64 {
	if v < 0 {
		return -roundTo(-v, scale)
	}
	return float64(int64(v*scale+0.5)) / scale
}
