// Package transit plans journeys: walk to a stop, ride, change, ride, walk. It is a search over the timetable of a loaded
// graph by RAPTOR (Delling, Pagel, Werneck: Round-Based Public Transit Routing, 2012), forward from a departure time,
// backward from an arrival time, and over a window of time (their rRAPTOR).
//
// A plan has journeys that nothing beats: no other one leaves as late, arrives as early and has as few rides. The rules:
//
//   - Times are exact to the second, and are absolute: seconds after noon less 12 hours in the zone of the agency, so that
//     nights on which the clocks change come out right. A journey is looked for within 36 hours, on trips of all service days
//     that reach into them.
//   - Trips of frequencies.txt leave at the start of their row and then every headway, whether exact_times is set or not;
//     a leg tells where the feed promises a headway only.
//   - Riders board where pickup_type is not 1 and alight where drop_off_type is not 1.
//   - To change at a stop takes no time unless the feed or the query says so. To change between stops takes a walk that the build
//     found, or what a row of transfers.txt says: its min_transfer_time, with type 1 no time, since the vehicle waits, else the
//     walk; a row of type 3 forbids the change. The most specific row wins: trip, route, stop, station, which stands for all
//     its stops.
//   - Riders who may stay seated, see graph.Continuations, make no change and no further ride, in as many trips one after
//     another, of which each leaves when the one before has arrived. On a night on which the clocks change, or in the news, one
//     may have left before. Where a vehicle goes round day after day, riders have to change once a round.
//   - Walks at the ends run by streets and pathways, see package walk, and are limited. Changes are one walk, never two.
//   - An end of which the nearest street is part of an island, less than 5 km of street, is also tied to the nearest street of
//     the mainland within reach, by a straight walk; the answer has a note of it.
//   - A bicycle goes to the first stop and is left there; where riding is not allowed it is pushed. Or it comes along all the
//     way: on trips alone of which bikes_allowed is 1, as in OpenTripPlanner, and in changes that take as long as on foot.
//   - News of single runs may be laid over the timetable, see Router.WithRealtime.
//   - For wheelchairs, trips, stops and entrances that are marked inaccessible are left out; unmarked ones are used.
//     Transfers of a feed need pathways that a wheelchair can use, where stops at their ends have pathways.
package transit
