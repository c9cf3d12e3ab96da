// Package valhalla answers requests in the form of Valhalla: the matrix at /sources_to_targets and /isochrone. Its errors have
// Valhalla's form and codes, apart from those of the service itself.
package valhalla
