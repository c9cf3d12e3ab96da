// Package fileio opens and writes files the way a command should: it opens regular files alone, since a device has no end and a pipe
// may wait for ever, and it writes a file aside, so that whoever reads it never sees half of one and a failure loses none.
//
//   - regular.go: opening, and the words for what is no regular file.
//   - check.go: what can be said against an output before any work is done.
//   - aside.go: writing by way of a temporary file, or as a stream.
//   - cancel.go: waiting for files no longer than a context lasts.
//
// It knows nothing of what is in the files. All functions may be called at once.
package fileio
