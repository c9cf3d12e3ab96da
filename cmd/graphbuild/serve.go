package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"graphbuild/facts"
	"graphbuild/remote"
	"graphbuild/serve"
	"graphbuild/serve/answer"
	"graphbuild/serve/graphs"
	"graphbuild/serve/streets"
)

// serveCmd answers questions about graphs over HTTP.
type serveCmd struct {
	Files  []string      `arg:"" name:"file" help:"Graph files, or their addresses (http, https), with names as in NAME=FILE. The first is served at /, all of them at /graphs/NAME/."`
	Listen string        `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Where to listen. Port 0 is any that is free. Default: ${default}, which other machines cannot reach."`
	Watch  bool          `help:"Look every other second whether a file was replaced, and take over the new one."`
	Verify bool          `help:"Check the whole files before listening. Without it they are checked meanwhile, and /readyz tells when they are."`
	Log    string        `enum:"text,json,off" default:"text" help:"How to log requests and events, on stderr: text, json or off. Default: ${default}."`
	CORS   []string      `name:"cors" default:"*" placeholder:"ORIGIN" help:"Web sites whose pages may ask; none is none. Default: *, which is all."`
	Drain  time.Duration `default:"10s" placeholder:"TIME" help:"How long requests under way may take when the service ends. Default: ${default}."`

	realtimeFlags

	LeftHand     bool `help:"One drives on the left: for the words of turns at roundabouts."`
	RemoteReload bool `help:"Let other machines POST /reload."`

	Timeout   time.Duration `default:"30s" placeholder:"TIME" help:"How long an answer may take. Default: ${default}."`
	Jobs      int           `placeholder:"N" help:"Requests to work on at once; default: one per core."`
	Queue     int           `default:"4096" placeholder:"N" help:"Requests that may wait for that; more are answered with TooBusy. Default: ${default}."`
	MaxBody   int64         `default:"8388608" placeholder:"BYTES" help:"Length of the body of a request at most. Default: ${default}."`
	MaxPoints int           `default:"1000" placeholder:"N" help:"Positions in a query at most. Default: ${default}."`
	MaxItems  int           `default:"10000" placeholder:"N" help:"Queries in a batch at most. Default: ${default}."`
}

// Help is the long help of the command.
func (serveCmd) Help() string {
	return `The address is printed when it listens, which is at once, whatever the size of the file; with --json as {"url":ADDRESS}.

SIGHUP and POST /reload take over files that were replaced, all or with ?name=NAME one, without dropping a request: the new file is opened and checked beside the old one, which goes on where the new one is not sound. Put files in place by renaming, as build does.

With --realtime, delays, cancelled trips and alerts are fetched again and again; a source that fails leaves the last message in use. /graphs and /metrics tell how old it is.

Ctrl-C and SIGTERM end the service when the requests under way are answered.

Addresses: / is a map; /route/v1, /table/v1, /nearest/v1 as in OSRM; /sources_to_targets and /isochrone as in Valhalla, /isochrone/v1 as in Mapbox; /plan/v1 for transit; POST /batch/v1 and /ws/v1 for many queries, as route --batch takes them; /vertex/v1, /node/v1, /edge/v1, /stop/v1; /tiles.json; /info is what inspect --json prints; /graph is the file, in ranges where asked; /healthz, /readyz, /metrics, /graphs, POST /reload. All of a graph is also at /graphs/NAME/. docs/API.md has all of it. Errors are {"code","message"}.

Examples:

  graphbuild serve city.graph

  graphbuild serve city=city.graph country=/data/country.graph --listen :8080 --watch --log json

  graphbuild serve city.graph --realtime https://example.org/trip-updates.pb --realtime https://example.org/alerts.pb`
}

// gcPercent is how much garbage, in per cent of what is in use, may gather before it is collected: most that is in use is the
// memory of searches, which stays, has no pointers to follow, and makes collecting cheap: at 50 or 15 the processor time of routes
// is the same.
const gcPercent = 20

