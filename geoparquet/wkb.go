package main

import (
	"encoding/binary"
	"math"
	"strings"

	"graphbuild/facts"
	"graphbuild/geometry"
)

// Types of well-known binary.
const (
	littleEndian = 1
	wkbPoint     = 1
	wkbLine      = 2
)

// appendPoint appends a point in well-known binary.
func appendPoint(b []byte, p geometry.Point) []byte {
	return appendPosition(binary.LittleEndian.AppendUint32(append(b, littleEndian), wkbPoint), p)
}

// appendLine appends a line in well-known binary.
func appendLine(b []byte, line []geometry.Point) []byte {
	b = binary.LittleEndian.AppendUint32(append(b, littleEndian), wkbLine)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(line)))
	for _, p := range line {
		b = appendPosition(b, p)
	}
	return b
}

func appendPosition(b []byte, p geometry.Point) []byte {
	lon, lat := p.Degrees()
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(lon))
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(lat))
}

// modesText lists the modes of a set, separated by spaces.
func modesText(s facts.Modes) string { return strings.Join(s.Names(), " ") }
