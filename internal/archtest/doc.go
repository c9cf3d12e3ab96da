// Package archtest has tests that hold the packages to the dependencies that ARCHITECTURE.md draws: what may import what,
// and what a service that only opens graphs and searches them must not link.
package archtest
