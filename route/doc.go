// Package route searches a loaded graph. Its street router is the reference for walk, bike and car: it answers what the
// file says, obeys every restriction exactly, and is fast enough for tests, batches and small services.
//
// A state of the search is a directed edge, so that the rules for turns are exact:
//
//   - A turn restriction binds by the edges that lead to it. For one whose via is a chain of ways, the state also holds
//     how much of the chain has been driven (see turns). Conditional restrictions, and conditional access, are applied where the query
//     has a time and they are understood (see timed.go).
//   - Turning back into the edge that one came from is allowed where no other way on is open to the mode (a dead end) and
//     at a barrier that the mode may not pass, nowhere else.
//   - A vertex that the mode may not pass may still be where a trip starts or ends.
//   - Edges with limited access (private, destination and so on) may be used at the start of a trip until it leaves them,
//     and at its end once it enters them, but not to pass through. Where that leaves no way at all, public streets that lie
//     within limited ones count as limited too (see enclosed.go).
//
// Single routes are searched from both ends at once (see both.go).
//
// Where the file has a contraction hierarchy for the mode (build --ch), it answers in microseconds, for the same costs as
// the search; see core and fast. Router.Prepare makes both faster for memory. Besides single routes there are costs of
// one's own, tables, alternatives and isochrones.
//
// Both ends of a query snap to the nearest edge that the mode may use, also where that edge belongs to a small island
// that leads nowhere: the answer is then that there is no route. All edges within 2 cm of the nearest one count as
// equally near, so that a position on a vertex may use all its edges.
//
// Bicycles are ridden, never pushed: ways on which a bicycle has to be walked are closed to them.
package route