// startBytes is how much memory the service may take while it starts before garbage is collected all the same: many requests may come
// at once.
const startBytes = 256 << 20

// collectLater has no garbage collected while the service starts and its first queries take their memory, of which nothing is
// garbage: a collection, or the share of it that a query does, would take longer than all the rest.
func collectLater() {
	if os.Getenv("GOGC") != "" {
		return // the user knows better
	}
	limit := debug.SetMemoryLimit(-1) // GOMEMLIMIT, or none
	debug.SetMemoryLimit(min(limit, startBytes))
	debug.SetGCPercent(-1)
	time.AfterFunc(startTime, func() {
		debug.SetGCPercent(gcPercent)
		debug.SetMemoryLimit(limit)
	})
}

// Run runs the command.
func (c *serveCmd) Run(s *session) error {
	if err := c.check(); err != nil {
		return err
	}
	collectLater()
	gate := graphs.NewGate(c.jobs(), c.Queue)
	set := graphs.NewSet(gate)
	defer set.Close()
	log := c.logger(s.err)
	made := make(chan *serve.Server, 1)
	go func() {
		made <- serve.New(set, serve.Routes(streets.Options{LeftHand: c.LeftHand}), c.options(log))
	}()
	if err := c.open(s, set, log); err != nil {
		return err
	}
	if err := c.followAll(set); err != nil {
		return err
	}
	l, err := net.Listen("tcp", c.Listen)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("serve: %w: name another with --listen, such as 127.0.0.1:8081", err)
	}
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	server := <-made
	reloads := c.newReloads(server)
	tell(s, "http://"+l.Addr().String())
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	go reloads.run(ctx)
	go server.Follow(ctx, c.RealtimeEvery)
	go c.verify(ctx, set, log)
	if err := server.Serve(ctx, l); err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// tell prints the address, with --json as a document.
func tell(s *session, address string) {
	switch {
	case s.json:
		fmt.Fprintf(s.out, "{\"url\":%q}\n", address) // of letters that JSON writes as Go does
	case !s.quiet:
		fmt.Fprintln(s.out, address)
	}
}

// check refuses values that make no sense.
func (c *serveCmd) check() error {
	if c.Timeout <= 0 {
		return usageError("serve: --timeout: expected a time of more than 0s, such as 30s, found %s", c.Timeout)
	}
	if c.Drain < 0 {
		return usageError("serve: --drain: expected a time of 0s or more, found %s", c.Drain)
	}
	if c.RealtimeEvery < time.Second || c.RealtimeOld < time.Second {
		return usageError("serve: --realtime-every, --realtime-old: expected a time of 1s or more")
	}
	for _, o := range c.CORS {
		if !isOrigin(o) {
			return usageError("serve: --cors: expected an origin such as https://example.org, * or none, found %q", o)
		}
	}
	return c.checkNumbers()
}

// isOrigin reports whether browsers may send such an origin: scheme, host and maybe port, or null. All and none of them count too.
func isOrigin(s string) bool {
	if s == "*" || s == "none" || s == "null" {
		return true
	}
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && u.Scheme+"://"+u.Host == s
}

func (c *serveCmd) checkNumbers() error {
	for _, x := range []struct {
		flag  string
		value int64
		least int64
	}{
		{"--jobs", int64(c.Jobs), 0}, {"--queue", int64(c.Queue), 0},
		{"--max-body", c.MaxBody, 1}, {"--max-points", int64(c.MaxPoints), 1}, {"--max-items", int64(c.MaxItems), 1},
	} {
		if x.value < x.least {
			return usageError("serve: %s: expected at least %d", x.flag, x.least)
		}
	}
	return nil
}

func (c *serveCmd) jobs() int {
	if c.Jobs > 0 {
		return c.Jobs
	}
	return runtime.GOMAXPROCS(0)
}

