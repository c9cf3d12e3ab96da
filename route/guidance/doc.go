// Package guidance says how to follow a route: it divides each leg into steps from one maneuver to the next, with the crossings
// that they pass and the roads at these, named as OSRM does.
//
//   - guide.go: the steps of a leg, and an account of roundabouts.
//   - junction.go, bearings.go: the roads around a vertex and the directions in which they leave it.
//   - turn.go: what there is to say at a junction.
//   - instructions.go: steps as text for people.
package guidance
