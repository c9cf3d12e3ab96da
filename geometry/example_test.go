package geometry_test

import (
	"fmt"

	"graphbuild/geometry"
)

func Example() {
	market, err := geometry.FromDegrees(-75.5484, 39.7447)
	if err != nil {
		fmt.Println(err)
		return
	}
	station := geometry.Point{Lon: -755_513_000, Lat: 397_368_000}
	fmt.Printf("%.0f m at %.0f degrees\n", geometry.Distance(market, station), geometry.Bearing(market, station))

	street := []geometry.Point{{Lon: -755_530_000, Lat: 397_440_000}, {Lon: -755_430_000, Lat: 397_360_000}}
	at := geometry.Project(station, street)
	fmt.Printf("%.0f m from the street, %.0f m along it\n", at.DistanceM, at.AlongM)
	// Output:
	// 913 m at 196 degrees
	// 450 m from the street, 678 m along it
}

// An index finds the boxes near a point without being decoded.
func ExampleIndex_Near() {
	var boxes []geometry.Box
	for i := range int32(1000) {
		boxes = append(boxes, geometry.Box{W: i * 1000, E: i*1000 + 500, S: 0, N: 500})
	}
	index, err := geometry.OpenIndex(geometry.BuildIndex(boxes), len(boxes))
	if err != nil {
		fmt.Println(err)
		return
	}
	index.Near(geometry.Point{Lon: 500_200, Lat: 100}, 15, func(leaf int, minM float64) float64 {
		fmt.Printf("box %d, %.1f m away\n", leaf, minM)
		return 15
	})
	// Output:
	// box 500, 0.0 m away
	// box 499, 7.5 m away
	// box 501, 8.9 m away
}
