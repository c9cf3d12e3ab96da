package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"

	"github.com/vmihailenco/msgpack/v5"
)

// codec writes a set and reads it back. What read returns is made into a set by its second part, which is not measured: columns
// are read as columns.
type codec struct {
	name  string
	write func(*Set) ([]byte, error)
	read  func([]byte) (func() Set, error)
}

// general are the codecs for any Go values.
var general = []codec{
	{"encoding/json", func(s *Set) ([]byte, error) { return json.Marshal(s) }, unmarshal(json.Unmarshal)},
	{"encoding/gob", writeGob, unmarshal(func(b []byte, v any) error { return gob.NewDecoder(bytes.NewReader(b)).Decode(v) })},
	{"msgpack", writeMsgpack, unmarshal(msgpack.Unmarshal)},
}

func unmarshal(f func([]byte, any) error) func([]byte) (func() Set, error) {
	return func(b []byte) (func() Set, error) {
		var s Set
		err := f(b, &s)
		return func() Set { return s }, err
	}
}

func writeGob(s *Set) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(s)
	return b.Bytes(), err
}

// writeMsgpack writes structs as arrays: with the names of fields it would be as large as JSON.
func writeMsgpack(s *Set) ([]byte, error) {
	var b bytes.Buffer
	e := msgpack.NewEncoder(&b)
	e.UseArrayEncodedStructs(true)
	e.UseCompactInts(true)
	err := e.Encode(s)
	return b.Bytes(), err
}
