package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"graphbuild/remote"
	"graphbuild/serve"
)

// watchEvery is how often --watch looks at the files.
const watchEvery = 2 * time.Second

// reloads takes over new files at SIGHUP and, with --watch, when they are replaced.
type reloads struct {
	server  *serve.Server
	hangups chan os.Signal
	watched []*watchedFile
}

// watchedFile is a file of --watch as it was when it was last opened.
type watchedFile struct {
	named
	seen os.FileInfo // nil: it is not there
}

// newReloads takes SIGHUP from the signals that end the program. It also does so under nohup.
func (c *serveCmd) newReloads(server *serve.Server) *reloads {
	r := &reloads{server: server, hangups: make(chan os.Signal, 1)}
	signal.Reset(syscall.SIGHUP)
	signal.Notify(r.hangups, syscall.SIGHUP)
	files, _ := c.files() // they were opened, so there is no error
	for _, f := range files {
		if c.Watch && !remote.IsURL(f.path) {
			w := &watchedFile{named: f}
			w.changed()
			r.watched = append(r.watched, w)
		}
	}
	return r
}

// run works until ctx is done. What becomes of a new file is in the log of the server.
func (r *reloads) run(ctx context.Context) {
	defer signal.Stop(r.hangups)
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.hangups:
			for _, w := range r.watched {
				w.changed()
			}
			r.server.Reload("")
		case <-ticker.C:
			for _, w := range r.watched {
				if w.changed() {
					r.server.Reload(w.name)
				}
			}
		}
	}
}

// changed notes what the file is now, and reports whether it is there and another one than before.
func (w *watchedFile) changed() bool {
	is, err := os.Stat(w.path)
	if err != nil {
		return false // it may be about to be put in place
	}
	was := w.seen
	w.seen = is
	return was != nil && !(os.SameFile(was, is) && was.ModTime().Equal(is.ModTime()) && was.Size() == is.Size())
}
