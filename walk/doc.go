// Package walk finds what can be reached on foot from one place within a limit: the stops around a position, and those
// around another stop, by streets, links and pathways. The builder uses it for transfers between stops, and the transit
// search for the ways to the first stop and from the last one; the speeds on foot are kept here for both and for package
// route.
//
// A walk runs along streets that people may use, or a wheelchair may. It passes no barrier, and streets with limited
// access (private, destination and so on) only at its ends. It enters a station by an entrance and leaves it by one, but
// does not pass through: having come from the street, it goes on by pathways alone. Turn restrictions do not bind people
// on foot. What the map calls stairs and escalators is closed to wheelchairs.
package walk
