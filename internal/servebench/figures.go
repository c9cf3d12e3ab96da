package main

import (
	"fmt"
	"slices"
	"time"
)

// ms writes a time in milliseconds.
func ms(d time.Duration) string { return fmt.Sprintf("%.3f", d.Seconds()*1000) }

// middle returns the median.
func middle(list []time.Duration) time.Duration { return quantile(list, 0.5) }

// quantile returns the value under which a portion of the list lies.
func quantile(list []time.Duration, portion float64) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(portion*float64(len(sorted))), len(sorted)-1)]
}

// average returns the mean.
func average(list []time.Duration) time.Duration {
	var sum time.Duration
	for _, d := range list {
		sum += d
	}
	return sum / time.Duration(max(len(list), 1))
}

// column returns one part of what requests spent.
func column(list []spent, part func(spent) time.Duration) []time.Duration {
	out := make([]time.Duration, len(list))
	for i, x := range list {
		out[i] = part(x)
	}
	return out
}
