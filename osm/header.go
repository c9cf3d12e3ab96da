package osm

import (
	"fmt"
	"time"

	"graphbuild/geometry"
)

// knownFeatures are the required features that we read.
var knownFeatures = map[string]bool{
	"OsmSchema-V0.6": true, "DenseNodes": true, "HistoricalInformation": true, "LocationsOnWays": true,
}

// readHeader reads an OSMHeader blob. What the first one says is kept; a later one must be readable too.
func (f *pbfFile) readHeader(at blobHeader, first bool) error {
	d := f.take()
	defer f.give(d)
	raw, err := d.read(f, at.offset, int(at.bytes))
	if err != nil {
		return err
	}
	h, err := parseHeader(raw)
	if err != nil {
		return err
	}
	if first {
		f.h = h
	}
	f.h.History = f.h.History || h.History
	return nil
}

func parseHeader(raw []byte) (Header, error) {
	h := Header{Format: PBF}
	m := message{rest: raw}
	for m.next() {
		switch m.num {
		case 1:
			if err := h.readBox(m.data); err != nil {
				return h, fmt.Errorf("box: %w", err)
			}
		case 4:
			feature := string(m.data)
			if !knownFeatures[feature] {
				return h, fmt.Errorf("the file requires the feature %.60q, which we do not know; expected OsmSchema-V0.6, DenseNodes or HistoricalInformation", feature)
			}
			h.History = h.History || feature == "HistoricalInformation"
		case 5:
			h.Sorted = h.Sorted || string(m.data) == "Sort.Type_then_ID"
		case 16:
			h.Generator = string(m.data)
		case 32:
			h.Timestamp = secondsTime(int64(m.value))
		}
	}
	return h, m.err
}

// secondsTime returns the time of a count of seconds since 1970, or none for one that is out of any sense.
func secondsTime(s int64) time.Time {
	if s <= 0 || s > 1<<35 {
		return time.Time{}
	}
	return time.Unix(s, 0).UTC()
}

// readBox reads a HeaderBBox, in units of 1e-9 degrees. A box out of range is no box.
func (h *Header) readBox(b []byte) error {
	var left, right, top, bottom int64
	m := message{rest: b}
	for m.next() {
		switch m.num {
		case 1:
			left = zigzag(m.value)
		case 2:
			right = zigzag(m.value)
		case 3:
			top = zigzag(m.value)
		case 4:
			bottom = zigzag(m.value)
		}
	}
	s := scale{granularity: 1}
	sw, okSW := s.point(bottom, left)
	ne, okNE := s.point(top, right)
	h.HasBox = m.err == nil && okSW && okNE
	if h.HasBox {
		h.Box = geometry.Box{W: sw.Lon, S: sw.Lat, E: ne.Lon, N: ne.Lat}
	}
	return m.err
}
