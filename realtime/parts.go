package realtime

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// Limits of a message. Those of whole countries have a tenth of it.
const (
	// maxParts is how many parts a message may have: entities, updates of stops, times and texts. Each takes some 200 bytes while
	// the message is read, and may be of two bytes.
	maxParts = 4 << 20
	// maxWork is how many calls the trips may have in all that are updated, each as often as it is. The runs before among which that
	// of an update is put in order count as well, 16 for one.
	maxWork = 16 << 20
)

// shape says which fields of a message are messages with parts of their own that are repeated, by number.
type shape map[protowire.Number]shape

// Numbers of fields that are looked at.
const (
	headerField         = 1
	entityField         = 2
	incrementalityField = 2 // of the header
	deletedField        = 2 // of an entity
)

// partsOf returns the shape of a message, by gtfs-realtime.proto and the extensions that are read.
func partsOf() shape {
	texts := shape{}
	return shape{
		headerField: {1001: {}},
		entityField: {
			3: {2: {}},                                                                                                                    // an update of a trip: of its stops
			4: {},                                                                                                                         // a vehicle
			5: {1: {}, 5: {}, 8: texts, 10: texts, 11: texts, 12: texts, 13: texts, 15: texts, 16: texts, 17: texts, 18: texts, 1001: {}}, // an alert
			6: {},                                                                                                                         // a shape
			7: {2: texts, 3: texts, 4: texts, 5: texts, 9: texts, 15: texts},                                                              // a stop
			8: {1: {}, 4: {}},                                                                                                             // a change of trips
		},
	}
}

// field is a field of a message: data is what it holds where it is a message or text, value where it is a number.
type field struct {
	number protowire.Number
	kind   protowire.Type
	data   []byte
	value  uint64
	length int // with its tag
}

// nextField reads the field at the beginning of a message.
func nextField(data []byte) (f field, err error) {
	var n int
	f.number, f.kind, n = protowire.ConsumeTag(data)
	if n < 0 {
		return f, protowire.ParseError(n)
	}
	rest := data[n:]
	m := protowire.ConsumeFieldValue(f.number, f.kind, rest)
	if m < 0 {
		return f, protowire.ParseError(m)
	}
	switch f.kind {
	case protowire.BytesType:
		f.data, _ = protowire.ConsumeBytes(rest)
	case protowire.VarintType:
		f.value, _ = protowire.ConsumeVarint(rest)
	}
	f.length = n + m
	return f, nil
}

// countParts adds the parts of a message to n, and fails where they get too many.
func (s shape) countParts(data []byte, n *int) error {
	for len(data) > 0 {
		f, err := nextField(data)
		if err != nil {
			return err
		}
		data = data[f.length:]
		if f.kind != protowire.BytesType {
			continue
		}
		if *n++; *n > maxParts {
			return fmt.Errorf("expected a message of at most %d parts", maxParts)
		}
		if inner, ok := s[f.number]; ok {
			if err := inner.countParts(f.data, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// present returns a message without the entities that it says are deleted. It fails where the message is none, has too many parts
// or holds only what has changed since another one.
func present(data []byte) ([]byte, error) {
	n := 0
	if err := partsOf().countParts(data, &n); err != nil {
		return nil, err
	}
	var kept []byte // of data, where an entity is left out
	isCopy := false
	for rest := data; len(rest) > 0; {
		f, err := nextField(rest)
		if err != nil {
			return nil, err
		}
		switch {
		case f.number == headerField && numberIn(f.data, incrementalityField) == 1:
			return nil, fmt.Errorf("expected a full set of updates (FULL_DATASET), found DIFFERENTIAL")
		case f.number == entityField && numberIn(f.data, deletedField) != 0:
			if !isCopy {
				kept, isCopy = append(kept, data[:len(data)-len(rest)]...), true
			}
		case isCopy:
			kept = append(kept, rest[:f.length]...)
		}
		rest = rest[f.length:]
	}
	if isCopy {
		return kept, nil
	}
	return data, nil
}

// numberIn returns the last number in a field of a message, 0 where there is none.
func numberIn(data []byte, number protowire.Number) (value uint64) {
	for len(data) > 0 {
		f, err := nextField(data)
		if err != nil {
			break // as the reader of the message will say
		}
		if f.number == number && f.kind == protowire.VarintType {
			value = f.value
		}
		data = data[f.length:]
	}
	return value
}
