package main

import "graphbuild/geometry"

func pointOf(p position) geometry.Point { return geometry.Point(p) }
