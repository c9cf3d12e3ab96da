// Package serve answers questions about graphs over HTTP: routes and tables in the words of OSRM, journeys, batches, tiles and
// a map, with all that a service needs around them. Its parts are routes of the packages below it; what they share is here:
//
//   - mux.go, respond.go: from a request to a handler, from what it returns to bytes.
//   - limits.go, body.go, stream.go: deadlines, sizes, and requests that are sent slowly or in part.
//   - compress.go, cors.go, etag.go: what browsers and caches agree on.
//   - finish.go, log.go, metrics.go: what is known of a request when it ends, a panic included.
//   - health.go, info.go, file.go, reload.go: /healthz, /readyz, /info, /graph, /reload.
//   - server.go: connections, and a graceful end.
//
// A Server may be used by many goroutines. What clients see never names a file of the disk.
package serve
