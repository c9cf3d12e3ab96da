package guidance

import "math"

// Tenths is a length in decimetres or a time in tenths of a second: sums of it are exact.
type Tenths int64

// InTenths rounds a number of metres or seconds.
func InTenths(x float64) Tenths { return Tenths(math.Round(x * 10)) }

// TimeInTenths returns a time in tenths of a second as tables have it: by way of whole milliseconds.
func TimeInTenths(seconds float64) Tenths { return (Tenths(math.Round(seconds*1000)) + 50) / 100 }
