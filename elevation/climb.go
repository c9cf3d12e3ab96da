package elevation

import (
	"math"

	"graphbuild/geometry"
)

const (
	// stepM is about how far apart the samples along a line are, in metres: less than a cell of the finest tiles.
	stepM = 20
	// smoothM is how far to each side heights are averaged: tiles are rough, by a few metres from cell to cell, and the sum
	// of all bumps would make every plain a mountain.
	smoothM = 60
	// maxSamples bounds the samples of one line; longer steps are taken on ferries and the like.
	maxSamples = 20_000
)

// Climb is how far one goes up and down along a line, in metres, both not negative.
type Climb struct {
	UpM, DownM float64
}

// Straight returns the climb along an even slope, as bridges and tunnels have.
func Straight(fromM, toM float64) Climb {
	return Climb{max(0, toM-fromM), max(0, fromM-toM)}
}

// sample is a height along a line.
type sample struct {
	height float64
	known  bool
}

// Along returns the climb along the ground below a line, which has at least one point; false where the height of one of
// its ends is not known. A stretch between that is not known is taken as an even slope.
func (s *Sampler) Along(line []geometry.Point) (Climb, bool) {
	heights := s.sample(line)
	if !heights[0].known || !heights[len(heights)-1].known {
		return Climb{}, false
	}
	bridgeGaps(heights)
	step := geometry.Length(line) / float64(max(len(heights)-1, 1))
	return climbOf(heights, window(step, len(heights))), true
}

// sample returns heights at even steps, both ends included.
func (s *Sampler) sample(line []geometry.Point) []sample {
	length := geometry.Length(line)
	steps := min(max(1, int(math.Ceil(length/stepM))), maxSamples)
	s.buffer = s.buffer[:0]
	segment, before := 0, 0.0 // the length of the line before the segment
	for i := range steps + 1 {
		at := length * float64(i) / float64(steps)
		for segment < len(line)-2 {
			next := before + geometry.Distance(line[segment], line[segment+1])
			if at <= next {
				break
			}
			segment, before = segment+1, next
		}
		p := line[len(line)-1]
		if i < steps {
			p, _ = geometry.PointAlong(line[segment:min(segment+2, len(line))], at-before)
		}
		h, ok := s.At(p)
		s.buffer = append(s.buffer, sample{h, ok})
	}
	return s.buffer
}

// bridgeGaps gives samples that are not known the heights of an even slope between those around them.
func bridgeGaps(heights []sample) {
	last := 0
	for i := range heights {
		if !heights[i].known {
			continue
		}
		for k := last + 1; k < i; k++ {
			share := float64(k-last) / float64(i-last)
			heights[k] = sample{heights[last].height + float64(share*(heights[i].height-heights[last].height)), true}
		}
		last = i
	}
}

// window returns how many samples to each side are averaged.
func window(stepM float64, samples int) int {
	if stepM <= 0 {
		return 0
	}
	return min(int(smoothM/stepM), samples)
}

// climbOf sums the slopes of the smoothed heights. The window shrinks towards the ends, so that their heights stay and
// lines that follow each other fit.
func climbOf(heights []sample, reach int) Climb {
	sums := make([]float64, len(heights)+1)
	for i, h := range heights {
		sums[i+1] = sums[i] + h.height
	}
	var c Climb
	last := heights[0].height
	for i := range heights {
		r := min(reach, i, len(heights)-1-i)
		h := (sums[i+r+1] - sums[i-r]) / float64(2*r+1)
		c.UpM += max(0, h-last)
		c.DownM += max(0, last-h)
		last = h
	}
	return c
}
