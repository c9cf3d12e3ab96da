package main

import (
	"reflect"
	"testing"
)

// TestCodecs: every codec gives back what it was given, and bytes that end early are no panic.
func TestCodecs(t *testing.T) {
	s := synthetic(5, 30)
	s.Edges[2].Geometry = nil
	for _, c := range codecs() {
		b, err := c.write(&s)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		back, err := c.read(b)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := back(); !reflect.DeepEqual(got, s) {
			t.Errorf("%s: it comes back otherwise", c.name)
		}
	}
	for _, r := range []rows{{names: true}, {}, {coord: true, vertex: true, edge: true}} {
		b, _ := r.write(&s)
		for n := range b {
			if _, err := r.read(b[:n]); err == nil {
				t.Fatalf("%+v: cut from %d to %d bytes without an error", r, len(b), n)
			}
		}
	}
}