func (c *serveCmd) options(log *slog.Logger) serve.Options {
	o := serve.Defaults()
	o.Version, o.Log, o.Access = version, log, c.Log != "off"
	o.Origins, o.RemoteReload, o.Drain, o.OldNews = c.CORS, c.RemoteReload, c.Drain, c.RealtimeOld
	o.Limits = answer.Limits{Points: c.MaxPoints, Items: c.MaxItems, BodyBytes: c.MaxBody, Time: c.Timeout, Workers: runtime.GOMAXPROCS(0)}
	return o
}

func (c *serveCmd) logger(w io.Writer) *slog.Logger {
	switch c.Log {
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil))
	case "text":
		return slog.New(slog.NewTextHandler(w, nil))
	}
	return slog.New(slog.DiscardHandler)
}

// named is a file under a name.
type named struct{ name, path string }

// files returns what is to be served.
func (c *serveCmd) files() (list []named, err error) {
	valid := regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)
	for _, f := range c.Files {
		name, path, found := strings.Cut(f, "=")
		if !found || !valid.MatchString(name) {
			base := strings.TrimSuffix(filepath.Base(remote.Redacted(f)), "?...") // without what may be secret
			name, path = strings.TrimSuffix(base, filepath.Ext(base)), f
		}
		if !valid.MatchString(name) {
			return nil, usageError("serve: %s: expected NAME=FILE, as %q is no name of letters, digits, dots and dashes", remote.Redacted(f), name)
		}
		if slices.ContainsFunc(list, func(x named) bool { return x.name == name }) {
			return nil, usageError("serve: two graphs have the name %q: write NAME=FILE", name)
		}
		list = append(list, named{name, path})
	}
	return list, nil
}

// open opens all files.
func (c *serveCmd) open(s *session, set *graphs.Set, log *slog.Logger) error {
	files, err := c.files()
	if err != nil {
		return err
	}
	for _, f := range files {
		opener := graphs.File(f.path)
		if remote.IsURL(f.path) {
			opener = graphs.Remote(s.ctx, f.path)
		}
		if err := set.Open(f.name, opener); err != nil {
			return fmt.Errorf("serve: %w", err)
		}
	}
	go warmAll(set, log)
	if !c.Verify {
		return nil
	}
	return c.verifyAll(set)
}

// warmAll has the graphs read, while the service starts, what their first queries need, which most often are about cars.
func warmAll(set *graphs.Set, log *slog.Logger) {
	for _, name := range set.Names() {
		g, release, err := set.Acquire(name)
		if err != nil {
			continue // it was closed meanwhile
		}
		if err := g.Warm(facts.Car); err != nil {
			log.Error("a graph is damaged, and answers no more", "error", fmt.Errorf("serve: %s: %w", name, err))
		}
		release()
	}
}

// verifyAll checks all graphs and returns what is wrong with each that is damaged. The memory that it took goes back to the
// system at once: a service that is asked little would keep it for minutes.
func (c *serveCmd) verifyAll(set *graphs.Set) (err error) {
	defer debug.FreeOSMemory()
	for _, name := range set.Names() {
		g, release, e := set.Acquire(name)
		if e != nil {
			continue // it was closed meanwhile
		}
		if e := g.Verify(); e != nil {
			err = errors.Join(err, fmt.Errorf("serve: %s: %w", name, e))
		}
		release()
	}
	return err
}

// startTime is when the check of the files begins, and the collection of garbage: who starts a service for one answer should not
// have to share the processor with them.
const startTime = 250 * time.Millisecond

// verify checks the graphs while they answer.
func (c *serveCmd) verify(ctx context.Context, set *graphs.Set, log *slog.Logger) {
	if c.Verify {
		return
	}
	select {
	case <-ctx.Done():
		return
	case <-time.After(startTime):
	}
	if err := c.verifyAll(set); err != nil {
		log.Error("a graph is damaged, and answers no more", "error", err)
	}
}
