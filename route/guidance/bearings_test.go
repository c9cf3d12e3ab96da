package guidance

import (
	"math"
	"sync"
	"testing"

	"graphbuild/geometry"
	"graphbuild/internal/samplegraph"
)

// What is remembered is what the line of the edge says, whoever asks first and however many at once.
func TestBearings(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a state")
	}
	g := samplegraph.Open(t)
	x := NewBearings(g)
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			var line, other []geometry.Point
			for e := range g.Edges() {
				if !e.IsStreet() || e.ID()%97 > 1 {
					continue
				}
				got := x.of(e.ID(), &line)
				other = e.AppendGeometry(other[:0])
				if off := math.Abs(got - bearingAtStart(other)); off > 0.5/bearingPoints || got != x.of(e.ID(), &line) {
					t.Errorf("edge %d: %v is off by %v", e.ID(), got, off)
				}
			}
		})
	}
	running.Wait()
}
